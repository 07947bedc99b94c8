/// Why the rules of a time zone can't be loaded.
package enum TimeZoneError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text is neither a zone's name (`America/Los_Angeles`) nor an offset (`+05:30`).
  case badTimeZoneName(String)
  /// The system's folder has no rules for a zone with that name.
  case timeZoneNotFound(name: String, folder: String)
  /// The zone's file does not follow RFC 9636. `expected` is missing at `offset`.
  case timeZoneDamaged(name: String, offset: Int, expected: String)

  /// The error in one line.
  package var description: String {
    switch self {
    case .badTimeZoneName(let name):
      "\"\(name)\" is not a time zone, expected a name such as America/Los_Angeles, or an offset"
        + " such as +05:30"
    case .timeZoneNotFound(let name, let folder):
      "time zone \"\(name)\" is not known on this computer: \(folder) has no such file"
    case .timeZoneDamaged(let name, let offset, let expected):
      "the rules of time zone \"\(name)\" are damaged at byte \(offset): expected \(expected)"
    }
  }
}
