/// A token of an expression, with its range of bytes.
struct ArcadeToken: Sendable {
  enum Kind: Sendable, Equatable {
    case end
    case number(Double)
    case text(String)
    /// A name, as written.
    case name(String)
    case word(ArcadeWord)
    case symbol(ArcadeSymbol)
    /// The backtick that begins a template. The parser reads on from there.
    case template
  }

  var kind: Kind
  var start: Int
  var end: Int
  /// Whether a line break separates this token from the one before.
  var followsLineBreak: Bool
}

/// The reserved words of the language, in any letter case.
enum ArcadeWord: String, Sendable, CaseIterable {
  case `var`, `if`, `else`, `for`, `in`, `while`, function, `return`, `break`, `continue`
  case yes = "true"
  case no = "false"
  case null, `import`, export

  static let byName: [String: ArcadeWord] = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}

/// The symbols of the language. If several match, the longest wins.
enum ArcadeSymbol: String, Sendable, CaseIterable {
  case shiftRightUnsigned = ">>>"
  case strictlyEqual = "==="
  case strictlyUnequal = "!=="
  case increment = "++"
  case decrement = "--"
  case addAssign = "+="
  case subtractAssign = "-="
  case multiplyAssign = "*="
  case divideAssign = "/="
  case remainderAssign = "%="
  case equal = "=="
  case unequal = "!="
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case and = "&&"
  case or = "||"
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case plus = "+"
  case minus = "-"
  case times = "*"
  case slash = "/"
  case percent = "%"
  case assign = "="
  case less = "<"
  case greater = ">"
  case not = "!"
  case bitAnd = "&"
  case bitOr = "|"
  case bitXor = "^"
  case bitNot = "~"
  case openParenthesis = "("
  case closeParenthesis = ")"
  case openBracket = "["
  case closeBracket = "]"
  case openBrace = "{"
  case closeBrace = "}"
  case comma = ","
  case semicolon = ";"
  case point = "."
  case colon = ":"

  /// The symbols that start with each byte, longest first.
  static let byFirst: [UInt8: [(bytes: [UInt8], symbol: ArcadeSymbol)]] = {
    var table: [UInt8: [(bytes: [UInt8], symbol: ArcadeSymbol)]] = [:]
    for symbol in allCases {
      let bytes = Array(symbol.rawValue.utf8)
      table[bytes[0], default: []].append((bytes, symbol))
    }
    return table.mapValues { $0.sorted { $0.bytes.count > $1.bytes.count } }
  }()
}
