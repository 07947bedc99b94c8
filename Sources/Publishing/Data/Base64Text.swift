import Bytes

/// Base64 (RFC 4648 §4), with padding.
enum Base64Text {
  static let digits = [UInt8](
    literal: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  /// Appends the Base64 text of `bytes`.
  static func append(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
    text.reserveCapacity(text.count + (bytes.count + 2) / 3 * 4)
    let digits = digits.span
    var position = 0
    while position + 3 <= bytes.count {
      let three =
        UInt32(bytes[position]) << 16 | UInt32(bytes[position + 1]) << 8
        | UInt32(bytes[position + 2])
      for shift in [UInt32(18), 12, 6, 0] { text.append(digits[Int(three >> shift & 63)]) }
      position += 3
    }
    guard position < bytes.count else { return }
    let second = position + 1 < bytes.count ? UInt32(bytes[position + 1]) : 0
    let rest = UInt32(bytes[position]) << 16 | second << 8
    text.append(digits[Int(rest >> 18 & 63)])
    text.append(digits[Int(rest >> 12 & 63)])
    text.append(position + 1 < bytes.count ? digits[Int(rest >> 6 & 63)] : UInt8(ascii: "="))
    text.append(UInt8(ascii: "="))
  }
}
