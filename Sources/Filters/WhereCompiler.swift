import Bytes
import FeatureData
import MapModel
import Records

/// Compiles the parts of a where clause to steps, as the parser reads them. It knows the fields and
/// parameters, and converts values to the types in which they are compared.
///
/// Conditions are added to the program immediately. Values wait until their comparison is known.
struct WhereCompiler {
  /// An occurrence of a parameter.
  struct Occurrence: Sendable {
    let name: Int
    let offset: Int
  }

  let fields: [Field]
  let firstFieldColumn: Int
  let now: Int64?
  let parameters: [String]
  /// The name for the row number, or nil.
  let rowID: String?
  /// Where the parser is, for errors of a program that becomes too long.
  var offset = 0
  private(set) var occurrences: [Occurrence] = []
  private(set) var steps: [WhereStep] = []
  /// Stores the texts and lists of the clause, and evaluates expressions without fields.
  private(set) var machine = WhereMachine()
  /// The indexes of the fields that occur.
  private(set) var used: Set<Int> = []

  init(
    _ fields: [Field], firstFieldColumn: Int, now: Int64?, parameters: [String], rowID: String?
  ) {
    self.fields = fields
    self.firstFieldColumn = firstFieldColumn
    self.now = now
    self.parameters = parameters
    self.rowID = rowID
  }

  /// Whether a field has the name.
  func hasField(_ name: String) -> Bool { fields.index(named: name) != nil }

  // MARK: The program

  /// Adds steps to the program.
  mutating func emit(_ more: [WhereStep]) throws(WhereError) {
    guard steps.count + more.count <= WhereClause.mostSteps else {
      throw .tooMany(limit: WhereClause.mostSteps, offset: offset)
    }
    steps += more
  }

  /// Removes and returns the steps from index `count` on.
  mutating func cut(from count: Int) -> [WhereStep] {
    let taken = Array(steps[count...])
    steps.removeSubrange(count...)
    return taken
  }

  /// Lets the steps from index `start` on be skipped if the value before them decides: false for
  /// `AND`, true for `OR`.
  mutating func skip(from start: Int, isAnd: Bool) {
    let count = steps.count - start
    steps[start] = isAnd ? .jumpIfFalse(count) : .jumpIfTrue(count)
  }

  /// Adds steps that leave a Boolean. If they read no row, they are evaluated now.
  mutating func emitTest(_ test: [WhereStep]) throws(WhereError) {
    guard test.allSatisfy(\.isConstant) else { return try emit(test) }
    try emit([.constant(evaluate(test))])
  }

  /// Returns the result of steps that read no row.
  mutating func evaluate(_ steps: [WhereStep]) -> WhereValue {
    let nothing: [UInt8] = []
    machine.reserve(for: steps)
    return machine.result(of: steps, RecordLayout(), nothing.span)
  }

  /// Stores a text of the clause.
  mutating func kept(_ text: [UInt8]) -> WhereValue { machine.memory.store(text) }

  /// Adds a list, and returns its number.
  mutating func add(_ list: WhereSet) -> Int {
    machine.sets.append(list)
    return machine.sets.count - 1
  }

  /// Creates a list of constants. Returns it with the values that are not constant.
  mutating func list(
    of values: some Sequence<WhereParsedValue>, _ mode: WhereMode
  ) -> (list: WhereSet, others: [WhereParsedValue]) {
    var list = WhereSet(mode: mode)
    var others: [WhereParsedValue] = []
    for element in values {
      if element.type == .null {
        list.hasNull = true
      } else if element.steps.count == 1, case .constant(let constant) = element.steps[0] {
        list.add(constant, in: &machine.memory)
      } else {
        others.append(element)
      }
    }
    list.sort()
    return (list, others)
  }

  /// Whether a text of the clause is a valid pattern of `LIKE`.
  func isPattern(_ range: Range<Int>, escape: UInt8?) -> Bool {
    LikePattern.isPattern(machine.memory.bytes.span.extracting(range), escape: escape)
  }

  /// Completes the program, of the given steps.
  mutating func finish(_ steps: [WhereStep]) {
    machine.memory.keepAll()
    machine.reserve(for: steps)
  }

  // MARK: Names

  mutating func column(_ name: String, _ offset: Int) throws(WhereError)
    -> WhereParsedValue
  {
    guard let index = fields.index(named: name) else {
      if let rowID, rowID.isSameName(as: name) {
        return WhereParsedValue(.number, steps: [.rowID], offset: offset)
      }
      if Self.unsupportedWords.contains(where: { $0.isSameName(as: name) }) {
        throw .unsupported(name, offset: offset)
      }
      let names = fields.map(\.name) + [rowID].compactMap(\.self)
      throw .unknownField(name, nearest: names.nearest(to: name), offset: offset)
    }
    guard let type = fields[index].type.whereType else {
      throw .unsupported("the \(fields[index].type.rawValue) field \(name)", offset: offset)
    }
    used.insert(index)
    return WhereParsedValue(type, steps: [.column(firstFieldColumn + index)], offset: offset)
  }

  /// Unsupported keywords of SQL.
  private static let unsupportedWords = [
    "EXISTS", "SELECT", "ANY", "SOME", "ALL",
  ]

  mutating func parameter(_ name: String, _ offset: Int) throws(WhereError)
    -> WhereParsedValue
  {
    guard let index = parameters.firstIndex(where: { $0.isSameName(as: name) }) else {
      throw .unknownParameter(name, nearest: parameters.nearest(to: name), offset: offset)
    }
    occurrences.append(Occurrence(name: index, offset: offset))
    let step = WhereStep.parameter(occurrence: occurrences.count - 1, .open)
    return WhereParsedValue(.open, steps: [step], offset: offset)
  }

  /// Returns the current day, second or millisecond in UTC.
  mutating func clock(_ start: WhereToken) throws(WhereError) -> WhereParsedValue {
    guard let now else {
      throw .unsupported("\(start.text) without a current time", offset: start.offset)
    }
    let unit: Int64 = start.isWord("CURRENT_DATE") ? 86_400_000 : 1_000
    let rest = ((now % unit) + unit) % unit
    if start.isWord("CURRENT_TIMESTAMP") {
      return WhereParsedValue(.moment, .integer(now), literal: .moment, offset: start.offset)
    }
    return WhereParsedValue(
      .moment, .integer(now - rest),
      literal: start.isWord("CURRENT_TIME") ? .time(now - rest) : .moment, offset: start.offset)
  }
}

extension FieldType {
  /// The type of the field's values. Nil for fields that filters can't use.
  var whereType: WhereType? {
    switch family {
    case .integer, .real, .rowNumber: .number
    case .text, .timeOfDay, .xml: .text
    case .moment, .day, .offsetMoment: .moment
    case .identity: .identity
    case .bytes, .shape: nil
    }
  }
}
