import FeatureData
import Geometry
import MapModel
import OrderedJSON

/// Function reference: feature functions that need no other table, and debugging.
enum DataFunctions {
  static let all: [ArcadeFunction] = [
    ArcadeFunction("Console", 1...ArcadeFunction.many) { run, arguments throws(ArcadeProblem) in
      var text = ""
      for index in 0..<arguments.count { text += try run.text(arguments, index) }
      if run.messages.count < ArcadeRun.mostMessages { run.messages.append(text) }
      return .null
    },
    // `Expects` only informs the host before the run.
    ArcadeFunction("Expects", 2...ArcadeFunction.many) { run, arguments throws(ArcadeProblem) in
      .null
    },
    ArcadeFunction("Geometry", 1) { run, arguments throws(ArcadeProblem) in
      switch run.value(arguments, 0) {
      case .feature(let feature):
        try run.geometry(of: feature).map(ArcadeValue.geometry) ?? .null
      case .geometry(let geometry): .geometry(geometry)
      case .null: .null
      case .text(let text):
        try ShapeReading.shape(
          ofMember: try ArcadeJSON.value(ofJSON: text, arguments, in: &run), arguments, in: &run
        )
        .map(ArcadeValue.geometry) ?? .null
      case .dictionary:
        try ShapeReading.shape(ofMember: run.value(arguments, 0), arguments, in: &run)
          .map(ArcadeValue.geometry) ?? .null
      default: throw run.wrongType(arguments, 0, expected: "a feature or a dictionary")
      }
    },
    // The code itself is returned if there is no domain, or the domain lacks the code.
    ArcadeFunction("DomainName", 2...4) { run, arguments throws(ArcadeProblem) in
      let (domain, code) = try domain(arguments, valueAt: 2, subtypeAt: 3, in: run)
      guard case .codedValues(_, let values)? = domain else { return code }
      if let found = values.first(where: { code.isSame(asCode: $0.code) }) {
        return .text(found.name)
      }
      return code.isNull ? .null : try run.makeValue(try run.text(of: code))
    },
    // The name itself is returned if there is no domain, or the domain lacks the name.
    ArcadeFunction("DomainCode", 2...4) { run, arguments throws(ArcadeProblem) in
      let (domain, name) = try domain(arguments, valueAt: 2, subtypeAt: 3, in: run)
      guard case .codedValues(_, let values)? = domain else { return name }
      let wanted = try run.text(of: name)
      let found = values.first { $0.name.utf8.elementsEqual(wanted.utf8) }
      return found.map { ArcadeValue(code: $0.code) } ?? name
    },
    ArcadeFunction("Domain", 2...3) { run, arguments throws(ArcadeProblem) in
      guard let domain = try domain(arguments, valueAt: 3, subtypeAt: 2, in: run).domain else {
        return .null
      }
      let field = try column(arguments, 1, in: run).field
      return try dictionary(of: domain, type: field.type, in: &run)
    },
    ArcadeFunction("Subtypes", 1) { run, arguments throws(ArcadeProblem) in
      guard let schema = try schema(arguments, 0, in: run), let column = schema.typeColumn else {
        return .null
      }
      var types: [ArcadeValue] = []
      for type in schema.definition.types {
        var entries = ArcadeEntries()
        entries.set("name", .text(type.name))
        entries.set("code", ArcadeValue(code: type.id))
        types.append(try run.makeValue(entries))
      }
      var entries = ArcadeEntries()
      entries.set("subtypeField", .text(schema.columns[column].field.name))
      entries.set("subtypes", try run.makeValue(types))
      return try run.makeValue(entries)
    },
    ArcadeFunction("SubtypeCode", 1) { run, arguments throws(ArcadeProblem) in
      guard case .feature(let feature) = run.value(arguments, 0),
        let schema = try schema(arguments, 0, in: run), let column = schema.typeColumn
      else { return .null }
      return run.heap.features[Int(feature.slot)].value(of: schema.cells[column])
    },
    ArcadeFunction("SubtypeName", 1) { run, arguments throws(ArcadeProblem) in
      guard case .feature(let feature) = run.value(arguments, 0),
        let type = type(of: feature, code: nil, in: run)
      else { return .null }
      return .text(type.name)
    },
    ArcadeFunction("Schema", 1) { run, arguments throws(ArcadeProblem) in
      guard let schema = try schema(arguments, 0, in: run) else { return .null }
      return try dictionary(of: schema, in: &run)
    },
    // Fieldpack reads no versioned data.
    ArcadeFunction("GdbVersion", 1) { run, arguments throws(ArcadeProblem) in
      _ = try schema(arguments, 0, in: run)
      return .text("")
    },
  ]
}

extension DataFunctions {
  /// The schema of an argument that must be a feature or a feature set. Nil for a feature that the
  /// run made.
  private static func schema(_ arguments: ArcadeArguments, _ index: Int, in run: ArcadeRun)
    throws(ArcadeProblem) -> ArcadeSchema?
  {
    switch run.value(arguments, index) {
    case .feature(let feature):
      let slot = Int(feature.slot)
      return run.heap.features.indices.contains(slot) ? run.heap.features[slot].schema : nil
    case .featureSet(let set): return run.table(of: set)?.schema
    default: throw run.wrongType(arguments, index, expected: "a feature or a feature set")
    }
  }

  /// The field that an argument names, in the first argument's feature.
  private static func column(
    _ arguments: ArcadeArguments, _ index: Int, in run: ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeSchema.Column {
    guard case .text(let name) = run.value(arguments, index) else {
      throw run.wrongType(arguments, index, expected: "a field name")
    }
    guard let schema = try schema(arguments, 0, in: run), let column = schema.column(named: name)
    else {
      throw .unknownField(name: name, layer: (try schema(arguments, 0, in: run))?.title ?? "")
    }
    return schema.columns[column]
  }

  /// The domain of the field in the second argument, and the value at `valueAt`. Without such a
  /// value, the feature's own value.
  private static func domain(
    _ arguments: ArcadeArguments, valueAt: Int, subtypeAt: Int, in run: ArcadeRun
  ) throws(ArcadeProblem) -> (domain: Domain?, value: ArcadeValue) {
    let column = try column(arguments, 1, in: run)
    var own = ArcadeValue.null
    var type: FeatureType?
    let code = subtypeAt < arguments.count ? run.value(arguments, subtypeAt) : nil
    if case .feature(let feature) = run.value(arguments, 0) {
      own = run.heap.features[Int(feature.slot)].value(of: column.cell)
      type = Self.type(of: feature, code: code, in: run)
    } else if let code, let schema = try schema(arguments, 0, in: run) {
      type = schema.definition.types.first { code.isSame(asCode: $0.id) }
    }
    var domain = column.field.domain
    if let special = type?.domains.first(where: { column.field.isNamed($0.field) }),
      special.domain != .inherited
    {
      domain = special.domain
    }
    return (domain, valueAt < arguments.count ? run.value(arguments, valueAt) : own)
  }

  /// The type of a feature, or the type of `code` instead.
  private static func type(of feature: ArcadeFeature, code: ArcadeValue?, in run: ArcadeRun)
    -> FeatureType?
  {
    let slot = Int(feature.slot)
    guard run.heap.features.indices.contains(slot), let schema = run.heap.features[slot].schema,
      let column = schema.typeColumn
    else { return nil }
    let code =
      code.flatMap { $0.isNull ? nil : $0 }
      ?? run.heap.features[slot].value(of: schema.cells[column])
    return schema.definition.types.first { code.isSame(asCode: $0.id) }
  }

  /// Describes a domain (function reference, Domain).
  private static func dictionary(
    of domain: Domain, type: FieldType, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    var entries = ArcadeEntries()
    entries.set("name", .text(domain.name ?? ""))
    entries.set("dataType", .text(type.rawValue))
    switch domain {
    case .codedValues(_, let values):
      entries.set("type", .text("codedValue"))
      var list: [ArcadeValue] = []
      for value in values {
        var entry = ArcadeEntries()
        entry.set("name", .text(value.name))
        entry.set("code", ArcadeValue(code: value.code))
        list.append(try run.makeValue(entry))
      }
      entries.set("codedValues", try run.makeValue(list))
    case .range(_, let minimum, let maximum):
      entries.set("type", .text("range"))
      entries.set("min", .number(minimum))
      entries.set("max", .number(maximum))
    case .inherited: return .null
    }
    return try run.makeValue(entries)
  }

  /// Describes a schema (function reference, Schema).
  private static func dictionary(of schema: ArcadeSchema, in run: inout ArcadeRun)
    throws(ArcadeProblem)
    -> ArcadeValue
  {
    var fields: [ArcadeValue] = []
    for column in schema.columns {
      var entries = ArcadeEntries()
      entries.set("name", .text(column.field.name))
      entries.set("alias", .text(column.field.label))
      entries.set("type", .text(column.field.type.rawValue))
      entries.set("editable", .boolean(column.field.isEditable))
      entries.set("nullable", .boolean(column.field.isNullable))
      if let length = column.field.length { entries.set("length", .number(length)) }
      if let domain = column.field.domain {
        entries.set("domain", try dictionary(of: domain, type: column.field.type, in: &run))
      }
      fields.append(try run.makeValue(entries))
    }
    var entries = ArcadeEntries()
    entries.set("objectIdField", .text(schema.definition.objectIDField ?? ""))
    entries.set("globalIdField", .text(schema.definition.globalIDField ?? ""))
    let type =
      schema.definition.geometryType
      ?? schema.table.geometry?.kind.map(EsriGeometryType.init(kind:))
    entries.set("geometryType", .text(type?.rawValue ?? "esriGeometryNull"))
    entries.set("fields", try run.makeValue(fields))
    return try run.makeValue(entries)
  }
}
