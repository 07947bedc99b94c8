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

  private var nulls: [Int64] = []
  private var numbers: [(value: RecordValue, rowid: Int64)] = []
  private var texts = ByteKeys()
  private var blobs = ByteKeys()
  private var expected = (rows: 0, bytes: 0)
  private let constants: [Double]

  /// Creates an empty sorter.
  ///
  /// - Parameter constants: further columns of the index that have the same value in all rows.
  package init(constants: [Double] = []) { self.constants = constants }

  /// Announces the approximate number of rows and the most bytes of their values. Reserving memory
  /// at once takes half as much as growing.
  package mutating func expect(rows: Int, bytes: Int) { expected = (rows, bytes) }

  /// Rows added so far.
  package var count: Int { nulls.count + numbers.count + texts.count + blobs.count }

  /// The approximate size of the index pages: values, row ids, SQLite's own bytes, and unused
  /// space.
  package var expectedBytes: Int {
    (texts.byteCount + blobs.byteCount + (12 + 9 * constants.count) * count) / 48 * 49
  }

  /// Adds a row's value; `record` holds the bytes of a text or blob. Row ids must ascend.
  package mutating func append(_ value: RecordValue, of record: Span<UInt8>, rowid: Int64) {
    switch value {
    case .null: nulls.append(rowid)
    case .integer, .real: numbers.append((value, rowid))
    case .text(let range): append(text: record.extracting(range), rowid: rowid)
    case .blob(let range): blobs.append(record.extracting(range), rowid: rowid)
    }
  }

  /// Adds a row's text.
  package mutating func append(text: Span<UInt8>, rowid: Int64) {
    if texts.count == 0, expected.rows > 0 {
      texts.reserve(expected.rows, like: text, bytes: expected.bytes)
    }
    texts.append(text, rowid: rowid)
  }

  /// Sorts, writes the index, and returns its root page and each pair of equal neighbors.
  package mutating func finish(_ pages: inout PageWriter) -> (root: UInt32, [Duplicate]) {
    var tree = IndexTreeWriter(pageSize: pages.pageSize)
    var encoder = RecordEncoder()
    var duplicates: [Duplicate] = []
    for rowid in nulls {
      encoder.removeAll()
      encoder.appendNull()
      for constant in constants { encoder.append(constant) }
      tree.append(&encoder, endingWith: rowid, to: &pages)
    }
    sortNumbers()
    for (position, number) in numbers.enumerated() {
      if position > 0, RecordOrder.compare(numbers[position - 1].value, number.value) == 0 {
        duplicates.append(Duplicate(first: numbers[position - 1].rowid, second: number.rowid))
      }
      encoder.removeAll()
      if case .integer(let value) = number.value { encoder.append(value) }
      if case .real(let value) = number.value { encoder.append(value) }
      for constant in constants { encoder.append(constant) }
      tree.append(&encoder, endingWith: number.rowid, to: &pages)
    }
    for (keys, isText) in [(texts, true), (blobs, false)] {
      let order = keys.sorted()
      duplicates += Self.duplicates(of: keys, in: order)
      for index in order.indexes {
        encoder.removeAll()
        keys.append(Int(index), isText: isText, to: &encoder)
        for constant in constants { encoder.append(constant) }
        tree.append(&encoder, endingWith: keys.rowid(Int(index)), to: &pages)
      }
    }
    return (tree.finish(&pages), duplicates)
  }

  private static func duplicates(of keys: ByteKeys, in order: ByteKeys.Order) -> [Duplicate] {
    var duplicates: [Duplicate] = []
    for tie in order.ties {
      for position in tie.dropFirst() {
        let (first, second) = (Int(order.indexes[position - 1]), Int(order.indexes[position]))
        guard keys.isEqual(first, second) else { continue }
        duplicates.append(Duplicate(first: keys.rowid(first), second: keys.rowid(second)))
      }
    }
    return duplicates
  }

  private mutating func sortNumbers() {
    numbers.sort { left, right in
      let order = RecordOrder.compare(left.value, right.value)
      return order == 0 ? left.rowid < right.rowid : order < 0
    }
  }
}
