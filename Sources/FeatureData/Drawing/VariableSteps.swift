// A visual variable has a value for every number. A site stores one byte for each row. So the range
// between two stops is divided into equal steps, few enough for a byte, and a number is rounded to
// the nearest step. Stops themselves are always steps.

/// The steps of a visual variable.
package struct VariableSteps: Sendable, Equatable {
  /// The numbers of the stops in ascending order.
  private let numbers: [Double]
  /// The number of steps from one stop to the next.
  package let perStop: Int

  /// The byte of a row without a number, which is drawn like its symbol.
  package static let none = UInt8.max

  /// - Parameter most: the maximum number of steps between two stops, which is as many as people
  ///   can distinguish.
  package init(numbers: [Double], most: Int = 32) {
    self.numbers = numbers
    perStop = max(1, min(most, 250 / max(numbers.count - 1, 1)))
  }

  /// The number of steps.
  package var count: Int { (numbers.count - 1) * perStop + 1 }

  /// Returns the step of a number. `none` if it is missing or not a number.
  package func step(_ number: Double?) -> UInt8 {
    guard let number, !number.isNaN, let last = numbers.last else { return Self.none }
    if number >= last { return UInt8(truncatingIfNeeded: count - 1) }
    // The last stop at or below the number. There are few stops.
    guard let stop = numbers.lastIndex(where: { $0 <= number }) else { return 0 }
    // Numbers may be so far apart that their difference overflows a double.
    let share = (number - numbers[stop]) / (numbers[stop + 1] - numbers[stop])
    let step = share.isFinite ? Int((min(share, 1) * Double(perStop)).rounded()) : 0
    return UInt8(truncatingIfNeeded: stop * perStop + step)
  }

  /// Returns the stop at or below a step, and the step's share of the way to the next stop, from 0
  /// to 1.
  package func position(of step: UInt8) -> (stop: Int, share: Double) {
    let stop = min(Int(step) / perStop, numbers.count - 1)
    return (stop, stop + 1 < numbers.count ? Double(Int(step) % perStop) / Double(perStop) : 0)
  }
}
