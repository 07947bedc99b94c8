import Console
import Packages

/// `--prefer [TABLE[.FIELD]=]SIDE`: whose value wins a conflict.
enum PreferArgument {
  static let option = Option(
    "prefer", valueName: "[TABLE[.FIELD]=]SIDE", repeats: true,
    help:
      "whose value wins if two sides changed one field: last (the last package, the default), "
      + "newest (by edit dates), office or crew; for all tables, a table or a field")

  /// Parses the preferences of a call.
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
      preferences.append(preference(for: mark.map { value[..<$0] }, side))
    }
    return preferences
  }

  private static func preference(
    for target: Substring?, _ side: PreferredSide
  ) -> MapRule.Prefer {
    guard let target else { return MapRule.Prefer(side: side) }
    guard let dot = target.lastIndex(of: "."), dot > target.startIndex,
      target.index(after: dot) < target.endIndex
    else { return MapRule.Prefer(layer: String(target), side: side) }
    return MapRule.Prefer(
      layer: String(target[..<dot]), field: String(target[target.index(after: dot)...]),
      side: side)
  }
}
