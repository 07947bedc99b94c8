/// Names and values as `application/x-www-form-urlencoded` (URL Living Standard §5.1), which is also
/// the form of queries.
package enum FormText {
  /// Joins names and values.
  package static func encode(_ parameters: [(name: String, value: String)]) -> String {
    parameters.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
  }

  private static func escaped(_ text: String) -> String {
    let digits = [UInt8]("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2A, 0x2D, 0x2E, 0x5F: bytes.append(byte)
      default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
