import Bytes
package import FeatureData
package import Records

/// The value of a parameter of a where clause.
package enum WhereParameter: Sendable, Equatable {
  case null
  case number(Double)
  case text(String)
  /// Milliseconds since 1970 UTC.
  case moment(Int64)
  case identity(GlobalID)
  /// Values for `IN @name`.
  case list([WhereParameter])
}

/// Applies a where clause to rows, with the values of its parameters and memory for evaluation.
///
/// ```swift
/// let clause = try WhereClause(
///   parsing: "DBH > @least", fields: fields, firstFieldColumn: 2, now: nil, parameters: ["least"])
/// var run = try WhereRun(clause, parameters: [.number(30)])
/// try layout.parse(record)
/// if run.isTrue(layout: layout, record: record) { … }
/// ```
package struct WhereRun: Sendable {
  /// The clause.
  package let clause: WhereClause
  private(set) var machine: WhereMachine
  private var layout = RecordLayout()
  /// The number of the current row. It must be set for clauses that were compiled with a name for
  /// it.
  package var rowid: Int64 {
    get { machine.rowid }
    set { machine.rowid = newValue }
  }

  /// Creates a run of a clause.
  ///
  /// - Parameter parameters: the values of the clause's parameters, in order; missing values are
  ///   null.
  /// - Throws: `mismatch`, with the offset of the parameter, if a value doesn't have the required
  ///   type.
  package init(_ clause: WhereClause, parameters: [WhereParameter]) throws(WhereError) {
    self.clause = clause
    machine = clause.machine
    try bind(parameters)
  }

  /// Creates a run of a clause with all parameters null.
  package init(_ clause: WhereClause) {
    self.clause = clause
    machine = clause.machine
    machine.parameters = Array(repeating: .null, count: clause.occurrences.count)
  }

  /// Sets new values of the parameters.
  ///
  /// - Throws: as `init`. The values then stay as they were.
  package mutating func bind(_ parameters: [WhereParameter]) throws(WhereError) {
    var bound = machine
    bound.memory = clause.machine.memory
    bound.parameters = Array(repeating: .null, count: clause.occurrences.count)
    bound.sets = clause.machine.sets
    for step in clause.steps {
      switch step {
      case .parameter(let index, let type):
        guard let given = given(index, parameters) else { continue }
        bound.parameters[index] = try value(of: given, type, index, in: &bound.memory)
      case .memberOfParameter(let number, let index, let type):
        guard let given = given(index, parameters) else { continue }
        bound.sets[number] = try list(of: given, type, index, in: &bound.memory)
      case .column, .rowID, .constant, .compare, .between, .isNull, .member, .like, .not, .and, .or,
        .jump, .jumpIfFalse, .jumpIfTrue, .jumpUnlessNull, .jumpUnlessTrue, .call:
        continue
      }
    }
    bound.memory.keepAll()
    machine = bound
  }

  /// Returns the value for an occurrence of a parameter.
  private func given(_ index: Int, _ parameters: [WhereParameter]) -> WhereParameter? {
    let name = clause.occurrences[index].name
    return name < parameters.count ? parameters[name] : nil
  }

  private func value(
    of parameter: WhereParameter, _ type: WhereType, _ index: Int, in memory: inout WhereMemory
  ) throws(WhereError) -> WhereValue {
    if let value = parameter.value(as: type, in: &memory) { return value }
    let occurrence = clause.occurrences[index]
    throw .mismatch(
      "the parameter @\(clause.parameters[occurrence.name]) is \(parameter.name), but "
        + "\(type.rawValue) is needed", offset: occurrence.offset)
  }

  private func list(
    of parameter: WhereParameter, _ type: WhereType, _ index: Int, in memory: inout WhereMemory
  ) throws(WhereError) -> WhereSet {
    var elements = [parameter]
    if case .list(let list) = parameter { elements = list }
    var set = WhereSet(mode: type.mode)
    let mark = memory.bytes.count
    for element in elements {
      let value = try value(of: element, type, index, in: &memory)
      if value.isNull { set.hasNull = true } else { set.add(value, in: &memory) }
    }
    memory.bytes.removeLast(memory.bytes.count - mark)
    set.sort()
    return set
  }

  /// Returns whether the row is selected.
  ///
  /// - Parameters:
  ///   - layout: the parsed layout of `record`.
  ///   - record: the record of a row.
  package mutating func isTrue(layout: RecordLayout, record: Span<UInt8>) -> Bool {
    evaluate(layout: layout, record: record) == true
  }

  /// Returns whether the row is selected. Nil if its record has fewer columns than the clause
  /// reads. Further columns are not parsed.
  ///
  /// - Throws: `RecordError`.
  package mutating func isTrue(record: Span<UInt8>) throws(RecordError) -> Bool? {
    try layout.parse(record, first: clause.columnCount)
    guard layout.count == clause.columnCount else { return nil }
    machine.memory.beginRow()
    return machine.result(of: clause.steps, layout, record).truth == true
  }

  /// Returns true or false, or nil for unknown.
  package mutating func evaluate(layout: RecordLayout, record: Span<UInt8>) -> Bool? {
    machine.memory.beginRow()
    return machine.result(of: clause.steps, layout, record).truth
  }
}

extension WhereParameter {
  /// The kind of value, for messages.
  fileprivate var name: String {
    switch self {
    case .null: "NULL"
    case .number: WhereType.number.rawValue
    case .text(let text): "\"\(text.prefix(40))\""
    case .moment: WhereType.moment.rawValue
    case .identity: WhereType.identity.rawValue
    case .list: "a list"
    }
  }
}

extension WhereParameter {
  /// Converts the parameter to a value of a type, by the rules for literals. Nil if it can't be
  /// converted.
  fileprivate func value(as type: WhereType, in memory: inout WhereMemory) -> WhereValue? {
    switch (self, type) {
    case (.null, _): return .null
    case (.number(let number), .number):
      return Int64(exactly: number).map { .integer($0) } ?? WhereValue(real: number)
    case (.number(let number), .text): return memory.store(WhereMemory.text(of: number).utf8)
    case (.moment(let moment), .moment): return .integer(moment)
    case (.text(let text), .number):
      let bytes = Array(text.utf8)
      return WhereNumber(bytes.span, in: 0..<bytes.count)?.value
    case (.text(let text), .moment): return DateText.milliseconds(text).map { .integer($0) }
    case (.text(let text), .text), (.text(let text), .identity): return memory.store(text.utf8)
    case (.identity(let identity), .text), (.identity(let identity), .identity):
      return memory.store(identity.text.utf8)
    case (_, .open): return .integer(1)
    default: return nil
    }
  }
}
