import FeatureData
import Filters
import Geometry
import MapModel
import Records

/// Function reference: features and feature sets that an expression makes.
enum NewFeatureFunctions {
  static let all: [ArcadeFunction] = [
    ArcadeFunction("Feature", 1...ArcadeFunction.many) { run, arguments throws(ArcadeProblem) in
      try makeFeature(arguments, in: &run)
    },
    ArcadeFunction("FeatureSet", 1...2) { run, arguments throws(ArcadeProblem) in
      try makeFeatureSet(arguments, in: &run)
    },
    ArcadeFunction("SetGeometry", 2) { run, arguments throws(ArcadeProblem) in
      guard case .feature(let feature) = run.value(arguments, 0) else {
        throw run.wrongType(arguments, 0, expected: "a feature")
      }
      guard run.heap.features[Int(feature.slot)].attributes != nil else {
        throw .immutable(kind: "Feature")
      }
      switch run.value(arguments, 1) {
      case .geometry(let shape): run.heap.features[Int(feature.slot)].shape = shape
      case .null: run.heap.features[Int(feature.slot)].shape = nil
      default: throw run.wrongType(arguments, 1, expected: "a geometry")
      }
      return .null
    },
    ArcadeFunction("FeatureInFilter", 2) { run, arguments throws(ArcadeProblem) in
      try isInFilter(arguments, in: &run)
    },
    ArcadeFunction("GetFeatureSet", 1...2) { run, arguments throws(ArcadeProblem) in
      guard case .feature(let feature) = run.value(arguments, 0) else {
        throw run.wrongType(arguments, 0, expected: "a feature")
      }
      let source = try run.text(arguments, 1).lowercased()
      guard ["", "datasource", "root", "parent"].contains(source) else {
        throw run.badArgument(arguments, 1, message: "expected datasource, root or parent")
      }
      guard let table = run.heap.features[Int(feature.slot)].table else { return .null }
      return try run.makeValue(HeldFeatureSet(table: table, rows: nil))
    },
  ]
}

extension NewFeatureFunctions {
  /// Makes a feature from a geometry and attributes, from a dictionary or its text, or from another
  /// feature (function reference, Feature).
  private static func makeFeature(
    _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    var made = HeldFeature()
    var attributes = ArcadeEntries()
    var source = run.value(arguments, 0)
    if arguments.count == 1, case .text(let text) = source {
      source = try ArcadeJSON.value(ofJSON: text, arguments, in: &run)
    }
    switch source {
    case .feature(let feature) where arguments.count == 1:
      made.shape = try run.geometry(of: feature)
      for name in run.fieldNames(of: feature) {
        attributes.set(name, try run.member(of: feature, named: name))
      }
    case .dictionary(let dictionary) where arguments.count == 1:
      let entries = run.entries(of: dictionary)
      if case .dictionary(let given)? = entries["attributes"] {
        attributes = run.entries(of: given)
      }
      made.shape = try ShapeReading.shape(
        ofMember: entries["geometry"] ?? .null, arguments, in: &run)
    case .geometry, .null:
      if case .geometry(let shape) = source { made.shape = shape }
      if arguments.count == 2, case .dictionary(let given) = run.value(arguments, 1) {
        attributes = run.entries(of: given)
        break
      }
      guard arguments.count % 2 == 1 else {
        throw .argumentCount(
          function: arguments.function, given: arguments.count,
          expected: "a geometry, then pairs of a name and a value")
      }
      for index in Swift.stride(from: 1, to: arguments.count, by: 2) {
        attributes.set(try run.plainText(arguments, index), run.value(arguments, index + 1))
      }
    default: throw run.wrongType(arguments, 0, expected: "a geometry, a feature or a dictionary")
    }
    try run.budget.charge(elements: attributes.count * 2)
    made.attributes = attributes
    run.heap.features.append(made)
    return .feature(ArcadeFeature(slot: Int32(run.heap.features.count - 1)))
  }

  /// Makes a feature set from a dictionary of fields and features, or its text (function reference,
  /// FeatureSet).
  private static func makeFeatureSet(
    _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    var source = run.value(arguments, 0)
    if case .text(let text) = source {
      source = try ArcadeJSON.value(ofJSON: text, arguments, in: &run)
    }
    guard case .dictionary(let dictionary) = source else {
      throw run.wrongType(arguments, 0, expected: "a dictionary of fields and features")
    }
    let entries = run.entries(of: dictionary)
    let json = try ArcadeJSON.json(of: source, in: &run)
    var notices = MapNotices()
    let definition = try run.reading(arguments, 0) { () throws(MapModelError) in
      try LayerDefinition(json: json, notices: &notices)
    }
    let reference = ShapeReading.reference(of: entries, in: run).definition
    let schema = ArcadeSchema(
      title: definition.name, definition: definition,
      table: TableSchema(
        name: definition.name,
        columns: definition.fields.map { TableColumn($0, sourceName: $0.name) },
        geometry: definition.geometryType.map {
          GeometryField(
            kind: $0.kind, hasZ: false, hasM: false, spatialReference: reference,
            srsID: Int32(clamping: reference.wkid ?? 0))
        }))
    var records: [[UInt8]] = []
    guard case .array(let features)? = entries["features"] else {
      throw run.badArgument(arguments, 0, message: "it has no array of features")
    }
    for feature in run.elements(of: features) {
      records.append(try record(of: feature, schema, arguments, in: &run))
    }
    return try run.makeTable(of: schema, records)
  }

  /// Encodes a feature, or a dictionary of geometry and attributes, as a record.
  private static func record(
    of value: ArcadeValue, _ schema: ArcadeSchema, _ arguments: ArcadeArguments,
    in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> [UInt8] {
    var attributes = ArcadeEntries()
    var shape: ArcadeGeometry?
    switch value {
    case .dictionary(let dictionary):
      let entries = run.entries(of: dictionary)
      if case .dictionary(let given)? = entries["attributes"] {
        attributes = run.entries(of: given)
      }
      if schema.table.geometry != nil {
        shape = try ShapeReading.shape(ofMember: entries["geometry"] ?? .null, arguments, in: &run)
      }
    case .feature(let feature):
      for name in run.fieldNames(of: feature) {
        attributes.set(name, try run.member(of: feature, named: name))
      }
      if schema.table.geometry != nil { shape = try run.geometry(of: feature) }
    default: throw run.badArgument(arguments, 0, message: "one of its features is not a dictionary")
    }
    var encoder = RecordEncoder()
    encoder.appendNull()
    if let field = schema.table.geometry {
      if let held = shape.flatMap({ run.held($0) }) {
        var blob: [UInt8] = []
        GeoPackageBlob.append(held.geometry, srsID: field.srsID, to: &blob)
        encoder.append(blob: blob.span)
      } else {
        encoder.appendNull()
      }
    }
    for column in schema.columns {
      switch attributes[column.field.name] ?? .null {
      case .null: encoder.appendNull()
      case .number(let number):
        if let whole = Int64(exactly: number) {
          encoder.append(whole)
        } else {
          encoder.append(number)
        }
      case .boolean(let truth): encoder.append(Int64(truth ? 1 : 0))
      case .date(let date): encoder.append(date.milliseconds)
      case let other: encoder.append(text: try run.text(of: other))
      }
    }
    var bytes: [UInt8] = []
    encoder.write(to: &bytes)
    return bytes
  }

  /// Whether an SQL expression is true for a feature (function reference, FeatureInFilter).
  private static func isInFilter(
    _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard case .feature(let feature) = run.value(arguments, 0),
      let schema = run.heap.features[Int(feature.slot)].schema
    else { throw run.wrongType(arguments, 0, expected: "a feature of a layer") }
    let text = try run.plainText(arguments, 1)
    var filter = try run.reading(arguments, 1) { () throws(WhereError) in
      let clause = try WhereClause(
        parsing: text, fields: schema.clauseFields,
        firstFieldColumn: schema.table.firstFieldColumn, now: run.context.now)
      return try WhereRun(clause, parameters: [])
    }
    let held = run.heap.features[Int(feature.slot)]
    return .boolean(filter.isTrue(layout: held.layout, record: held.record.span))
  }
}
