import Bytes
import FeatureData

extension WhereMachine {
  /// Takes the values of a function from the stack, and pushes its result.
  mutating func call(_ function: WhereFunction, _ record: Span<UInt8>) {
    switch function {
    case .negate, .absolute, .ceiling, .floor, .sign, .log, .log10, .sin, .cos, .tan, .asin, .acos,
      .atan:
      let value = pop()
      push(memory.number(value, record).map(function.ofNumber) ?? .null)
    case .add, .subtract, .multiply, .divide, .modulo, .power, .round, .truncate:
      let last = pop()
      let first = pop()
      guard let one = memory.number(first, record), let two = memory.number(last, record) else {
        return push(.null)
      }
      push(function.ofNumbers(one, and: two))
    case .upper, .lower, .length, .concatenate, .position, .substring, .substringOfLength, .trim:
      callText(function, record)
    case .later, .earlier, .difference, .scale, .extract:
      callMoment(function, record)
    case .castToInteger, .castToReal, .castToDecimal, .castToText, .castToMoment,
      .castToTime:
      let value = pop()
      push(memory.cast(value, by: function, record))
    case .nullIf(let mode):
      let two = pop()
      let one = pop()
      push(memory.order(one, to: two, mode: mode, in: record) == 0 ? .null : one)
    }
  }

  private mutating func callText(_ function: WhereFunction, _ record: Span<UInt8>) {
    switch function {
    case .upper, .lower:
      let isUpper = if case .upper = function { true } else { false }
      let value = pop()
      push(memory.folded(value, isUpper: isUpper, in: record))
    case .length:
      let value = pop()
      guard let text = memory.text(value) else { return push(.null) }
      push(.integer(Int64(memory.length(of: text, record))))
    case .concatenate:
      let two = pop()
      let one = pop()
      push(memory.joined(one, with: two, in: record))
    case .position:
      let whole = pop()
      let part = pop()
      push(memory.position(of: part, in: whole, record))
    case .substring, .substringOfLength:
      var count: WhereValue?
      if case .substringOfLength = function { count = pop() }
      let first = pop()
      let text = pop()
      var length: WhereNumber?
      if let count {
        length = memory.number(count, record)
        if length == nil { return push(.null) }
      }
      let start = memory.number(first, record)
      push(memory.substring(of: text, from: start, length: length, in: record))
    case .trim(let leading, let trailing):
      let characters = pop()
      let text = pop()
      push(
        memory.trimmed(
          text, removing: characters, leading: leading, trailing: trailing, in: record))
    default: push(.null)
    }
  }

  /// Dates and intervals, both in milliseconds. A result outside the years 1 to 9999 is null.
  private mutating func callMoment(_ function: WhereFunction, _ record: Span<UInt8>) {
    let last = pop()
    switch function {
    case .extract(let unit):
      push(memory.moment(last, record).map(unit.part) ?? .null)
    case .later, .earlier:
      let first = pop()
      guard let start = memory.moment(first, record), case .integer(let interval) = last else {
        return push(.null)
      }
      let isLater = if case .later = function { true } else { false }
      let (result, overflow) =
        isLater
        ? start.addingReportingOverflow(interval) : start.subtractingReportingOverflow(interval)
      let isDate = result >= DateText.earliest && result <= DateText.latest
      push(overflow || !isDate ? .null : .integer(result))
    case .difference:
      let first = pop()
      guard let one = memory.moment(first, record), let two = memory.moment(last, record) else {
        return push(.null)
      }
      let (result, overflow) = one.subtractingReportingOverflow(two)
      push(overflow ? .null : .integer(result))
    case .scale:
      let first = pop()
      guard let interval = memory.number(first, record), let factor = memory.number(last, record)
      else {
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
