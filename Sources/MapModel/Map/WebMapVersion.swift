import OrderedJSON

/// The version of the Web Map Specification that a document follows.
package struct WebMapVersion: Sendable, Equatable, CustomStringConvertible {
  /// The newest known version. Newer minor versions are noted.
  package static let newest = WebMapVersion(major: 2, minor: 37)

  /// The major version. A new one may change anything.
  package let major: Int
  /// The minor version. A new one adds members.
  package let minor: Int

  /// Creates a version.
  package init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Reads `2`, `2.37` or `2.37.1`. Nil for any other text.
  package init?(parsing text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    var numbers: [Int] = []
    for part in parts {
      guard let number = Int(String(decoding: part, as: UTF8.self)), number >= 0 else {
        return nil
      }
      numbers.append(number)
    }
    guard let major = numbers.first, numbers.count <= 3 else { return nil }
    self.init(major: major, minor: numbers.count > 1 ? numbers[1] : 0)
  }

  /// The text, such as `2.37`.
  package var description: String { "\(major).\(minor)" }

  /// Reads the `version` of a map, which may be missing.
  static func read(
    _ members: Members, _ notices: inout MapNotices
  ) throws(MapModelError) -> WebMapVersion? {
    // Some documents of version 1 have a number here.
    let value = members.value("version")
    let number = value?.double == nil ? nil : value?.scalarText
    guard let text = number ?? members.string("version", &notices) else { return nil }
    guard let version = WebMapVersion(parsing: text) else {
      notices.note(members.path("version"), .unknownValue(text))
      return nil
    }
    guard version.major <= newest.major else { throw .unsupportedVersion(text) }
    let isKnown =
      version.major == newest.major
      ? version.minor <= newest.minor : version.major == 1 && version.minor <= 9
    if !isKnown { notices.note(members.path("version"), .unknownVersion(text)) }
    return version
  }
}
