import Console

/// A size on the command line, such as `500MB` or `2GB`.
enum SizeArgument {
  private static let units: [(name: String, bytes: Double)] = [
    ("KB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12), ("B", 1),
  ]

  /// Reads the value of an option; nil if it isn't given.
  static func bytes(_ option: String, of call: Call) throws(ConsoleError) -> Int? {
    guard let text = call.arguments.value(option) else { return nil }
    let name = text.uppercased()
    for unit in units where name.hasSuffix(unit.name) {
      guard let number = Double(name.dropLast(unit.name.count)), number >= 1,
        number * unit.bytes <= 1e18
      else { break }
      return Int(number * unit.bytes)
    }
    throw .badValue(
      option: "--\(option)", value: text, expected: "a size such as 500MB or 2GB")
  }
}
