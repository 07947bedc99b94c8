/// The steps and bytes that a run may still use. Both are counted before they are used.
package struct ArcadeBudget: Sendable {
  let limits: ArcadeLimits
  var stepsLeft: Int
  var bytesLeft: Int

  init(_ limits: ArcadeLimits) {
    self.limits = limits
    stepsLeft = limits.steps
    bytesLeft = limits.bytes
  }

  /// Counts the bytes of a text before it is made.
  mutating func charge(textBytes count: Int) throws(ArcadeProblem) {
    guard count <= limits.textLength else {
      throw .textTooLong(limit: limits.textLength)
    }
    try charge(bytes: count)
  }

  /// Counts the elements of an array before it is made or grows by them.
  mutating func charge(elements count: Int) throws(ArcadeProblem) {
    guard count <= limits.arrayLength else {
      throw .arrayTooLong(limit: limits.arrayLength)
    }
    try charge(bytes: 64 + count * MemoryLayout<ArcadeValue>.stride)
  }

  /// Counts bytes before they are used.
  mutating func charge(bytes count: Int) throws(ArcadeProblem) {
    bytesLeft -= count
    guard bytesLeft >= 0 else { throw .tooMuchMemory(limit: limits.bytes) }
    // Filling memory takes time, and time is counted in steps.
    try charge(steps: count / 64)
  }

  /// Counts steps of work.
  mutating func charge(steps count: Int) throws(ArcadeProblem) {
    stepsLeft -= count
    guard stepsLeft >= 0 else { throw .tooManySteps(limit: limits.steps) }
  }
}
