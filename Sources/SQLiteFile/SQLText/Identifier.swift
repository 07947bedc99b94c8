/// Compares names as SQLite does, without regard to the case of ASCII letters.
enum Identifier {
  static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count
      && zip(left.utf8, right.utf8).allSatisfy { lower($0) == lower($1) }
  }

  static func lower(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// The text with its ASCII letters in lower case.
  static func folded(_ text: String) -> String {
    String(decoding: text.utf8.map(lower), as: UTF8.self)
  }
}
