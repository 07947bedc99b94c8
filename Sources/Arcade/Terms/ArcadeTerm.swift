/// An expression as one value, without statements. Other expression languages can state it.
///
/// For example, `var a = $feature.H; if (a > 9) { return 'tall' } return 'low'` becomes a choice
/// between two texts.
package indirect enum ArcadeTerm: Sendable, Equatable {
  /// An operator between two values.
  package enum Operator: String, Sendable, CaseIterable {
    case and = "&&"
    case or = "||"
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
  }

  case number(Double)
  case text(String)
  case boolean(Bool)
  case null
  /// A name of the language or the profile, in lower case: `$feature`, `textformatting`.
  case name(String)
  case member(ArcadeTerm, String)
  case list([ArcadeTerm])
  /// A template: its parts, joined as texts.
  case joined([ArcadeTerm])
  case negated(ArcadeTerm)
  case not(ArcadeTerm)
  case binary(Operator, ArcadeTerm, ArcadeTerm)
  /// A call of a built-in function, by its name in lower case.
  case call(String, [ArcadeTerm])
  case choice(ArcadeTerm, then: ArcadeTerm, otherwise: ArcadeTerm)

  /// Reads an expression.
  ///
  /// - Throws: `ArcadeTermError` if the source has a syntax error or cannot be stated as one value.
  ///   Loops, declared functions and changes of collections cannot.
  package init(reading source: String) throws(ArcadeTermError) {
    var reader = try TermReader(source)
    self = try reader.read()
  }
}

/// Why an expression is not one value.
package enum ArcadeTermError: Error, Equatable, Sendable {
  /// The source has a syntax error.
  case syntax(ArcadeError)
  /// The expression needs something that is not a value, such as `a loop`.
  case unsupported(String)
}
