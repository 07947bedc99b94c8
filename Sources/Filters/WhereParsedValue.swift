import Bytes

/// A value whose comparison is not known yet.
struct WhereParsedValue {
  /// A literal. It takes the type of the value it is compared with.
  enum Literal {
    case none
    /// A number with its text as written, for text fields.
    case number(String)
    case text([UInt8])
    case moment
    /// `CURRENT_TIME`, which compares with texts as the time of day `hh:mm:ss`.
    case time(Int64)
  }

  var type: WhereType
  var literal = Literal.none
  /// The steps in postfix order. They leave one value.
  var steps: [WhereStep]
  let offset: Int

  /// A constant value.
  init(_ type: WhereType, _ value: WhereValue, literal: Literal = .none, offset: Int) {
    self.type = type
    self.literal = literal
    steps = [.constant(value)]
    self.offset = offset
  }

  init(_ type: WhereType, steps: [WhereStep], offset: Int) {
    self.type = type
    self.steps = steps
    self.offset = offset
  }

  var isConstant: Bool { steps.allSatisfy(\.isConstant) }

  /// Whether it takes its type from other values.
  private var adoptsType: Bool {
    if case .none = literal { return type == .null || type == .open }
    return true
  }

  /// Returns the type for comparing values or choosing between them. Nil if there are only
  /// parameters.
  ///
  /// A literal takes the type of a field. Among literals, a text takes the type of a number or
  /// date.
  static func commonType(_ values: [WhereParsedValue]) -> WhereType? {
    let fixed = values.filter { !$0.adoptsType }.map(\.type)
    if fixed.contains(.identity) { return .identity }
    if let type = fixed.first { return type }
    let literals = values.filter { $0.type != .null && $0.type != .open }.map(\.type)
    if let type = literals.first(where: { $0 != .text }) ?? literals.first { return type }
    return values.contains { $0.type == .open } ? nil : .null
  }
}

extension WhereType {
  /// How values of the type are compared.
  var mode: WhereMode {
    switch self {
    case .number, .interval: .numbers
    case .moment: .moments
    case .identity: .identities
    case .text, .null, .open: .texts
    }
  }
}
