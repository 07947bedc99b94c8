import Geometry
import MapModel
import OrderedJSON
import Records
import SQLiteFile

/// The spatial references, grids and boxes of shapes, from three tables. `GDB_Layers` has a box for
/// each feature class, and `st_geometry_columns` a spatial reference for each column.
/// `st_aux_spatial_reference_systems` has references from 300,000 on, for grids that differ from
/// the EPSG code's usual one.
struct SpatialGrids {
  private let columns: [NamedRow]
  private let layers: [NamedRow]
  private let references: [NamedRow]

  init(_ reader: GeodatabaseReader) throws {
    columns = try reader.rows(of: "st_geometry_columns")
    layers = try reader.rows(of: "GDB_Layers")
    references = try reader.rows(of: "st_aux_spatial_reference_systems")
  }

  /// The spatial reference ID of a table's shapes; nil if no table has it.
  func srid(of table: String) -> Int64? {
    columns.first { $0["f_table_name"].text?.isSameTable(as: table) == true }?["srid"].integer
      ?? layer(of: table)?["srid"].integer
  }

  /// The box of a table's shapes; nil if there isn't one.
  func extent(of table: String) -> Envelope? {
    guard let layer = layer(of: table), let minX = layer["minx"].real,
      let minY = layer["miny"].real, let maxX = layer["maxx"].real, let maxY = layer["maxy"].real
    else { return nil }
    let box = Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    return box.isEmpty ? nil : box
  }

  /// The grid of a spatial reference; nil if the file doesn't describe it.
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

  /// A spatial reference in the form of services.
  func json(srid: Int64) -> JSON? {
    guard let row = reference(srid) else {
      return Int(exactly: srid).map { ["wkid": .number($0)] }
    }
    var members = JSONObject()
    let authority = row["auth_name"].text?.uppercased()
    if let code = row["auth_srid"].integer, code > 0, code < 300_000, authority != nil {
      members.append("wkid", .number(Int(code)))
    }
    // Every file has a row for an unknown reference.
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
  /// Whether this names a table, with or without the name of the database.
  fileprivate func isSameTable(as name: String) -> Bool {
    CatalogItem.tableName(self).isSameName(as: name)
  }
}
