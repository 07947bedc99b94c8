import Console
import Merging

/// `--key TABLE=FIELD`, an option of the commands that compare records.
enum KeyArgument {
  static let option = Option(
    "key", valueName: "TABLE=FIELD", repeats: true,
    help: "a field with unique values, for a table without GlobalIDs")

  /// Parses the keys of a call.
  ///
  /// - Throws: `ConsoleError.badValue`.
  static func keys(_ values: [String]) throws(ConsoleError) -> [TableKey] {
    var keys: [TableKey] = []
    for value in values {
      guard let mark = value.lastIndex(of: "="), mark > value.startIndex,
        value.index(after: mark) < value.endIndex
      else { throw .badValue(option: "--key", value: value, expected: "TABLE=FIELD") }
      keys.append(
        TableKey(table: String(value[..<mark]), field: String(value[value.index(after: mark)...])))
    }
    return keys
  }
}
