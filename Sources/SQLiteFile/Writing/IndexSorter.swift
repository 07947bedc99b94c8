import Bytes
package import Records

/// Collects the values of one column and writes its index in SQLite's order: NULL, numbers, texts,
/// blobs. Texts use the BINARY collation; equal values are sorted by row id.
package struct IndexSorter: Sendable {
  /// Two rows with the same value. NULLs never count as the same.
  package struct Duplicate: Equatable, Sendable {
    /// The row that comes first.
    package var first: Int64
    /// The other row.
    package var second: Int64

    /// Creates a pair of rows.
    package init(first: Int64, second: Int64) {
      self.first = first
      self.second = second
    }
  }

  /// The payload of nulls, texts and blobs is the row id.
  private var nulls: KeySorter
  private var texts: KeySorter
  private var blobs: KeySorter
  /// The payload of numbers is the row id, whether it is a real, and its bits.
  private var numbers: KeySorter
  private var expected = (rows: 0, bytes: 0)
  private let constants: [Double]
  private let findsDuplicates: Bool

  /// Creates an empty sorter.
  ///
  /// - Parameters:
  ///   - constants: further columns of the index that have the same value in all rows.
  ///   - findsDuplicates: whether to look for equal values.
  ///   - room: bytes of values of a kind to keep in memory.
  package init(
    constants: [Double] = [], findsDuplicates: Bool = false, room: Int = KeySorter.room
  ) {
    self.constants = constants
    self.findsDuplicates = findsDuplicates
    nulls = KeySorter(payloadLength: 8, room: room)
    texts = KeySorter(payloadLength: 8, room: room)
    blobs = KeySorter(payloadLength: 8, room: room)
    numbers = KeySorter(payloadLength: 17, room: room)
  }

  /// Announces the approximate number of rows and the most bytes of their values.
  package mutating func expect(rows: Int, bytes: Int) { expected = (rows, bytes) }

  /// Rows added so far.
  package var count: Int { nulls.count + numbers.count + texts.count + blobs.count }

  /// The approximate size of the index pages: values, row ids, SQLite's own bytes, and unused
  /// space.
  package var expectedBytes: Int {
    let values = texts.byteCount + blobs.byteCount - 8 * (texts.count + blobs.count)
    return (values + (12 + 9 * constants.count) * count) / 48 * 49
  }

  /// Adds a row's value; `record` holds the bytes of a text or blob. Row ids must ascend.
  ///
  /// - Throws: `SQLiteFileError.file` if a file for sorting cannot be written.
  package mutating func append(
    _ value: RecordValue, of record: Span<UInt8>, rowid: Int64
  ) throws(SQLiteFileError) {
    switch value {
    case .null: try nulls.append(record.extracting(0..<0), payload: UInt64(bitPattern: rowid))
    case .integer(let value):
      try numbers.append {
        SortableNumber.append(amongReals: value, to: &$0)
      } payload: {
        $0.append(bigEndian: UInt64(bitPattern: rowid))
        $0.append(0)
        $0.append(bigEndian: UInt64(bitPattern: value))
      }
    case .real(let value):
      try numbers.append {
        SortableNumber.append(value, to: &$0)
      } payload: {
        $0.append(bigEndian: UInt64(bitPattern: rowid))
        $0.append(1)
        $0.append(bigEndian: value.bitPattern)
      }
    case .text(let range): try append(text: record.extracting(range), rowid: rowid)
    case .blob(let range):
      try blobs.append(record.extracting(range), payload: UInt64(bitPattern: rowid))
    }
  }

  /// Adds a row's text.
  ///
  /// - Throws: `SQLiteFileError.file` if a file for sorting cannot be written.
  package mutating func append(
    text: Span<UInt8>, rowid: Int64
  ) throws(SQLiteFileError) {
    if texts.count == 0, expected.rows > 0 {
      texts.reserve(expected.rows, keyLength: text.count, bytes: expected.bytes)
    }
    try texts.append(text, payload: UInt64(bitPattern: rowid))
  }

  /// Sorts, writes the index, and returns its root page and each pair of equal neighbors.
  ///
  /// - Throws: `SQLiteFileError.file` if a file for sorting cannot be written or read.
  package func finish(
    _ pages: inout PageWriter
  ) throws(SQLiteFileError) -> (root: UInt32, [Duplicate]) {
    var tree = IndexTreeWriter(pageSize: pages.pageSize)
    var encoder = RecordEncoder()
    var duplicates: [Duplicate] = []
    for kind in Kind.allCases {
      var keys = try sorter(of: kind).sorted()
      var previous: Int64 = 0
      while try keys.next() {
        let rowid = keys.withEntry {
          Int64(bitPattern: $0.bigEndianUInt64(at: keys.keyLength))
        }
        if findsDuplicates, kind != .null, keys.isRepeated {
          duplicates.append(Duplicate(first: previous, second: rowid))
        }
        previous = rowid
        encoder.removeAll()
        keys.withEntry { Self.append($0, keyLength: keys.keyLength, kind, to: &encoder) }
        for constant in constants { encoder.append(constant) }
        tree.append(&encoder, endingWith: rowid, to: &pages)
      }
    }
    return (tree.finish(&pages), duplicates)
  }

  /// The kinds of values, in the order of an index.
  private enum Kind: CaseIterable {
    case null, number, text, blob
  }

  private func sorter(of kind: Kind) -> KeySorter {
    switch kind {
    case .null: nulls
    case .number: numbers
    case .text: texts
    case .blob: blobs
    }
  }

  /// Adds a value as the first column of an entry.
  private static func append(
    _ entry: Span<UInt8>, keyLength: Int, _ kind: Kind, to encoder: inout RecordEncoder
  ) {
    switch kind {
    case .null: encoder.appendNull()
    case .text: encoder.append(text: entry.extracting(0..<keyLength))
    case .blob: encoder.append(blob: entry.extracting(0..<keyLength))
    case .number:
      let bits = entry.bigEndianUInt64(at: keyLength &+ 9)
      if entry[keyLength &+ 8] == 1 {
        encoder.append(Double(bitPattern: bits))
      } else {
        encoder.append(Int64(bitPattern: bits))
      }
    }
  }
}
