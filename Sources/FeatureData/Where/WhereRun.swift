import Bytes
package import SQLiteFile

/// The value of a parameter of a where-clause.
package enum WhereParameter: Sendable, Equatable {
  case null
  case number(Double)
  case text(String)
  /// Milliseconds since 1970 UTC.
  case moment(Int64)
  case identity(GlobalID)
}

/// A where-clause at work on rows, with the values of its parameters and room to evaluate in.
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
  private var machine: WhereMachine

  /// A run of a clause.
  ///
  /// - Parameter parameters: the value of each of the clause's parameters, in their order; what is
  ///   not given is NULL.
  /// - Throws: `mismatch` when a value is not of the type that the clause needs, with the offset
  ///   of the parameter.
  package init(_ clause: WhereClause, parameters: [WhereParameter]) throws(WhereError) {
    self.clause = clause
    machine = clause.machine
    try bind(parameters)
  }

  /// A run of a clause whose parameters are all NULL.
  package init(_ clause: WhereClause) {
    self.clause = clause
    machine = clause.machine
    machine.parameters = Array(repeating: .null, count: clause.occurrences.count)
  }

  /// Gives the parameters other values.
  ///
  /// - Throws: as `init`; the values are as they were then.
  package mutating func bind(_ parameters: [WhereParameter]) throws(WhereError) {
    var bound = machine
    bound.bytes = clause.machine.bytes
    bound.parameters = Array(repeating: .null, count: clause.occurrences.count)
    for step in clause.steps {
      guard case .parameter(let index, let type) = step else { continue }
      let occurrence = clause.occurrences[index]
      guard occurrence.name < parameters.count else { continue }
      guard let value = bound.value(of: parameters[occurrence.name], type) else {
        throw .mismatch(
          "the parameter @\(clause.parameters[occurrence.name]), "
            + "\(parameters[occurrence.name].name), where \(type.rawValue) is needed",
          offset: occurrence.offset)
      }
      bound.parameters[index] = value
    }
    bound.keptCount = bound.bytes.count
    machine = bound
  }

  /// Whether the row is chosen.
  ///
  /// - Parameters:
  ///   - layout: `record` as parsed.
  ///   - record: a row's record.
  package mutating func isTrue(layout: RecordLayout, record: Span<UInt8>) -> Bool {
    evaluate(layout: layout, record: record) == true
  }

  /// True, false, or nil for unknown.
  package mutating func evaluate(layout: RecordLayout, record: Span<UInt8>) -> Bool? {
    if machine.bytes.count > machine.keptCount {
      machine.bytes.removeLast(machine.bytes.count - machine.keptCount)
    }
    return machine.result(of: clause.steps, layout, record).truth
  }
}

extension WhereParameter {
  /// What it is, for messages.
  fileprivate var name: String {
    switch self {
    case .null: "NULL"
    case .number: WhereType.number.rawValue
    case .text(let text): "\"\(text.prefix(40))\""
    case .moment: WhereType.moment.rawValue
    case .identity: WhereType.identity.rawValue
    }
  }
}

extension WhereMachine {
  /// A parameter as a value of a type, by the rules of literals; nil when it is none.
  fileprivate mutating func value(of parameter: WhereParameter, _ type: WhereType) -> WhereValue? {
    switch (parameter, type) {
    case (.null, _): return .null
    case (.number(let number), .number):
      return Int64(exactly: number).map { .integer($0) } ?? WhereValue(real: number)
    case (.number(let number), .text): return kept(Self.text(of: number))
    case (.moment(let moment), .moment): return .integer(moment)
    case (.text(let text), .number):
      let bytes = Array(text.utf8)
      return WhereNumber(bytes.span, in: 0..<bytes.count)?.value
    case (.text(let text), .moment): return DateText.milliseconds(text).map { .integer($0) }
    case (.text(let text), .text), (.text(let text), .identity): return kept(text)
    case (.identity(let identity), .text), (.identity(let identity), .identity):
      return kept(identity.text)
    case (_, .open): return .integer(1)
    default: return nil
    }
  }

  private mutating func kept(_ text: String) -> WhereValue {
    let start = bytes.count
    bytes += text.utf8
    return .made(start..<bytes.count)
  }
}
