/// The limits of what the parser accepts. They keep its recursion shallow.
package enum LanguageLimits {
  /// The longest expression, in bytes.
  package static let longestSource = 1 << 18
  /// The deepest nesting of parentheses, blocks and calls in an expression.
  static let deepestNesting = 100
}
