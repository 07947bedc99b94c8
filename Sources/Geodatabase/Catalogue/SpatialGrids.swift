import Geometry
import MapModel
import OrderedJSON
import SQLiteFile

/// Where the shapes of a geodatabase lie, by the tables that tell: `GDB_Layers` (a box a feature
/// class), `st_geometry_columns` (a spatial reference a column) and
/// `st_aux_spatial_reference_systems` (the references that no EPSG code and usual grid tell, from
/// 300,000 on).
struct SpatialGrids {
  private let columns: [NamedRow]
  private let layers: [NamedRow]
  private let references: [NamedRow]

  init(_ reader: GeodatabaseReader) throws(GeodatabaseError) {
    columns = try reader.rows(of: "st_geometry_columns")
    layers = try reader.rows(of: "GDB_Layers")
    references = try reader.rows(of: "st_aux_spatial_reference_systems")
  }

  /// The spatial reference that a table's shapes carry; nil where no table tells.
  func srid(of table: String) -> Int64? {
    columns.first { $0["f_table_name"].text?.isSameTable(as: table) == true }?["srid"].integer
      ?? layer(of: table)?["srid"].integer
  }

  /// The box of a table's shapes; nil where none is told.
  func extent(of table: String) -> Envelope? {
    guard let layer = layer(of: table), let minX = layer["minx"].real,
      let minY = layer["miny"].real, let maxX = layer["maxx"].real, let maxY = layer["maxy"].real
    else { return nil }
    let box = Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    return box.isEmpty ? nil : box
  }

  /// The grid of a spatial reference of its own; nil for one that the file does not describe.
  func grid(srid: Int64) -> CoordinateGrid? {
    guard let row = reference(srid) else { return nil }
    func axis(_ origin: String, _ units: String) -> CoordinateGrid.Axis? {
      guard let origin = row[origin].real, let units = row[units].real else { return nil }
      return CoordinateGrid.Axis(origin: origin, units: units)
    }
    guard let x = axis("falsex", "xyunits"), let y = axis("falsey", "xyunits") else { return nil }
    return CoordinateGrid(
      x: x, y: y, z: axis("falsez", "zunits") ?? .plain, m: axis("falsem", "munits") ?? .plain)
  }

  /// A spatial reference as services write it.
  func json(srid: Int64) -> JSON? {
    guard let row = reference(srid) else {
      return Int(exactly: srid).map { ["wkid": .number($0)] }
    }
    var members = JSONObject()
    let authority = row["auth_name"].text?.uppercased()
    if let code = row["auth_srid"].integer, code > 0, code < 300_000, authority != nil {
      members.append("wkid", .number(Int(code)))
    }
    // The row that every file has, of no reference.
    if let text = row["srtext"].text, !text.isEmpty, text != "UNKNOWN" {
      members.append("wkt", .string(text))
    }
    return members.isEmpty ? nil : .object(members)
  }

  private func reference(_ srid: Int64) -> NamedRow? {
    references.first { $0["srid"].integer == srid }
  }

  private func layer(of table: String) -> NamedRow? {
    layers.first { $0["table_name"].text?.isSameTable(as: table) == true }
  }
}

extension String {
  /// Whether this names a table, with or without that of the database before it.
  fileprivate func isSameTable(as name: String) -> Bool {
    CatalogueItem.tableName(self).isSameName(as: name)
  }
}
