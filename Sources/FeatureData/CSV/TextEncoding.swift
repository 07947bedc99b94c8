import Bytes

/// How the text of a file is encoded.
package enum TextEncoding: Sendable, Equatable {
  case utf8
  case page(CodePage)
  case utf16(isBigEndian: Bool)

  /// The name in bindings of each encoding, with its other usual names in lower case. What is called
  /// Latin-1 is Windows-1252 (WHATWG Encoding Standard §4.2).
  private static let names: [(encoding: TextEncoding, names: [String])] = [
    (.utf8, ["utf-8", "utf8"]),
    (
      .page(.windows1252),
      [
        "windows-1252", "cp1252", "latin1", "latin-1", "iso-8859-1", "iso8859-1", "iso_8859-1",
        "ascii", "us-ascii", "ansi",
      ]
    ),
    (.page(.windows1250), ["windows-1250", "cp1250"]),
    (.page(.windows1251), ["windows-1251", "cp1251"]),
    (.page(.iso88592), ["iso-8859-2", "iso8859-2", "iso_8859-2", "latin2", "latin-2"]),
    (.page(.iso885915), ["iso-8859-15", "iso8859-15", "iso_8859-15", "latin9", "latin-9"]),
    (.utf16(isBigEndian: false), ["utf-16", "utf16", "utf-16le", "utf16le"]),
    (.utf16(isBigEndian: true), ["utf-16be", "utf16be"]),
  ]

  /// The names to write in bindings.
  package static var usualNames: [String] { names.compactMap(\.names.first) }

  /// Creates the encoding with a name, ignoring case. Nil for an unknown name.
  package init?(name: String) {
    let lower = name.lowercased()
    guard let found = Self.names.first(where: { $0.names.contains(lower) }) else { return nil }
    self = found.encoding
  }

  /// Creates the encoding that a byte order mark at the start of a file shows. Nil without one.
  init?(mark bytes: [UInt8]) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      self = .utf8
    } else if bytes.starts(with: [0xFF, 0xFE]) {
      self = .utf16(isBigEndian: false)
    } else if bytes.starts(with: [0xFE, 0xFF]) {
      self = .utf16(isBigEndian: true)
    } else {
      return nil
    }
  }
}

/// Turns text into UTF-8, block by block.
struct TextDecoder {
  /// The bytes of a block's end whose character continues in the next block.
  private var rest: [UInt8] = []
  private let encoding: TextEncoding
  /// The UTF-8 form of each byte from 0x80 in a code page.
  private let upperHalf: [[UInt8]]

  init(_ encoding: TextEncoding) {
    self.encoding = encoding
    guard case .page(let page) = encoding else {
      upperHalf = []
      return
    }
    upperHalf = page.upperHalf.map { Array(String($0).utf8) }
  }

  /// Adds the next bytes of the file to a text.
  mutating func decode(_ block: Span<UInt8>, appendingTo text: inout [UInt8]) {
    switch encoding {
    case .utf8: text.append(block)
    case .page: decodePage(block, appendingTo: &text)
    case .utf16(let isBigEndian):
      rest.append(block)
      decodePairs(isBigEndian: isBigEndian, appendingTo: &text)
    }
  }

  /// Adds what is left at the end of the file: a character that was cut off, in a form that is not
  /// UTF-8.
  mutating func finish(appendingTo text: inout [UInt8]) {
    guard !rest.isEmpty else { return }
    text.append(0xFF)
    rest = []
  }

  private func decodePage(_ block: Span<UInt8>, appendingTo text: inout [UInt8]) {
    text.reserveCapacity(text.count + block.count + block.count / 8)
    for index in block.indices {
      let byte = block[index]
      if byte < 0x80 {
        text.append(byte)
      } else {
        text.append(contentsOf: upperHalf[Int(byte) - 0x80])
      }
    }
  }

  private mutating func decodePairs(isBigEndian: Bool, appendingTo text: inout [UInt8]) {
    let bytes = rest
    func unit(_ index: Int) -> UInt32 {
      let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var index = 0
    while index + 1 < bytes.count {
      let high = unit(index)
      if high & 0xFC00 == 0xD800 {
        guard index + 3 < bytes.count else { break }
        let low = unit(index + 2)
        if low & 0xFC00 == 0xDC00 {
          Self.append(0x1_0000 + (high & 0x3FF) << 10 + (low & 0x3FF), to: &text)
          index += 4
          continue
        }
      }
      Self.append(high, to: &text)
      index += 2
    }
    rest.removeFirst(index)
  }

  /// Appends a code point. Half of a pair gets three bytes, which are not UTF-8 (RFC 3629 §3).
  private static func append(_ code: UInt32, to text: inout [UInt8]) {
    func tail(_ shift: UInt32) -> UInt8 {
      0x80 | UInt8(truncatingIfNeeded: code >> shift & 0x3F)
    }
    switch code {
    case ..<0x80: text.append(UInt8(truncatingIfNeeded: code))
    case ..<0x800: text += [0xC0 | UInt8(truncatingIfNeeded: code >> 6), tail(0)]
    case ..<0x1_0000: text += [0xE0 | UInt8(truncatingIfNeeded: code >> 12), tail(6), tail(0)]
    default: text += [0xF0 | UInt8(truncatingIfNeeded: code >> 18), tail(12), tail(6), tail(0)]
    }
  }
}
