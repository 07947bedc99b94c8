import MapModel

/// Function reference: FeatureSet functions. Functions that also take arrays (Filter, Distinct,
/// First, Top, Count) are in `CollectionFunctions`. Those that also take numbers (Sum,
/// Mean, …) are in `NumberFunctions`.
enum FeatureSetFunctions {
  static let all: [ArcadeFunction] = [
    onTables("FeatureSetByName", arity: 2...4) { run, arguments throws(ArcadeProblem) in
      try featureSet(arguments, by: .name, in: &run) { $0.names }
    },
    onTables("FeatureSetById", arity: 2...4) { run, arguments throws(ArcadeProblem) in
      try featureSet(arguments, by: .id, in: &run) { $0.ids }
    },
    onTables("FeatureSetByRelationshipName", arity: 2...4) { run, arguments throws(ArcadeProblem) in
      try relatedFeatures(arguments, in: &run)
    },
    onTables("Attachments", arity: 1...2) { run, arguments throws(ArcadeProblem) in
      try attachments(arguments, in: &run)
    },
    ArcadeFunction("FilterBySubtypeCode", 2) { run, arguments throws(ArcadeProblem) in
      try RowFilter.filteredByType(arguments, in: &run)
    },
    ArcadeFunction("OrderBy", 2) { run, arguments throws(ArcadeProblem) in
      try RowSorting.ordered(arguments, in: &run)
    },
    ArcadeFunction("GroupBy", 3) { run, arguments throws(ArcadeProblem) in
      try RowGroups.grouped(try run.featureSet(arguments, 0), arguments, statisticsAt: 2, in: &run)
    },
  ]

  private static func onTables(
    _ name: String, arity: ClosedRange<Int>, _ body: @escaping ArcadeFunction.Body
  ) -> ArcadeFunction {
    ArcadeFunction(name, arity, .runsOnTables(body))
  }
}

extension FeatureSetFunctions {
  /// Looks up a table of `$map` or `$datastore` (function reference, FeatureSetByName and
  /// FeatureSetById). An exact match wins.
  private static func featureSet(
    _ arguments: ArcadeArguments, by kind: ArcadeTableName.Kind, in run: inout ArcadeRun,
    _ names: (ArcadeTable) -> [String]
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard case .tables = run.value(arguments, 0) else {
      throw run.wrongType(arguments, 0, expected: "$map or $datastore")
    }
    let wanted = try run.text(arguments, 1)
    let tables = run.context.tables?.tables ?? []
    guard
      let table = tables.firstIndex(where: { names($0).contains(wanted) })
        ?? tables.firstIndex(where: { names($0).contains { $0.isSameName(as: wanted) } })
    else { throw .missing(kind, wanted, function: arguments.function) }
    try checkFields(arguments, 2, in: run)
    return try run.makeValue(HeldFeatureSet(table: table, rows: nil))
  }

  /// The records related to a feature (function reference, FeatureSetByRelationshipName).
  private static func relatedFeatures(_ arguments: ArcadeArguments, in run: inout ArcadeRun)
    throws(ArcadeProblem) -> ArcadeValue
  {
    guard case .feature(let feature) = run.value(arguments, 0) else {
      throw run.wrongType(arguments, 0, expected: "a feature")
    }
    let name = try run.plainText(arguments, 1)
    let held = run.heap.features[Int(feature.slot)]
    guard let table = held.table.flatMap({ run.table(numbered: $0) }),
      let related = try table.related(name, held.record), run.table(numbered: related.table) != nil
    else { throw .missing(.relationship, name, function: arguments.function) }
    try checkFields(arguments, 2, in: run)
    return try run.makeValue(HeldFeatureSet(table: related.table, rows: related.rows))
  }

  /// Checks the list of fields that a feature set is requested with. It has no effect: all fields can
  /// be read, and a name without a field matters only where it is read.
  private static func checkFields(_ arguments: ArcadeArguments, _ index: Int, in run: ArcadeRun)
    throws(ArcadeProblem)
  {
    guard index < arguments.count, !run.value(arguments, index).isNull else { return }
    for field in try run.array(arguments, index) {
      guard case .text = field else {
        throw run.wrongType(arguments, index, expected: "an array of field names")
      }
    }
  }

  /// The attachments of a feature, filtered by type and size (function reference, Attachments).
  private static func attachments(_ arguments: ArcadeArguments, in run: inout ArcadeRun)
    throws(ArcadeProblem) -> ArcadeValue
  {
    guard case .feature(let feature) = run.value(arguments, 0) else {
      throw run.wrongType(arguments, 0, expected: "a feature")
    }
    let held = run.heap.features[Int(feature.slot)]
    guard let read = held.table.flatMap({ run.table(numbered: $0) })?.attachments else {
      throw .unavailable(name: "Attachments")
    }
    var types: [String]?
    var sizes = -Double.infinity...Double.infinity
    if case .dictionary(let options) = run.value(arguments, 1) {
      let entries = run.entries(of: options)
      if case .array(let list)? = entries["types"] {
        types = []
        for type in run.elements(of: list) { types?.append(try run.text(of: type).lowercased()) }
      }
      let low = entries["minsize"]?.asNumber ?? -.infinity
      let high = entries["maxsize"]?.asNumber ?? .infinity
      guard low <= high else { return try run.makeValue([]) }
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
      entries.set("name", try run.makeValue(attachment.name))
      entries.set("contenttype", .text(attachment.contentType))
      entries.set("size", .number(attachment.size))
      entries.set("keywords", try run.makeValue(attachment.keywords))
      entries.set("globalid", attachment.globalID.map(ArcadeValue.text) ?? .null)
      list.append(try run.makeValue(entries))
    }
    return try run.makeValue(list)
  }
}
