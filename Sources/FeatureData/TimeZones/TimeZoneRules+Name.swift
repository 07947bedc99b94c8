import Bytes

extension TimeZoneRules {
  /// The folder where systems keep the rules of the zones.
  package static let systemFolder = "/usr/share/zoneinfo"

  /// Loads the rules of a zone by its name (`America/Los_Angeles`) from the system's file. A fixed
  /// offset (`UTC`, `GMT`, `Z`, `+05:30`, `-0800`, `UTC+2`, `GMT-03:30`) needs no file.
  ///
  /// Throws `badTimeZoneName`, `timeZoneNotFound` or `timeZoneDamaged`.
  package init(name: String, folder: String = systemFolder) throws(TimeZoneError) {
    if let fixed = Self.fixed(name) {
      self = fixed
      return
    }
    guard Self.isRelativePath(name) else { throw .badTimeZoneName(name) }
    guard let file = try? InputFile(path: folder + "/" + name),
      let bytes = try? file.read(at: 0, count: min(file.size, TimeZoneFile.largest + 1))
    else { throw .timeZoneNotFound(name: name, folder: folder) }
    self = try TimeZoneFile(name: name, bytes: bytes).rules()
  }

  /// Returns whether a name stays inside the folder. Like all names of the zone database, it must
  /// be words of letters, digits, `_`, `+` and `-`, separated by single slashes.
  private static func isRelativePath(_ name: String) -> Bool {
    guard (1...128).contains(name.utf8.count) else { return false }
    var previous = UInt8(ascii: "/")
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
        UInt8(ascii: "-"):
        break
      case UInt8(ascii: "/"):
        if previous == byte { return false }
      default:
        return false
      }
      previous = byte
    }
    return previous != UInt8(ascii: "/")
  }

  /// Creates a zone that needs no file. Nil for a name.
  private static func fixed(_ name: String) -> TimeZoneRules? {
    var text = Array(name.utf8)[...]
    if ["Z", "UTC", "GMT", "Etc/UTC", "Etc/GMT"].contains(name) { return .utc }
    if text.starts(with: "UTC".utf8) || text.starts(with: "GMT".utf8) { text = text.dropFirst(3) }
    guard let sign = text.popFirst(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      text.count <= 5
    else { return nil }
    var digits: [Int] = []
    for (index, byte) in text.enumerated() {
      if byte == UInt8(ascii: ":"), index == text.count - 3, index > 0 { continue }
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      digits.append(Int(byte) - 0x30)
    }
    let hours: Int
    switch digits.count {
    case 1, 3: hours = digits[0]
    case 2, 4: hours = digits[0] * 10 + digits[1]
    default: return nil
    }
    let minutes = digits.count < 3 ? 0 : digits[digits.count - 2] * 10 + digits[digits.count - 1]
    guard hours <= 26, minutes < 60 else { return nil }
    let offset = (hours * 60 + minutes) * 60
    return TimeZoneRules(name: name, offset: sign == UInt8(ascii: "-") ? -offset : offset)
  }
}
