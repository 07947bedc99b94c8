import Bytes

/// Maps numbers to lengths. The range holds zero and all values and has round steps.
struct ChartScale {
  let minimum: Double
  let maximum: Double
  /// Round numbers within the range, ascending.
  let ticks: [Double]

  /// Above this, the difference of two numbers could overflow a double.
  private static let largest = 1e300

  init(_ values: [ChartValue], steps: Int) {
    var low = 0.0
    var high = 0.0
    for value in values {
      low = min(low, max(value.number, -Self.largest))
      high = max(high, min(value.number, Self.largest))
    }
    // Numbers too small to divide are drawn like zero.
    if high - low < 1e-300 {
      low = 0
      high = 1
    }
    let rough = (high - low) / Double(steps)
    let power = Transcendental.pow(10, Transcendental.log10(rough).rounded(.down))
    let step = [1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 >= rough * 0.999 } ?? rough
    let first = (low / step).rounded(.down)
    let last = (high / step).rounded(.up)
    minimum = first * step
    maximum = last * step
    ticks = stride(from: first, through: last, by: 1).map { $0 * step }
  }

  /// Returns where a number lies between the ends of the range, from 0 to 1.
  func fraction(of value: Double) -> Double {
    let number = min(max(value, minimum), maximum)
    return (number - minimum) / (maximum - minimum)
  }
}
