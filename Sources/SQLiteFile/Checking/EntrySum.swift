import Bytes
import Records

/// The hash of one index entry, built value by value.
struct EntryHash {
  private(set) var bits: UInt64 = 0x243F_6A88_85A3_08D3

  mutating func add(_ value: Int64) { mix(1, word: UInt64(bitPattern: value)) }

  /// Adds a value. Whole numbers hash the same as integer and as double, because an index may store
  /// either.
  mutating func add(_ value: RecordValue, of record: Span<UInt8>) {
    switch value {
    case .null: mix(0, word: 0)
    case .integer(let integer): add(integer)
    case .real(let real): add(real)
    case .text(let range): add(record.extracting(range), tag: 3)
    case .blob(let range): add(record.extracting(range), tag: 4)
    }
  }

  /// Adds a value that is not stored, such as a default. Stored texts are in the encoding of the
  /// file, so this one is encoded too.
  mutating func add(_ value: SQLValue, _ encoding: DatabaseHeader.TextEncoding) {
    switch value {
    case .null: mix(0, word: 0)
    case .integer(let integer): add(integer)
    case .real(let real): add(real)
    case .text(let text): add(StoredText.encoded(text, encoding).span, tag: 3)
    case .blob(let bytes): add(bytes.span, tag: 4)
    }
  }

  private mutating func add(_ real: Double) {
    if let integer = Int64(exactly: real) { add(integer) } else { mix(2, word: real.bitPattern) }
  }

  private mutating func add(_ bytes: Span<UInt8>, tag: UInt64) {
    mix(tag, word: UInt64(bytes.count))
    var at = 0
    while at &+ 8 <= bytes.count {
      mix(5, word: bytes.bigEndianUInt64(at: at))
      at &+= 8
    }
    var rest: UInt64 = 0
    while at < bytes.count {
      rest = rest << 8 | UInt64(bytes[at])
      at &+= 1
    }
    mix(6, word: rest)
  }

  private mutating func mix(_ tag: UInt64, word: UInt64) {
    // Far apart, so that no kind of value differs from another by a small number: 1 is not NULL.
    let kind = tag &* 0xD6E8_FEB8_6659_FD93
    bits = (bits ^ (word &+ kind)) &* 0x9E37_79B9_7F4A_7C15
    bits ^= bits >> 32
  }
}

/// The sum of the hashes of index entries. It does not depend on their order.
struct EntrySum: Equatable {
  private var total: UInt64 = 0
  private var mixed: UInt64 = 0
  private(set) var count = 0

  mutating func add(_ hash: EntryHash) {
    total &+= hash.bits
    mixed &+= (hash.bits ^ (hash.bits >> 29)) &* 0xBF58_476D_1CE4_E5B9
    count &+= 1
  }
}
