/// An expression as one value, without statements: what other languages of expressions can say.
///
/// `var a = $feature.H; if (a > 9) { return 'tall' } return 'low'` is the choice between two texts.
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
  /// What the language or the profile calls so, in lower case: `$feature`, `textformatting`.
  case name(String)
  case member(ArcadeTerm, String)
  case list([ArcadeTerm])
  /// A template: the texts of its parts, one after the other.
  case joined([ArcadeTerm])
  case negated(ArcadeTerm)
  case not(ArcadeTerm)
  case binary(Operator, ArcadeTerm, ArcadeTerm)
  /// A function of the language, its name in lower case.
  case call(String, [ArcadeTerm])
  case choice(ArcadeTerm, then: ArcadeTerm, otherwise: ArcadeTerm)

  /// Reads an expression.
  ///
  /// - Throws: `ArcadeTermError` for one that is misspelt, or that takes statements to say: loops,
  ///   functions of its own, changes of collections.
  package init(reading source: String) throws(ArcadeTermError) {
    var reader = try TermReader(source)
    self = try reader.read()
  }
}

/// Why an expression is not one value.
package enum ArcadeTermError: Error, Equatable, Sendable {
  /// It cannot be read.
  case syntax(ArcadeError)
  /// It says what takes statements, such as `a loop`.
  case unsupported(String)
}
