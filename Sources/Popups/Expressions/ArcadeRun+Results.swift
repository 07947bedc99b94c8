import Arcade

extension ArcadeRun {
  /// How deep lists and dictionaries may nest in a result.
  private static let deepestResult = 8

  /// Returns a value as pop-ups show it. The result outlives the run. Values without a text give
  /// null: features, feature sets, geometries, functions.
  func result(of value: ArcadeValue, level: Int = 0) -> ComputedResult {
    guard level < Self.deepestResult else { return .null }
    switch value {
    case .null, .feature, .featureSet, .geometry, .function, .tables: return .null
    case .boolean(let value): return .boolean(value)
    case .number(let number): return .number(number)
    case .text(let text): return .text(text)
    case .date(let date):
      return .date(date.milliseconds, hasZone: date.zone != .unknown)
    case .day(let day): return .day(day.daysSince1970)
    case .time(let time): return .time(time.milliseconds)
    case .array(let array):
      return .list(elements(of: array).map { result(of: $0, level: level + 1) })
    case .dictionary(let dictionary):
      let entries = entries(of: dictionary)
      return .pairs(
        zip(entries.keys, entries.values).map {
          ComputedResult.Pair(key: $0, value: result(of: $1, level: level + 1))
        })
    }
  }
}
