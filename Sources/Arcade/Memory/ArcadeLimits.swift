/// The limits of a run. All are counted and none is timed, so that a run ends the same way on every
/// machine.
package struct ArcadeLimits: Sendable, Equatable {
  /// The most steps of the stack machine. Long texts and large arrays take several.
  package var steps: Int
  /// The deepest nesting of calls to declared functions.
  package var calls: Int
  /// The most bytes that the texts, arrays and dictionaries of a run may take together.
  package var bytes: Int
  /// The longest text, in bytes.
  package var textLength: Int
  /// The most elements of an array or dictionary.
  package var arrayLength: Int

  /// Makes limits from their parts. The defaults are generous for what maps do.
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

  /// The limits for expressions that may read tables: enough to read the largest table several
  /// times.
  package static func reading(_ tables: ArcadeTables) -> ArcadeLimits {
    let largest = tables.tables.lazy.map(\.count).max() ?? 0
    var limits = ArcadeLimits()
    limits.steps += 100 * min(largest, 100_000_000)
    return limits
  }
}
