import FeatureData
import Filters
import MapModel
import OrderedJSON
import Records

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

/// Groups of rows, and statistics of them (function reference: GroupBy, Distinct, Sum, Mean, …).
///
/// Groups are in the order of their first rows. A feature set of groups is a table of the run.
enum RowGroups {
  /// A statistic of a feature set: of a field or an SQL expression (function reference, Sum, Mean
  /// and others).
  static func statistic(
    _ name: String, of set: ArcadeFeatureSet, _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard arguments.count == 2 else {
      throw .argumentCount(
        function: name, given: arguments.count, expected: "a feature set and an expression")
    }
    let text = try run.plainText(arguments, 1)
    return try ResultSharing.shared(set, in: &run) { (_) throws(ArcadeProblem) in
      "\(name) \(text)"
    } make: { (run) throws(ArcadeProblem) in
      try statistic(name, of: set, expression: text, arguments, in: &run)
    }
  }

  private static func statistic(
    _ name: String, of set: ArcadeFeatureSet, expression text: String,
    _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let table = run.table(of: set), let kind = RowStatistic.Kind(name) else { return .null }
    var expression = try expression(text, of: table.schema, arguments, at: 1, in: run)
    var statistic = RowStatistic(kind)
    try run.eachRow(of: set) { (_, layout, record) throws(ArcadeProblem) in
      statistic.add(expression.value(layout: layout, record: record.span))
    }
    return statistic.value.value
  }

  /// Groups a feature set (function reference, GroupBy and Distinct).
  ///
  /// - Parameter statisticsAt: the argument with the statistics; nil for none.
  static func grouped(
    _ set: ArcadeFeatureSet, _ arguments: ArcadeArguments, statisticsAt: Int?,
    in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard arguments.count >= 2 else {
      throw .argumentCount(
        function: arguments.function, given: arguments.count,
        expected: "a feature set and its fields")
    }
    return try ResultSharing.shared(set, in: &run) { (run) throws(ArcadeProblem) in
      try "\(arguments.function) \(ResultSharing.spelled(arguments, from: 1, in: &run))"
    } make: { (run) throws(ArcadeProblem) in
      try groups(set, arguments, statisticsAt: statisticsAt, in: &run)
    }
  }

  private static func groups(
    _ set: ArcadeFeatureSet, _ arguments: ArcadeArguments, statisticsAt: Int?,
    in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let table = run.table(of: set) else { return .null }
    var keys: [GroupKey] = []
    for item in items(run.value(arguments, 1), in: run) {
      keys.append(try key(item, of: table.schema, arguments, in: run))
    }
    var statistics: [GroupStatistic] = []
    if let statisticsAt {
      for item in items(run.value(arguments, statisticsAt), in: run) {
        statistics.append(
          try statistic(item, of: table.schema, arguments, at: statisticsAt, in: run))
      }
    }
    var groups: [[UInt8]: Int] = [:]
    var records: [[UInt8]] = []
    var found: [[RowStatistic]] = []
    let start = statistics.map(\.statistic)
    let most = run.budget.bytesLeft
    let limit = run.budget.limits.bytes
    var used = 0
    var encoder = RecordEncoder()
    try run.eachRow(of: set) { (_, layout, record) throws(ArcadeProblem) in
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
    try run.budget.charge(bytes: used)
    for index in records.indices {
      records[index] = try record(
        records[index], with: found[index].map(\.value), encoder: &encoder)
    }
    return try makeTable(
      titled: table.schema.title, fields: keys.map(\.field) + statistics.map(\.field),
      records, in: &run)
  }

  /// A copy of a record with more values appended.
  private static func record(
    _ record: [UInt8], with values: [WhereParameter], encoder: inout RecordEncoder
  ) throws(ArcadeProblem) -> [UInt8] {
    var layout = RecordLayout()
    try layout.read(record.span)
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
  private static func makeTable(
    titled title: String, fields: [Field], _ records: [[UInt8]], in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    var notices = MapNotices()
    guard
      let definition = try? LayerDefinition(json: .object(JSONObject([])), notices: &notices)
    else { return .null }
    let schema = ArcadeSchema(
      title: title, definition: definition,
      table: TableSchema(
        name: title, columns: fields.map { TableColumn($0, sourceName: $0.name) }))
    return try run.makeTable(of: schema, records)
  }

  /// The elements of an array, or a single value.
  private static func items(_ value: ArcadeValue, in run: ArcadeRun) -> [ArcadeValue] {
    if case .array(let array) = value { return run.elements(of: array) }
    return [value]
  }

  private static func expression(
    _ text: String, of schema: ArcadeSchema, _ arguments: ArcadeArguments, at index: Int,
    in run: ArcadeRun
  ) throws(ArcadeProblem) -> WhereExpression {
    try run.reading(arguments, index) { () throws(WhereError) in
      try WhereExpression(
        parsing: text, fields: schema.clauseFields,
        firstFieldColumn: schema.table.firstFieldColumn, now: run.context.now)
    }
  }

  /// A text entry of a dictionary.
  private static func entry(
    _ name: String, of value: ArcadeValue, _ arguments: ArcadeArguments, at index: Int,
    in run: ArcadeRun
  ) throws(ArcadeProblem) -> String {
    guard case .dictionary(let dictionary) = value,
      case .text(let text)? = run.entries(of: dictionary)[name]
    else {
      throw run.badArgument(
        arguments, index, message: "a dictionary has no text entry named \(name)")
    }
    return text
  }

  /// Reads `'FIELD'` or `{name, expression}`.
  private static func key(
    _ value: ArcadeValue, of schema: ArcadeSchema, _ arguments: ArcadeArguments, in run: ArcadeRun
  ) throws(ArcadeProblem) -> GroupKey {
    var text = ""
    var name: String?
    if case .text(let field) = value {
      text = field
    } else {
      name = try entry("name", of: value, arguments, at: 1, in: run)
      text = try entry("expression", of: value, arguments, at: 1, in: run)
    }
    let expression = try expression(text, of: schema, arguments, at: 1, in: run)
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
  private static func statistic(
    _ value: ArcadeValue, of schema: ArcadeSchema, _ arguments: ArcadeArguments,
    at index: Int, in run: ArcadeRun
  ) throws(ArcadeProblem) -> GroupStatistic {
    let name = try entry("name", of: value, arguments, at: index, in: run)
    let word = try entry("statistic", of: value, arguments, at: index, in: run)
    guard let kind = RowStatistic.Kind(word) else {
      throw run.badArgument(arguments, index, message: "there is no statistic named \(word)")
    }
    let text = try entry("expression", of: value, arguments, at: index, in: run)
    let expression = try expression(text, of: schema, arguments, at: index, in: run)
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
