import FeatureData
import Filters
import MapModel
import OrderedJSON
import Records

// Groups and statistics of rows (function reference: GroupBy, Distinct, Sum, Mean, …). Groups are
// in the order of their first rows. A feature set of groups is a table of the run.

/// A value to group by, and its field in the result.
private struct GroupKey {
  var field: Field
  var expression: WhereExpression
}

/// A statistic of each group, and its field in the result.
private struct GroupStatistic {
  var field: Field
  var expression: WhereExpression
  var statistic: RowStatistic
}

extension ArcadeWorkspace {
  /// A statistic of a feature set: of a field or an SQL expression (function reference, Sum, Mean
  /// and others).
  mutating func statistic(
    _ name: String, of set: ArcadeFeatureSet, _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard arguments.count == 2 else {
      throw .argumentCount(
        function: name, given: arguments.count, expected: "a feature set and an expression")
    }
    let text = try plainText(arguments, 1)
    return try shared(set) { (_) throws(ArcadeProblem) in
      "\(name) \(text)"
    } make: { (run) throws(ArcadeProblem) in
      try run.statistic(name, of: set, expression: text, arguments)
    }
  }

  private mutating func statistic(
    _ name: String, of set: ArcadeFeatureSet, expression text: String,
    _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let table = table(of: set), let kind = RowStatistic.Kind(name) else { return .null }
    var expression = try expression(text, in: table.schema, arguments, at: 1)
    var statistic = RowStatistic(kind)
    try eachRow(of: set) { (_, layout, record) throws(ArcadeProblem) in
      statistic.add(expression.value(layout: layout, record: record.span))
    }
    if kind == .sum, case .null = statistic.value { return .number(0) }
    return statistic.value.value
  }

  /// Groups a feature set (function reference, GroupBy and Distinct).
  ///
  /// - Parameter statisticsAt: the argument with the statistics; nil for none.
  mutating func grouped(
    _ set: ArcadeFeatureSet, _ arguments: ArcadeArguments, statisticsAt: Int?
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard arguments.count >= 2 else {
      throw .argumentCount(
        function: arguments.function, given: arguments.count,
        expected: "a feature set and its fields")
    }
    return try shared(set) { (run) throws(ArcadeProblem) in
      try "\(arguments.function) \(run.spelled(arguments, from: 1))"
    } make: { (run) throws(ArcadeProblem) in
      try run.groups(set, arguments, statisticsAt: statisticsAt)
    }
  }

  private mutating func groups(
    _ set: ArcadeFeatureSet, _ arguments: ArcadeArguments, statisticsAt: Int?
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let table = table(of: set) else { return .null }
    var keys: [GroupKey] = []
    for item in items(value(arguments, 1)) {
      keys.append(try key(item, in: table.schema, arguments))
    }
    var statistics: [GroupStatistic] = []
    if let statisticsAt {
      for item in items(value(arguments, statisticsAt)) {
        statistics.append(try statistic(item, in: table.schema, arguments, at: statisticsAt))
      }
    }
    var groups: [[UInt8]: Int] = [:]
    var records: [[UInt8]] = []
    var found: [[RowStatistic]] = []
    let start = statistics.map(\.statistic)
    let most = bytesLeft
    let limit = context.limits.bytes
    var used = 0
    var encoder = RecordEncoder()
    try eachRow(of: set) { (_, layout, record) throws(ArcadeProblem) in
      encoder.removeAll()
      encoder.appendNull()
      for index in keys.indices {
        encoder.append(keys[index].expression.value(layout: layout, record: record.span))
      }
      var bytes: [UInt8] = []
      encoder.write(to: &bytes)
      let group: Int
      if let known = groups[bytes] {
        group = known
      } else {
        used += 2 * bytes.count + 64 * (1 + statistics.count)
        guard used <= most else { throw .tooMuchMemory(limit: limit) }
        group = records.count
        groups[bytes] = group
        records.append(bytes)
        found.append(start)
      }
      for index in statistics.indices {
        found[group][index].add(
          statistics[index].expression.value(layout: layout, record: record.span))
      }
    }
    try charge(bytes: used)
    for index in records.indices {
      records[index] = try record(
        records[index], with: found[index].map(\.value), encoder: &encoder)
    }
    return try makeTable(
      titled: table.schema.title, fields: keys.map(\.field) + statistics.map(\.field),
      records)
  }

  /// A copy of a record with more values appended.
  private func record(
    _ record: [UInt8], with values: [WhereParameter], encoder: inout RecordEncoder
  ) throws(ArcadeProblem) -> [UInt8] {
    var layout = RecordLayout()
    do throws(RecordError) {
      try layout.parse(record.span)
    } catch {
      throw .damagedRecord("\(error)")
    }
    encoder.removeAll()
    for column in 0..<layout.count {
      encoder.append(layout.value(column, in: record.span), of: record.span)
    }
    for value in values { encoder.append(value) }
    var bytes: [UInt8] = []
    encoder.write(to: &bytes)
    return bytes
  }

  /// Makes a feature set from records of the run.
  mutating func makeTable(
    titled title: String, fields: [Field], _ records: [[UInt8]]
  ) throws(ArcadeProblem) -> ArcadeValue {
    var notices = MapNotices()
    guard
      let definition = try? LayerDefinition(json: .object(JSONObject([])), notices: &notices)
    else { return .null }
    let schema = ArcadeSchema(
      title: title, definition: definition,
      table: TableSchema(
        name: title, columns: fields.map { TableColumn($0, sourceName: $0.name) }))
    return try makeTable(schema, records)
  }

  /// Makes a feature set from records with a schema.
  mutating func makeTable(
    _ schema: ArcadeSchema, _ records: [[UInt8]]
  ) throws(ArcadeProblem) -> ArcadeValue {
    try charge(elements: records.reduce(records.count) { $0 + $1.count / 16 })
    heap.tables.append(
      ArcadeTable(
        names: [], ids: [], schema: schema, count: records.count,
        read: { (row, record) throws(ArcadeProblem) in record = records[row] },
        related: { (_, _) throws(ArcadeProblem) in nil }))
    return try makeValue(HeldFeatureSet(table: ~(heap.tables.count - 1), rows: nil))
  }

  /// The elements of an array, or a single value.
  private func items(_ value: ArcadeValue) -> [ArcadeValue] {
    if case .array(let array) = value { return elements(of: array) }
    return [value]
  }

  private func expression(
    _ text: String, in schema: ArcadeSchema, _ arguments: ArcadeArguments, at index: Int
  ) throws(ArcadeProblem) -> WhereExpression {
    do throws(WhereError) {
      return try WhereExpression(
        parsing: text, fields: schema.clauseFields,
        firstFieldColumn: schema.table.firstFieldColumn, now: context.now)
    } catch {
      throw badArgument(arguments, index, message: "\(error)")
    }
  }

  /// A text entry of a dictionary.
  private func entry(
    _ name: String, of value: ArcadeValue, _ arguments: ArcadeArguments, at index: Int
  ) throws(ArcadeProblem) -> String {
    guard case .dictionary(let dictionary) = value,
      case .text(let text)? = entries(of: dictionary)[name]
    else {
      throw badArgument(arguments, index, message: "a dictionary has no text entry named \(name)")
    }
    return text
  }

  /// Reads `'FIELD'` or `{name, expression}`.
  private func key(
    _ value: ArcadeValue, in schema: ArcadeSchema, _ arguments: ArcadeArguments
  ) throws(ArcadeProblem) -> GroupKey {
    var text = ""
    var name: String?
    if case .text(let field) = value {
      text = field
    } else {
      name = try entry("name", of: value, arguments, at: 1)
      text = try entry("expression", of: value, arguments, at: 1)
    }
    let expression = try expression(text, in: schema, arguments, at: 1)
    var field = Field(name: name ?? text, type: expression.fieldType)
    if let index = expression.field {
      let stored = schema.clauseFields[index]
      let own = schema.column(named: stored.name).map { schema.columns[$0].field } ?? stored
      field = Field(
        name: name ?? own.name, alias: own.alias, type: expression.fieldType,
        domain: own.domain)
    }
    return GroupKey(field: field, expression: expression)
  }

  /// Reads `{name, expression, statistic}`.
  private func statistic(
    _ value: ArcadeValue, in schema: ArcadeSchema, _ arguments: ArcadeArguments,
    at index: Int
  ) throws(ArcadeProblem) -> GroupStatistic {
    let name = try entry("name", of: value, arguments, at: index)
    let word = try entry("statistic", of: value, arguments, at: index)
    guard let kind = RowStatistic.Kind(word) else {
      throw badArgument(arguments, index, message: "there is no statistic named \(word)")
    }
    let text = try entry("expression", of: value, arguments, at: index)
    let expression = try expression(text, in: schema, arguments, at: index)
    let statistic = RowStatistic(kind)
    return GroupStatistic(
      field: Field(name: name, type: statistic.fieldType(of: expression.fieldType)),
      expression: expression, statistic: statistic)
  }
}

extension RecordEncoder {
  /// Appends a value. Whole numbers become integers, so that equal values have equal bytes.
  fileprivate mutating func append(_ value: WhereParameter) {
    switch value {
    // The value of a clause is never a list.
    case .null, .list: appendNull()
    case .number(let number):
      if let whole = Int64(exactly: number) { append(whole) } else { append(number) }
    case .text(let text): append(text: text)
    case .moment(let moment): append(moment)
    case .identity(let identity): append(text: identity.text)
    }
  }
}
