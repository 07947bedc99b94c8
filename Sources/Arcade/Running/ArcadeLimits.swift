/// What a run may take. All limits are counted, none is timed: a run ends the same way everywhere.
package struct ArcadeLimits: Sendable, Equatable {
  /// The longest expression, in bytes.
  package static let longestSource = 1 << 18
  /// The deepest nesting of parentheses, blocks and calls in an expression.
  package static let deepestNesting = 100

  /// Steps of the machine; long texts and arrays take several.
  package var steps: Int
  /// The deepest calls of the expression's own functions.
  package var calls: Int
  /// The bytes that all texts, arrays and dictionaries may take that a run makes.
  package var bytes: Int
  /// The longest text, in bytes.
  package var textLength: Int
  /// The most elements of an array or dictionary.
  package var arrayLength: Int

  /// Limits from their parts; those left out are wide for what maps do.
  package init(
    steps: Int = 5_000_000, calls: Int = 64, bytes: Int = 64 << 20, textLength: Int = 4 << 20,
    arrayLength: Int = 1_000_000
  ) {
    self.steps = steps
    self.calls = calls
    self.bytes = bytes
    self.textLength = textLength
    self.arrayLength = arrayLength
  }

  /// The usual limits where expressions may read tables: all of the largest a few times.
  package static func reading(_ tables: ArcadeTables) -> ArcadeLimits {
    let largest = tables.tables.lazy.map(\.count).max() ?? 0
    var limits = ArcadeLimits()
    limits.steps += 100 * min(largest, 100_000_000)
    return limits
  }
}
