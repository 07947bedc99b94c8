import Bytes

/// Base64 (RFC 4648 §4), with padding.
enum Base64Text {
  private static let digits = [UInt8](
    literal: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  /// Adds the text of `bytes`.
  static func append(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
    text.reserveCapacity(text.count + (bytes.count + 2) / 3 * 4)
    let digits = digits.span
    var at = 0
    while at + 3 <= bytes.count {
      let three = UInt32(bytes[at]) << 16 | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2])
      for shift in [UInt32(18), 12, 6, 0] { text.append(digits[Int(three >> shift & 63)]) }
      at += 3
    }
    guard at < bytes.count else { return }
    let second = at + 1 < bytes.count ? UInt32(bytes[at + 1]) : 0
    let rest = UInt32(bytes[at]) << 16 | second << 8
    text.append(digits[Int(rest >> 18 & 63)])
    text.append(digits[Int(rest >> 12 & 63)])
    text.append(at + 1 < bytes.count ? digits[Int(rest >> 6 & 63)] : UInt8(ascii: "="))
    text.append(UInt8(ascii: "="))
  }
}
