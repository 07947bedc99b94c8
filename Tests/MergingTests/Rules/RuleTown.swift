import FeatureData
import GeoPackage
import Geometry
import MapModel
import Merging
import OrderedJSON
import Packages
import Records
import SQLiteFile
import TestSupport

// A town whose map has rules: trees in degrees, their inspections, branches that refer to their
// tree by row id, and wards in Web Mercator. Each line is a row:
//
//   Trees 1 x=3 y=4 cond=G            the tree with GlobalID 1; other fields are null
//   Inspections 2 tree=1 seen=2026-05-01 cond=P
//   Wards 3 name=NORTH box=0,0,10,5   a rectangle, in degrees
//
// In values, `_` is a space.

/// The town and its stores.
enum RuleTown {
  private static let columns = [
    ("Trees", ["globalid:id", "cond", "dbh:real", "ward", "address", "planted:date"]),
    ("Inspections", ["globalid:id", "tree:id", "seen:date", "cond", "dbh:real"]),
    ("Branches", ["globalid:id", "treefid:int", "size:int", "dbh:real"]),
    ("Wards", ["globalid:id", "name"]),
  ]

  static let tables: [GeoPackageTable] = columns.map { name, columns in
    GeoPackageTable(
      name: name,
      geometry: name == "Trees"
        ? .init(typeName: "POINT", srsID: 4_326)
        : name == "Wards" ? .init(typeName: "POLYGON", srsID: 3_857) : nil,
      columns: columns.map { column in
        let parts = column.split(separator: ":").map(String.init)
        let type: GeoPackageType =
          switch parts.last {
          case "real": .double
          case "int": .integer
          case "date": .dateTime
          case "id": .text(length: 38)
          default: .text(length: nil)
          }
        return GeoPackageColumn(name: parts[0], type: type)
      })
  }

  /// Trees have the conditions G and P, and addresses of at most 12 letters.
  static func schema() throws -> MergeSchema {
    var schema = MergeSchema(tables: [], links: [])
    for table in tables {
      var fields: [MergeField] = []
      if let geometry = table.geometry {
        fields.append(MergeField(name: geometry.name, meaning: .geometry, role: .geometry))
      }
      for column in table.columns {
        let meaning: FieldMeaning =
          switch column.type {
          case .double, .integer: .number
          case .dateTime: .dateTime
          case .text(length: 38): .identity
          default: .text
          }
        fields.append(
          MergeField(
            name: column.name, meaning: meaning,
            role: column.name == "globalid" ? .globalID : .attribute))
      }
      schema.tables.append(
        MergeTable(
          name: table.name, title: table.name, fields: fields, srsID: table.geometry?.srsID,
          layer: table.name == "Trees" ? try treeLayer() : nil))
    }
    schema.links = [
      MergeLink(
        name: "inspections", origin: 0, originKey: .field(1), destination: 1, destinationField: 1,
        kind: .parent),
      MergeLink(
        name: "branches", origin: 0, originKey: .rowID, destination: 2, destinationField: 1,
        kind: .parent),
    ]
    return schema
  }

  private static func treeLayer() throws -> EffectiveLayer {
    let map = try WebMap(
      json: try JSONParser.parse(
        Array(
          #"{"operationalLayers":[{"id":"t","title":"Trees","layerType":"ArcGISFeatureLayer"}]}"#
            .utf8)))
    let codes = #"[{"name":"Good","code":"G"},{"name":"Poor","code":"P"}]"#
    let definition = """
      {"type":"Feature Layer","name":"Trees","geometryType":"esriGeometryPoint",
       "globalIdField":"globalid","fields":[
        {"name":"globalid","type":"esriFieldTypeGlobalID"},
        {"name":"cond","type":"esriFieldTypeString",
         "domain":{"type":"codedValue","name":"c","codedValues":\(codes)}},
        {"name":"dbh","type":"esriFieldTypeDouble"},
        {"name":"ward","type":"esriFieldTypeString"},
        {"name":"address","type":"esriFieldTypeString","length":12},
        {"name":"planted","type":"esriFieldTypeDate"}]}
      """
    var notices = MapNotices()
    let service = try LayerDefinition(
      json: try JSONParser.parse(Array(definition.utf8)), path: "t", notices: &notices)
    guard let operational = map.allFeatureLayers().first else { throw CityError.badLine("map") }
    return EffectiveLayer(service: service, item: nil, map: operational)
  }

  /// Writes a store with the rows of a text and opens it.
  static func store(
    _ text: String, _ name: String, in folder: TemporaryFolder
  ) throws -> GeoPackageReader {
    try GeoPackageReader(path: try folder.write(try bytes(text), to: name))
  }

  private static func bytes(_ text: String) throws -> [UInt8] {
    let mercator = GeoPackageSpatialReference(
      id: 3_857, name: "Web Mercator", organization: "EPSG", organizationID: 3_857,
      definition: "undefined")
    var writer = GeoPackageWriter(
      output: ByteOutput(),
      options: GeoPackageOptions(lastChange: 0, spatialReferences: [mercator], pageSize: 512))
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    for table in tables {
      try writer.begin(table)
      var rowid: Int64 = 0
      for words in lines where words.first == table.name {
        rowid += 1
        let record = try record(words, table)
        try writer.append(record.span, rowid: rowid)
      }
      _ = try writer.endTable()
    }
    return try writer.finish().bytes
  }

  private static func record(_ words: [String], _ table: GeoPackageTable) throws -> [UInt8] {
    var values: [String: String] = [:]
    for word in words.dropFirst(2) {
      let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { throw CityError.badLine(word) }
      values[String(pair[0])] = String(pair[1]).replacing("_", with: " ")
    }
    values["globalid"] = words[1]
    var encoder = RecordEncoder()
    encoder.appendNull()
    if let geometry = table.geometry {
      if let shape = try shape(values) {
        var blob: [UInt8] = []
        GeoPackageBlob.append(shape, srsID: geometry.srsID, to: &blob)
        encoder.append(blob: blob.span)
      } else {
        encoder.appendNull()
      }
    }
    for column in table.columns {
      encoder.append(values[column.name].map { value($0, column) } ?? .null)
    }
    var record: [UInt8] = []
    encoder.write(to: &record)
    return record
  }

  private static func shape(_ values: [String: String]) throws -> Geometry? {
    if let sides = values["box"]?.split(separator: ",").compactMap({ Double($0) }) {
      var box = Geometry(Envelope(minX: sides[0], minY: sides[1], maxX: sides[2], maxY: sides[3]))
      try CoordinateTransform(from: .wgs84, to: .webMercator).apply(to: &box)
      return box
    }
    guard let x = values["x"].flatMap(Double.init), let y = values["y"].flatMap(Double.init) else {
      return nil
    }
    return Geometry(x: x, y: y)
  }

  private static func value(_ text: String, _ column: GeoPackageColumn) -> SQLValue {
    switch column.type {
    case .integer: Int64(text).map { .integer($0) } ?? .text(text)
    case .double: Double(text).map { .real($0) } ?? .text(text)
    case .text(length: 38): .text(Int(text).map { CityText.id($0).text } ?? text)
    default: .text(text)
    }
  }
}
