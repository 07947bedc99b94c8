import FeatureData
import Filters
import MapModel
import Records

// Filtering and sorting feature sets (function reference: Filter, OrderBy, FilterBySubtypeCode),
// and looking up tables (FeatureSetByName, FeatureSetById, FeatureSetByRelationshipName).

extension ArcadeWorkspace {
  /// An argument that must be a feature set.
  func featureSet(
    _ arguments: ArcadeArguments, _ index: Int
  ) throws(ArcadeProblem) -> ArcadeFeatureSet {
    guard case .featureSet(let set) = value(arguments, index) else {
      throw wrongType(arguments, index, expected: "a feature set")
    }
    return set
  }

  /// Looks up a table of `$map` or `$datastore` (function reference, FeatureSetByName and
  /// FeatureSetById). An exact match wins.
  mutating func featureSet(
    _ arguments: ArcadeArguments, by kind: ArcadeTableName.Kind, _ names: (ArcadeTable) -> [String]
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard case .tables = value(arguments, 0) else {
      throw wrongType(arguments, 0, expected: "$map or $datastore")
    }
    let wanted = try text(arguments, 1)
    let tables = context.tables?.tables ?? []
    guard
      let table = tables.firstIndex(where: { names($0).contains(wanted) })
        ?? tables.firstIndex(where: { names($0).contains { $0.isSameName(as: wanted) } })
    else { throw .missing(kind, wanted, function: arguments.function) }
    try checkFields(arguments, 2, against: tables[table].schema)
    return try makeValue(HeldFeatureSet(table: table, rows: nil))
  }

  /// The records related to a feature (function reference, FeatureSetByRelationshipName).
  mutating func relatedFeatures(_ arguments: ArcadeArguments) throws(ArcadeProblem) -> ArcadeValue {
    guard case .feature(let feature) = value(arguments, 0) else {
      throw wrongType(arguments, 0, expected: "a feature")
    }
    let name = try plainText(arguments, 1)
    let held = heap.features[Int(feature.slot)]
    guard let table = held.table.flatMap(table(numbered:)),
      let related = try table.related(name, held.record),
      let other = self.table(numbered: related.table)
    else { throw .missing(.relationship, name, function: arguments.function) }
    try checkFields(arguments, 2, against: other.schema)
    return try makeValue(HeldFeatureSet(table: related.table, rows: related.rows))
  }

  /// Checks the list of fields that a feature set is requested with. All must exist.
  private func checkFields(
    _ arguments: ArcadeArguments, _ index: Int, against schema: ArcadeSchema
  ) throws(ArcadeProblem) {
    guard index < arguments.count, !value(arguments, index).isNull else { return }
    for field in try array(arguments, index) {
      guard case .text(let name) = field else {
        throw wrongType(arguments, index, expected: "an array of field names")
      }
      guard name == "*" || schema.column(named: name) != nil else {
        throw .unknownField(name: name, layer: schema.title)
      }
    }
  }

  /// The rows for which an SQL expression is true (function reference, Filter). `@name` in it is
  /// the variable of that name.
  mutating func filtered(
    _ set: ArcadeFeatureSet, _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> ArcadeValue {
    let text = try plainText(arguments, 1)
    let (names, values) = try variables(namedIn: text, arguments)
    return try shared(set) { (_) throws(ArcadeProblem) in
      zip(names, values).reduce("Filter \(text)") { "\($0)\n@\($1.0) \($1.1.spelled)" }
    } make: { (run) throws(ArcadeProblem) in
      try run.filtered(set, by: text, names: names, values: values, arguments)
    }
  }

  private mutating func filtered(
    _ set: ArcadeFeatureSet, by text: String, names: [String], values: [WhereParameter],
    _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let held = held(set), let table = table(of: set) else { return .null }
    var filter: WhereRun
    do throws(WhereError) {
      let clause = try WhereClause(
        parsing: text, fields: table.schema.clauseFields,
        firstFieldColumn: table.schema.table.firstFieldColumn, now: context.now,
        parameters: names)
      filter = try WhereRun(clause, parameters: values)
    } catch {
      throw badArgument(arguments, 1, message: "\(error)")
    }
    var rows: [Int] = []
    let candidates =
      held.rows == nil
      ? try candidates(
        in: table, numbered: held.table, for: text, names: names, values: values) : nil
    try eachRow(of: set, only: candidates) { (row, layout, record) throws(ArcadeProblem) in
      if filter.isTrue(layout: layout, record: record.span) { rows.append(row) }
    }
    return try makeValue(HeldFeatureSet(table: held.table, rows: rows))
  }

  /// The variables that a text names as `@name`.
  private func variables(
    namedIn text: String, _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> (names: [String], values: [WhereParameter]) {
    guard let scope = arguments.scope, let code, text.utf8.contains(UInt8(ascii: "@"))
    else { return ([], []) }
    let letters = Array(text.lowercased().utf8)
    let visible = code.scopes[scope]
    let base = frames.last?.base ?? 0
    var names: [String] = []
    var values: [WhereParameter] = []
    for (name, slot) in zip(visible.names, visible.slots) {
      guard letters.firstOffset(of: Array("@\(name)".utf8), from: 0) != nil else { continue }
      let value = slot.isLocal ? stack[base + slot.index] : globals[slot.index]
      guard let parameter = parameter(of: value) else {
        // The text may name another variable that only begins with this name.
        if letters.containsParameter(named: Array(name.utf8)) {
          throw badArgument(
            arguments, 1, message: "@\(name) is \(value.kind), which a filter cannot compare")
        }
        continue
      }
      names.append(name)
      values.append(parameter)
    }
    return (names, values)
  }

  /// A value for a where clause, an array for `IN @name`. Nil for a value that cannot be compared.
  private func parameter(of value: ArcadeValue) -> WhereParameter? {
    guard case .array(let array) = value else { return value.asParameter }
    var list: [WhereParameter] = []
    for element in elements(of: array) {
      guard let parameter = element.asParameter else { return nil }
      list.append(parameter)
    }
    return .list(list)
  }

  /// The rows of one subtype (function reference, FilterBySubtypeCode).
  mutating func filteredByType(_ arguments: ArcadeArguments) throws(ArcadeProblem) -> ArcadeValue {
    let set = try featureSet(arguments, 0)
    return try shared(set) { (run) throws(ArcadeProblem) in
      try "FilterBySubtypeCode \(run.spelled(arguments, from: 1))"
    } make: { (run) throws(ArcadeProblem) in
      try run.filteredByType(set, arguments)
    }
  }

  private mutating func filteredByType(
    _ set: ArcadeFeatureSet, _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let held = held(set), let table = table(of: set),
      let column = table.schema.typeColumn
    else { throw badArgument(arguments, 0, message: "its layer has no subtypes") }
    let code = value(arguments, 1)
    var feature = HeldFeature()
    var rows: [Int] = []
    let cell = table.schema.cells[column]
    try eachRow(of: set) { (row, layout, record) throws(ArcadeProblem) in
      feature.record = record
      feature.layout = layout
      if feature.value(of: cell).isSame(as: code) { rows.append(row) }
    }
    return try makeValue(HeldFeatureSet(table: held.table, rows: rows))
  }

  /// The rows sorted by `FIELD [ASC|DESC][, …]` (function reference, OrderBy). Equal rows keep
  /// their order.
  mutating func ordered(_ arguments: ArcadeArguments) throws(ArcadeProblem) -> ArcadeValue {
    let set = try featureSet(arguments, 0)
    let text = try plainText(arguments, 1)
    return try shared(set) { (_) throws(ArcadeProblem) in
      "OrderBy \(text)"
    } make: { (run) throws(ArcadeProblem) in
      try run.ordered(set, by: text, arguments)
    }
  }

  private mutating func ordered(
    _ set: ArcadeFeatureSet, by text: String, _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let held = held(set), let table = table(of: set) else { return .null }
    let fields = table.schema.clauseFields
    let first = table.schema.table.firstFieldColumn
    let order: RowOrder
    let columns: [Int]
    do throws(WhereError) {
      columns = try RowOrder(parsing: text, fields: fields, firstFieldColumn: first).fields
      order = try RowOrder(
        parsing: text, fields: columns.map { fields[$0] }, firstFieldColumn: 0)
    } catch {
      throw badArgument(arguments, 1, message: "\(error)")
    }
    let count = self.count(of: set)
    // Only the sorted-by values of each row are kept. They count as memory of the run.
    var records: [UInt8] = []
    var ends: [Int] = [0]
    var rows: [Int] = []
    let most = bytesLeft
    let limit = context.limits.bytes
    var encoder = RecordEncoder()
    try eachRow(of: set) { (row, layout, record) throws(ArcadeProblem) in
      encoder.removeAll()
      for column in columns {
        encoder.append(layout.value(first + column, in: record.span), of: record.span)
      }
      encoder.write(to: &records)
      ends.append(records.count)
      rows.append(row)
      guard records.count <= most else { throw .tooMuchMemory(limit: limit) }
    }
    try charge(bytes: records.count + 16 * count)
    try charge(steps: count * max(1, count.bitWidth - count.leadingZeroBitCount))
    var one = RecordLayout()
    var two = RecordLayout()
    let bytes = records.span
    let sorted = rows.indices.sorted { left, right in
      let first = bytes.extracting(ends[left]..<ends[left + 1])
      let second = bytes.extracting(ends[right]..<ends[right + 1])
      // These records were encoded above, so parsing cannot fail.
      guard (try? one.parse(first)) != nil, (try? two.parse(second)) != nil else {
        return left < right
      }
      let outcome = order.order(layout: one, record: first, otherLayout: two, other: second)
      return outcome == 0 ? left < right : outcome < 0
    }
    return try makeValue(HeldFeatureSet(table: held.table, rows: sorted.map { rows[$0] }))
  }
}

extension ArcadeValue {
  /// The value for a where clause; nil for a value that cannot be compared.
  var asParameter: WhereParameter? {
    switch self {
    case .null: .null
    case .number(let number): .number(number)
    case .boolean(let value): .number(value ? 1 : 0)
    case .text(let text): .text(text)
    case .date(let date): .moment(date.milliseconds)
    case .day(let day): .moment(Int64(day.daysSince1970) * ArcadeDate.day)
    case .time(let time): .text(time.text)
    case .array, .dictionary, .feature, .featureSet, .geometry, .function, .tables: nil
    }
  }
}

extension WhereParameter {
  /// The value as text that is different for every value.
  fileprivate var spelled: String {
    switch self {
    case .null: "null"
    case .number(let number): "number \(number.bitPattern)"
    case .text(let text): "text \(text.utf8.count) \(text)"
    case .moment(let moment): "moment \(moment)"
    case .identity(let identity): "identity \(identity.text)"
    case .list(let list): "list \(list.count) \(list.map(\.spelled).joined(separator: " "))"
    }
  }
}

extension [UInt8] {
  /// Whether a text contains `@name` and the name ends there.
  fileprivate func containsParameter(named name: [UInt8]) -> Bool {
    let wanted = [UInt8(ascii: "@")] + name
    var offset = 0
    while let found = firstOffset(of: wanted, from: offset) {
      offset = found + wanted.count
      guard offset < count else { return true }
      let byte = self[offset]
      if !byte.isDigit, (byte | 0x20) &- 0x61 >= 26, byte != UInt8(ascii: "_"), byte < 0x80 {
        return true
      }
    }
    return false
  }
}
