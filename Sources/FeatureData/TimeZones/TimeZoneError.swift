/// Why the rules of a time zone cannot be had.
package enum TimeZoneError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A text that is neither a zone's name (`America/Los_Angeles`) nor an offset (`+05:30`).
  case badTimeZoneName(String)
  /// No rules of a zone of that name in the folder where the system keeps them.
  case timeZoneNotFound(name: String, folder: String)
  /// The zone's file is not as RFC 9636 says; `expected` at `offset`.
  case timeZoneDamaged(name: String, offset: Int, expected: String)

  /// One plain line.
  package var description: String {
    switch self {
    case .badTimeZoneName(let name):
      "\"\(name)\" is no time zone: expected a name such as America/Los_Angeles, or an offset"
        + " such as +05:30"
    case .timeZoneNotFound(let name, let folder):
      "time zone \"\(name)\" is not known here: no such file in \(folder)"
    case .timeZoneDamaged(let name, let offset, let expected):
      "the rules of time zone \"\(name)\" are damaged at byte \(offset): expected \(expected)"
    }
  }
}
