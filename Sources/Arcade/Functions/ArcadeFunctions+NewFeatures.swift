import FeatureData
import Filters
import Geometry
import MapModel
import OrderedJSON
import Records

// Function reference: features and feature sets that an expression makes.

extension ArcadeFunctions {
  static let newFeatures: [ArcadeFunction] = [
    ArcadeFunction("Feature", 1...ArcadeFunction.many) { run, arguments throws(ArcadeProblem) in
      try run.makeFeature(arguments)
    },
    ArcadeFunction("FeatureSet", 1...2) { run, arguments throws(ArcadeProblem) in
      try run.makeFeatureSet(arguments)
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
      try run.isInFilter(arguments)
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

extension ArcadeWorkspace {
  /// Makes a feature from a geometry and attributes, from a dictionary or its text, or from another
  /// feature (function reference, Feature).
  fileprivate mutating func makeFeature(
    _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> ArcadeValue {
    var made = HeldFeature()
    var attributes = ArcadeEntries()
    var source = value(arguments, 0)
    if arguments.count == 1, case .text(let text) = source {
      source = try value(ofJSON: text, arguments)
    }
    switch source {
    case .feature(let feature) where arguments.count == 1:
      made.shape = try geometry(of: feature)
      for name in fieldNames(of: feature) {
        attributes.set(name, try member(of: feature, named: name))
      }
    case .dictionary(let dictionary) where arguments.count == 1:
      let entries = entries(of: dictionary)
      if case .dictionary(let given)? = entries["attributes"] {
        attributes = self.entries(of: given)
      }
      made.shape = try shape(ofMember: entries["geometry"] ?? .null, arguments)
    case .geometry, .null:
      if case .geometry(let shape) = source { made.shape = shape }
      if arguments.count == 2, case .dictionary(let given) = value(arguments, 1) {
        attributes = entries(of: given)
        break
      }
      guard arguments.count % 2 == 1 else {
        throw .argumentCount(
          function: arguments.function, given: arguments.count,
          expected: "a geometry, then pairs of a name and a value")
      }
      for index in Swift.stride(from: 1, to: arguments.count, by: 2) {
        attributes.set(try plainText(arguments, index), value(arguments, index + 1))
      }
    default: throw wrongType(arguments, 0, expected: "a geometry, a feature or a dictionary")
    }
    try charge(elements: attributes.count * 2)
    made.attributes = attributes
    heap.features.append(made)
    return .feature(ArcadeFeature(slot: Int32(heap.features.count - 1)))
  }

  /// The geometry that a dictionary describes.
  mutating func shape(
    ofMember value: ArcadeValue, _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> ArcadeGeometry? {
    switch value {
    case .null: return nil
    case .geometry(let shape): return shape
    case .dictionary(let dictionary):
      let entries = entries(of: dictionary)
      let types: [(String, EsriGeometryType)] = [
        ("x", .point), ("points", .multipoint), ("paths", .polyline), ("rings", .polygon),
        ("xmin", .envelope),
      ]
      guard let type = types.first(where: { entries[$0.0] != nil })?.1 else {
        throw badArgument(arguments, 0, message: "its geometry has no coordinates")
      }
      return try store(try shape(of: dictionary, as: type, arguments))
    default: throw badArgument(arguments, 0, message: "its geometry is not a geometry")
    }
  }

  /// Makes a feature set from a dictionary of fields and features, or its text (function reference,
  /// FeatureSet).
  fileprivate mutating func makeFeatureSet(
    _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> ArcadeValue {
    var source = value(arguments, 0)
    if case .text(let text) = source { source = try value(ofJSON: text, arguments) }
    guard case .dictionary(let dictionary) = source else {
      throw wrongType(arguments, 0, expected: "a dictionary of fields and features")
    }
    let entries = entries(of: dictionary)
    let json = try json(of: source)
    var notices = MapNotices()
    let definition: LayerDefinition
    do {
      definition = try LayerDefinition(json: json, notices: &notices)
    } catch {
      throw badArgument(arguments, 0, message: "\(error)")
    }
    let wkid = wkid(of: entries)
    let reference = SpatialReference(epsg: wkid)
    let schema = ArcadeSchema(
      title: definition.name, definition: definition,
      table: TableSchema(
        name: definition.name,
        columns: definition.fields.map { TableColumn($0, sourceName: $0.name) },
        geometry: definition.geometryType.map {
          GeometryField(
            kind: $0.kind, hasZ: false, hasM: false, spatialReference: reference,
            srsID: Int32(clamping: wkid))
        }))
    var records: [[UInt8]] = []
    guard case .array(let features)? = entries["features"] else {
      throw badArgument(arguments, 0, message: "it has no array of features")
    }
    for feature in elements(of: features) {
      records.append(try record(of: feature, schema, arguments))
    }
    return try makeTable(schema, records)
  }

  /// Encodes a feature, or a dictionary of geometry and attributes, as a record.
  private mutating func record(
    of value: ArcadeValue, _ schema: ArcadeSchema, _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> [UInt8] {
    var attributes = ArcadeEntries()
    var shape: ArcadeGeometry?
    switch value {
    case .dictionary(let dictionary):
      let entries = entries(of: dictionary)
      if case .dictionary(let given)? = entries["attributes"] {
        attributes = self.entries(of: given)
      }
      if schema.table.geometry != nil {
        shape = try self.shape(ofMember: entries["geometry"] ?? .null, arguments)
      }
    case .feature(let feature):
      for name in fieldNames(of: feature) {
        attributes.set(name, try member(of: feature, named: name))
      }
      if schema.table.geometry != nil { shape = try geometry(of: feature) }
    default: throw badArgument(arguments, 0, message: "one of its features is not a dictionary")
    }
    var encoder = RecordEncoder()
    encoder.appendNull()
    if let field = schema.table.geometry {
      if let held = shape.flatMap(held) {
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
      case let other: encoder.append(text: try text(of: other))
      }
    }
    var bytes: [UInt8] = []
    encoder.write(to: &bytes)
    return bytes
  }

  /// Whether an SQL expression is true for a feature (function reference, FeatureInFilter).
  fileprivate mutating func isInFilter(
    _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard case .feature(let feature) = value(arguments, 0),
      let schema = heap.features[Int(feature.slot)].schema
    else { throw wrongType(arguments, 0, expected: "a feature of a layer") }
    let text = try plainText(arguments, 1)
    var filter: WhereRun
    do throws(WhereError) {
      let clause = try WhereClause(
        parsing: text, fields: schema.clauseFields,
        firstFieldColumn: schema.table.firstFieldColumn, now: context.now)
      filter = try WhereRun(clause, parameters: [])
    } catch {
      throw badArgument(arguments, 1, message: "\(error)")
    }
    let held = heap.features[Int(feature.slot)]
    return .boolean(filter.isTrue(layout: held.layout, record: held.record.span))
  }
}
