import MapModel

// Function reference: FeatureSet functions. Functions that also take arrays (Filter, Distinct,
// First, Top, Count) are in ArcadeFunctions+Collections.swift. Those that also take numbers (Sum,
// Mean, …) are in ArcadeFunctions+Numbers.swift.

extension ArcadeFunctions {
  static let featureSets: [ArcadeFunction] = [
    onTables("FeatureSetByName", arity: 2...4) { run, arguments throws(ArcadeProblem) in
      try run.featureSet(arguments, by: .name) { $0.names }
    },
    onTables("FeatureSetById", arity: 2...4) { run, arguments throws(ArcadeProblem) in
      try run.featureSet(arguments, by: .id) { $0.ids }
    },
    onTables("FeatureSetByRelationshipName", arity: 2...4) { run, arguments throws(ArcadeProblem) in
      try run.relatedFeatures(arguments)
    },
    onTables("Attachments", arity: 1...2) { run, arguments throws(ArcadeProblem) in
      try run.attachments(arguments)
    },
    ArcadeFunction("FilterBySubtypeCode", 2) { run, arguments throws(ArcadeProblem) in
      try run.filteredByType(arguments)
    },
    ArcadeFunction("OrderBy", 2) { run, arguments throws(ArcadeProblem) in
      try run.ordered(arguments)
    },
    ArcadeFunction("GroupBy", 3) { run, arguments throws(ArcadeProblem) in
      try run.grouped(try run.featureSet(arguments, 0), arguments, statisticsAt: 2)
    },
  ]

  private static func onTables(
    _ name: String, arity: ClosedRange<Int>, _ body: @escaping ArcadeFunction.Body
  ) -> ArcadeFunction {
    ArcadeFunction(name, arity, .runsOnTables(body))
  }
}

extension ArcadeWorkspace {
  /// The attachments of a feature, filtered by type and size (function reference, Attachments).
  mutating func attachments(_ arguments: ArcadeArguments) throws(ArcadeProblem) -> ArcadeValue {
    guard case .feature(let feature) = value(arguments, 0) else {
      throw wrongType(arguments, 0, expected: "a feature")
    }
    let held = heap.features[Int(feature.slot)]
    guard let read = held.table.flatMap(table(numbered:))?.attachments else {
      throw .unavailable(name: "Attachments")
    }
    var types: [String]?
    var sizes = -Double.infinity...Double.infinity
    if case .dictionary(let options) = value(arguments, 1) {
      let entries = entries(of: options)
      if case .array(let list)? = entries["types"] {
        types = []
        for type in elements(of: list) { types?.append(try text(of: type).lowercased()) }
      }
      let low = entries["minsize"]?.asNumber ?? -.infinity
      let high = entries["maxsize"]?.asNumber ?? .infinity
      guard low <= high else { return try makeValue([]) }
      sizes = low...high
    }
    var list: [ArcadeValue] = []
    for attachment in try read(held.record) {
      let type = attachment.contentType.lowercased()
      guard sizes.contains(Double(attachment.size)),
        types?.contains(where: { type == $0 || type.hasSuffix("/" + $0) }) ?? true
      else { continue }
      var entries = ArcadeEntries()
      entries.set("id", .number(attachment.id))
      entries.set("name", try makeValue(attachment.name))
      entries.set("contenttype", .text(attachment.contentType))
      entries.set("size", .number(attachment.size))
      entries.set("keywords", try makeValue(attachment.keywords))
      entries.set("globalid", attachment.globalID.map(ArcadeValue.text) ?? .null)
      list.append(try makeValue(entries))
    }
    return try makeValue(list)
  }
}
