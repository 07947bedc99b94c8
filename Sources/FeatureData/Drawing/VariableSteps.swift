// A visual variable has a value for every number. A site draws a row by a byte instead: the stretch
// between two stops is cut into so many equal steps that a byte counts all of them, and a number
// goes to the nearest. Stops themselves are always among the steps.

/// The steps that a visual variable's numbers are brought to.
package struct VariableSteps: Sendable, Equatable {
  /// The stops' numbers, ascending.
  private let numbers: [Double]
  /// How many steps lie from one stop to the next.
  package let perStop: Int

  /// The byte of a row without a number, which is drawn as its symbol is.
  package static let none = UInt8.max

  /// - Parameter most: the most steps between two stops; what an eye tells apart.
  package init(numbers: [Double], most: Int = 32) {
    self.numbers = numbers
    perStop = max(1, min(most, 250 / max(numbers.count - 1, 1)))
  }

  /// How many steps there are.
  package var count: Int { (numbers.count - 1) * perStop + 1 }

  /// The step of a number; `none` for what is no number.
  package func step(_ number: Double?) -> UInt8 {
    guard let number, !number.isNaN, let last = numbers.last else { return Self.none }
    if number >= last { return UInt8(truncatingIfNeeded: count - 1) }
    // The last stop at or below the number; stops are few.
    guard let stop = numbers.lastIndex(where: { $0 <= number }) else { return 0 }
    // Numbers may be so far apart that no double holds their distance.
    let share = (number - numbers[stop]) / (numbers[stop + 1] - numbers[stop])
    let step = share.isFinite ? Int((min(share, 1) * Double(perStop)).rounded()) : 0
    return UInt8(truncatingIfNeeded: stop * perStop + step)
  }

  /// The stop at or below a step, and how far on the way to the next one the step lies, 0 to 1.
  package func place(of step: UInt8) -> (stop: Int, share: Double) {
    let stop = min(Int(step) / perStop, numbers.count - 1)
    return (stop, stop + 1 < numbers.count ? Double(Int(step) % perStop) / Double(perStop) : 0)
  }
}
