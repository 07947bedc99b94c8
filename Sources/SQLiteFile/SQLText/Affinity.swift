/// How the declared type of a column converts its values (datatype3.html §3).
package enum Affinity: Sendable {
  case integer, text, blob, real, numeric

  /// The affinity of a declared type, by the words it contains, in this order.
  package init(declaredType: String) {
    var words = Words()
    for byte in declaredType.utf8 { words.look(at: byte) }
    if words.hasInteger {
      self = .integer
    } else if words.hasText {
      self = .text
    } else if declaredType.isEmpty || words.hasBlob {
      self = .blob
    } else if words.hasReal {
      self = .real
    } else {
      self = .numeric
    }
  }

  /// The words of a declared type, wherever they are in it and in any case. A merge of many packages
  /// parses the declarations of many tables, so each byte is looked at once.
  private struct Words {
    private(set) var hasInteger = false
    private(set) var hasText = false
    private(set) var hasBlob = false
    private(set) var hasReal = false
    /// The last four bytes in lower case.
    private var last: UInt32 = 0

    mutating func look(at byte: UInt8) {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      last = last << 8 | UInt32(isCapital ? byte | 0x20 : byte)
      if last & 0xFF_FFFF == 0x69_6E74 { hasInteger = true }  // int
      switch last {
      case 0x6368_6172, 0x636C_6F62, 0x7465_7874: hasText = true  // char, clob, text
      case 0x626C_6F62: hasBlob = true  // blob
      case 0x7265_616C, 0x666C_6F61, 0x646F_7562: hasReal = true  // real, floa, doub
      default: break
      }
    }
  }
}
