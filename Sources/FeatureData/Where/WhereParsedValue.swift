import Bytes

/// A value whose comparison is not known yet.
struct WhereParsedValue {
  /// A literal, which takes the type of what it stands beside.
  enum Literal {
    case none
    /// With the text as written, for text fields.
    case number(String)
    case text([UInt8])
    case moment
    /// `CURRENT_TIME`, which beside a text is the time of day `hh:mm:ss`.
    case time(Int64)
  }

  var type: WhereType
  var literal = Literal.none
  /// In postfix order; they leave one value.
  var steps: [WhereStep]
  let offset: Int

  /// A value known beforehand.
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

  /// Whether something else decides its type.
  private var isPliable: Bool {
    if case .none = literal { return type == .null || type == .open }
    return true
  }

  /// The type in which values are compared, or that one of them is chosen in; nil when there is
  /// nothing but parameters.
  ///
  /// A literal follows a field; of literals, a text follows a number or date.
  static func commonType(_ values: [WhereParsedValue]) -> WhereType? {
    let fixed = values.filter { !$0.isPliable }.map(\.type)
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
