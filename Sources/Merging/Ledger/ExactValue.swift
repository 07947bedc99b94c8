import Bytes
import OrderedJSON

/// A value in the history of merges, spelled without any loss so that undo can restore it. A whole
/// number is a number and a text is a string. Other values are lists of a kind and hexadecimal
/// digits, as ``MergeHistory`` describes them.
struct ExactValue {
  let value: FieldValue

  init(_ value: FieldValue) { self.value = value }

  /// Reads a spelled value. Nil if the JSON spells none.
  init?(_ json: JSON) {
    switch json {
    case .null: value = .null
    case .string(let text): value = .text(Array(text.utf8))
    case .number:
      guard let integer = json.int else { return nil }
      value = .integer(Int64(integer))
    case .array(let parts):
      guard parts.count == 2, let kind = parts[0].string, let digits = parts[1].string,
        let value = Self.value(ofKind: kind, digits: digits)
      else { return nil }
      self.value = value
    case .bool, .object: return nil
    }
  }

  private static func value(ofKind kind: String, digits: String) -> FieldValue? {
    switch kind {
    case "r": UInt64(digits, radix: 16).map { .real(Double(bitPattern: $0)) }
    case "t": bytes(digits).map { .text($0) }
    case "b": bytes(digits).map { .blob($0) }
    default: nil
    }
  }

  private static func bytes(_ digits: String) -> [UInt8]? {
    let digits = Array(digits.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for at in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[at..<at + 2], as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(byte)
    }
    return bytes
  }

  /// Appends the spelling as JSON text.
  func append(to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes += "null".utf8
    case .integer(let number): bytes += String(number).utf8
    case .real(let number):
      bytes += #"["r","\#(String(number.bitPattern, radix: 16))"]"#.utf8
    case .text(let text) where UTF8Validation.isValid(text.span):
      JSONWriter.append(utf8: text.span, to: &bytes)
    case .text(let text): bytes += #"["t","\#(SHA256.hex(text))"]"#.utf8
    case .blob(let blob): bytes += #"["b","\#(SHA256.hex(blob))"]"#.utf8
    }
  }
}
