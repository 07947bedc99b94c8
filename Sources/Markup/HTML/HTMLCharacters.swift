import Bytes

/// The characters that a page may contain (HTML §13.2.3.5, "preprocessing the input stream").
///
/// Data comes from devices, spreadsheets and attackers. Malformed UTF-8, C1 controls and
/// noncharacters become U+FFFD, so that a reader sees that something was there. NUL and other C0
/// controls, which are invisible, are dropped. Line ends become line feeds.
enum HTMLCharacters {
  /// Returns whether the bytes need no repair. May be false for some clean text with rare
  /// characters, but is never true for text that needs repair.
  static func areClean(_ bytes: Span<UInt8>) -> Bool {
    var isASCII = true
    var last: UInt8 = 0
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x20 ? byte != 0x0A && byte != 0x09 : byte == 0x7F { return false }
      if byte >= 0x80 {
        isASCII = false
        switch last {
        // C1 controls, U+FDD0 to U+FDEF, and noncharacters such as U+FFFE and U+FFFF, which end
        // with BF BE or BF BF.
        case 0xC2 where byte < 0xA0, 0xEF where byte == 0xB7, 0xBF where byte >= 0xBE: return false
        default: break
        }
      }
      last = byte
    }
    return isASCII || UTF8Validation.isValid(bytes)
  }

  /// Returns the bytes as well-formed UTF-8 of characters that a page may contain.
  static func repaired(_ bytes: Span<UInt8>) -> [UInt8] {
    if areClean(bytes) { return bytes.copied() }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var wasReturn = false
    for scalar in bytes.repairedString().unicodeScalars {
      let isReturn = scalar == "\r"
      switch scalar.value {
      case 0x0A where wasReturn: break
      case 0x09, 0x0A: output.append(UInt8(truncatingIfNeeded: scalar.value))
      case 0x0D: output.append(0x0A)
      case 0x0C: output.append(0x20)
      case 0..<0x20, 0x7F: break
      case let value where isForbidden(value): append(0xFFFD, to: &output)
      case let value: append(value, to: &output)
      }
      wasReturn = isReturn
    }
    return output
  }

  /// Returns whether a browser treats the code point as an error: a C1 control, a surrogate, a
  /// noncharacter, or a number beyond Unicode.
  static func isForbidden(_ value: UInt32) -> Bool {
    switch value {
    case 0x80...0x9F, 0xD800...0xDFFF, 0xFDD0...0xFDEF: true
    default: value & 0xFFFE == 0xFFFE || value > 0x10FFFF
    }
  }

  /// Appends a code point as UTF-8.
  static func append(_ value: UInt32, to output: inout [UInt8]) {
    let continuation = { (shift: UInt32) in
      UInt8(truncatingIfNeeded: 0x80 | (value >> shift & 0x3F))
    }
    switch value {
    case 0..<0x80: output.append(UInt8(truncatingIfNeeded: value))
    case 0..<0x800:
      output.append(UInt8(truncatingIfNeeded: 0xC0 | value >> 6))
      output.append(continuation(0))
    case 0..<0x10000:
      output.append(UInt8(truncatingIfNeeded: 0xE0 | value >> 12))
      output.append(continuation(6))
      output.append(continuation(0))
    default:
      output.append(UInt8(truncatingIfNeeded: 0xF0 | value >> 18))
      output.append(continuation(12))
      output.append(continuation(6))
      output.append(continuation(0))
    }
  }
}
