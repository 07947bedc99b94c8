import Console
import Packaging

/// `--prefer [TABLE[.FIELD]=]SIDE`: whose value stands in conflicts.
enum PreferArgument {
  static let option = Option(
    "prefer", valueName: "[TABLE[.FIELD]=]SIDE", repeats: true,
    help:
      "whose value stands where two sides changed one field: last (the last package named, the "
      + "default), newest (by edit dates), office, or crew; for all tables, a table, or a field")

  /// The preferences that a call names.
  ///
  /// - Throws: `ConsoleError.badValue`.
  static func preferences(_ values: [String]) throws(ConsoleError) -> [MapRule.Prefer] {
    var preferences: [MapRule.Prefer] = []
    for value in values {
      let mark = value.lastIndex(of: "=")
      let name = mark.map { value[value.index(after: $0)...] } ?? value[...]
      guard let side = PreferredSide(rawValue: String(name)), mark != value.startIndex else {
        let sides = PreferredSide.allCases.map(\.rawValue).joined(separator: ", ")
        throw .badValue(option: "--prefer", value: value, expected: "one of \(sides)")
      }
      preferences.append(preference(of: mark.map { value[..<$0] }, side))
    }
    return preferences
  }

  private static func preference(
    of place: Substring?, _ side: PreferredSide
  ) -> MapRule.Prefer {
    guard let place else { return MapRule.Prefer(side: side) }
    guard let dot = place.lastIndex(of: "."), dot > place.startIndex,
      place.index(after: dot) < place.endIndex
    else { return MapRule.Prefer(layer: String(place), side: side) }
    return MapRule.Prefer(
      layer: String(place[..<dot]), field: String(place[place.index(after: dot)...]), side: side)
  }
}
