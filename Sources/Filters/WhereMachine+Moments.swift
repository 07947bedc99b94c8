import Bytes
import FeatureData

// Dates and intervals, both in milliseconds. A result outside the years 1 to 9999 is null.

extension WhereMachine {
  mutating func callMoment(_ function: WhereFunction, _ record: Span<UInt8>) {
    let last = pop()
    switch function {
    case .extract(let unit):
      push(moment(last, record).map(unit.part) ?? .null)
    case .later, .earlier:
      guard let start = moment(pop(), record), case .integer(let interval) = last else {
        return push(.null)
      }
      let isLater = if case .later = function { true } else { false }
      let (result, overflow) =
        isLater
        ? start.addingReportingOverflow(interval) : start.subtractingReportingOverflow(interval)
      let isDate = result >= DateText.earliest && result <= DateText.latest
      push(overflow || !isDate ? .null : .integer(result))
    case .difference:
      guard let one = moment(pop(), record), let two = moment(last, record) else {
        return push(.null)
      }
      let (result, overflow) = one.subtractingReportingOverflow(two)
      push(overflow ? .null : .integer(result))
    case .scale:
      guard let interval = number(pop(), record), let factor = number(last, record) else {
        return push(.null)
      }
      let product = (interval.double * factor.double).rounded()
      push(Int64(exactly: product).map { .integer($0) } ?? .null)
    default: push(.null)
    }
  }
}

extension WhereUnit {
  /// Returns this part of a date in UTC. Seconds include their fraction.
  func part(of moment: Int64) -> WhereValue {
    let time = ((moment % 86_400_000) + 86_400_000) % 86_400_000
    let date = CivilDate(daysSince1970: Int((moment - time) / 86_400_000))
    switch self {
    case .year: return .integer(Int64(date.year))
    case .month: return .integer(Int64(date.month))
    case .day: return .integer(Int64(date.day))
    case .hour: return .integer(time / 3_600_000)
    case .minute: return .integer(time / 60_000 % 60)
    case .second:
      let rest = time % 60_000
      return rest % 1_000 == 0 ? .integer(rest / 1_000) : .real(Double(rest) / 1_000)
    }
  }
}
