import OrderedJSON

/// The version of the web map specification a document follows.
package struct WebMapVersion: Sendable, Equatable, CustomStringConvertible {
  /// Minor versions above are noted: this reader was written for 2.37 and before.
  package static let newest = WebMapVersion(major: 2, minor: 37)

  /// A new one may mean anything.
  package let major: Int
  /// A new one adds members.
  package let minor: Int

  /// A version from its parts.
  package init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Reads `2`, `2.37` or `2.37.1`; nil for any other text.
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

  /// `2.37`.
  package var description: String { "\(major).\(minor)" }

  /// Reads `version` of a map. Nothing is required of a map that gives none.
  static func read(
    _ members: Members, _ notices: inout MapNotices
  ) throws(MapModelError) -> WebMapVersion? {
    // Version 1 documents wrote a number now and then.
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
