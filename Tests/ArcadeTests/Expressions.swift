import Arcade
import Bytes
import FeatureData
import Geometry
import MapModel
import OrderedJSON
import Records

/// Runs expressions on a tree of the tests' own layer. Results are written as JSON, which
/// distinguishes `1` from `"1"`.
enum Expressions {
  /// 2026-11-21T12:00:00Z.
  static let now: Int64 = 1_795_262_400_000

  static let definition = layer(
    """
    {"id": 0, "name": "Trees", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
     "objectIdField": "OBJECTID", "globalIdField": "GlobalID", "typeIdField": "Kind",
     "fields": [
      {"name": "OBJECTID", "type": "esriFieldTypeOID"},
      {"name": "GlobalID", "type": "esriFieldTypeGlobalID"},
      {"name": "Address", "alias": "Street address", "type": "esriFieldTypeString", "length": 80},
      {"name": "DBH", "type": "esriFieldTypeDouble"},
      {"name": "Height", "type": "esriFieldTypeInteger"},
      {"name": "Condition", "type": "esriFieldTypeString", "domain": {"type": "codedValue",
       "name": "Conditions", "codedValues": [{"name": "In good health", "code": "G"},
       {"name": "Poor", "code": "P"}]}},
      {"name": "Kind", "type": "esriFieldTypeInteger"},
      {"name": "Planted", "type": "esriFieldTypeDate"},
      {"name": "Day", "type": "esriFieldTypeDateOnly"},
      {"name": "Notes", "type": "esriFieldTypeString"},
      {"name": "Empty", "type": "esriFieldTypeString"},
      {"name": "Wires", "type": "esriFieldTypeSmallInteger", "domain": {"type": "range",
       "name": "Count", "range": [0, 9]}}],
     "types": [
      {"id": 1, "name": "Conifer", "domains": {"Condition": {"type": "codedValue", "name": "Special",
       "codedValues": [{"name": "Green", "code": "G"}]}}},
      {"id": 2, "name": "Broadleaf", "domains": {"Condition": {"type": "inherited"}}}]}
    """)

  /// The values of the tree.
  static let tree: [SQLValue] = [
    .integer(7), .text("{0a1b2c3d-0000-4000-8000-000000000001}"), .text("7451 N Woolsey Ave"),
    .real(12.5), .integer(40), .text("G"), .integer(2), .text("2012-06-30T00:00:00.000Z"),
    .text("2020-02-29"), .text("old\nand \"quoted\" \u{1F333}"), .null, .integer(3),
  ]

  static let schema = ArcadeSchema(
    title: "Trees", definition: definition,
    table: table(of: definition))

  static func layer(_ json: String) -> LayerDefinition {
    var notices = MapNotices()
    guard let value = try? JSONParser.parse(Array(json.utf8)),
      let definition = try? LayerDefinition(json: value, notices: &notices)
    else { preconditionFailure("the layer of a test is no layer") }
    return definition
  }

  static func table(of definition: LayerDefinition) -> TableSchema {
    TableSchema(
      name: definition.name,
      columns: definition.fields.map { TableColumn($0, sourceName: $0.name) },
      geometry: definition.geometryType == nil
        ? nil
        : GeometryField(
          kind: .point, hasZ: false, hasM: false, spatialReference: .webMercator, srsID: 3857))
  }

  static func record(_ values: [SQLValue], shape: Geometry? = Geometry(x: 10, y: 20)) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.appendNull()
    if let shape {
      var blob: [UInt8] = []
      GeoPackageBlob.append(shape, srsID: 3857, to: &blob)
      encoder.append(blob: blob.span)
    }
    for value in values { encoder.append(value) }
    var bytes: [UInt8] = []
    encoder.write(to: &bytes)
    return bytes
  }

  static func workspace(
    limits: ArcadeLimits = ArcadeLimits(), record: [UInt8] = record(tree)
  ) throws -> ArcadeWorkspace {
    var workspace = ArcadeWorkspace(
      context: ArcadeContext(now: now, viewScale: 5_000, limits: limits))
    try workspace.setFeature(record.span, schema: schema)
    return workspace
  }

  /// The value of an expression, as JSON.
  static func value(
    _ source: String, profile: ArcadeProfile = .popup, limits: ArcadeLimits = ArcadeLimits()
  ) throws -> String {
    var workspace = try workspace(limits: limits)
    let program = try ArcadeProgram(parsing: source, profile: profile, features: schema)
    return try text(of: workspace.value(of: program), in: &workspace)
  }

  static func text(
    of value: ArcadeValue, in workspace: inout ArcadeWorkspace
  ) throws -> String {
    if case .number(let number) = value { return ArcadeNumber.text(number) }
    return String(decoding: JSONWriter.write(try workspace.run.json(of: value)), as: UTF8.self)
  }

  /// The error of an expression; nil if it has a value.
  static func failure(
    _ source: String, profile: ArcadeProfile = .popup, limits: ArcadeLimits = ArcadeLimits()
  ) throws -> ArcadeError? {
    do {
      _ = try value(source, profile: profile, limits: limits)
      return nil
    } catch let error as ArcadeError {
      return error
    }
  }
}
