import Bytes
package import FeatureData
import SQLiteFile

/// The keys of a table's records in one column, with the rows that have each. Blocks of entries in
/// the order of the keys; memory has the first key of each block.
///
/// | entry | bytes |
/// | --- | --- |
/// | length of the key | 4 |
/// | the row, or `noRow` | 4 |
/// | the key, as it sorts | the length |
package struct KeyIndex: Sendable {
  private let entries: SpilledBytes
  /// The first key of each block.
  private let firstKeys: [[UInt8]]
  /// Where each block ends.
  private let ends: [Int]
  /// The keys of more than one record.
  package let repeated: OddKeys

  /// The entry of a record that the layer's filter refuses.
  private static let noRow = UInt32.max
  private static let blockSize = 4_096
  fileprivate static let headLength = 8

  /// Collects the keys of a table.
  package struct Builder {
    private var keys = KeySorter(payloadLength: 4)
    private var row: UInt32 = 0
    /// Whether the layer's filter refuses some records.
    private let isFiltered: Bool

    /// Creates an empty index.
    package init(isFiltered: Bool) { self.isFiltered = isFiltered }

    /// Adds the keys of the next records.
    ///
    /// - Parameters:
    ///   - all: of all records.
    ///   - taken: of the records that pass the layer's filter, which become rows.
    package mutating func append(all: [JoinKey?], taken: [JoinKey?]) throws {
      if isFiltered {
        for case let key? in all { try append(key, KeyIndex.noRow) }
      }
      for key in taken {
        if let key { try append(key, row) }
        row += 1
      }
    }

    private mutating func append(_ key: JoinKey, _ row: UInt32) throws {
      try keys.append {
        key.appendSortable(to: &$0)
      } payload: {
        $0.append(bigEndian: row)
      }
    }

    /// Sorts the keys and writes the index.
    package func finish() throws -> KeyIndex {
      try KeyIndex(try keys.sorted(), isFiltered: isFiltered)
    }
  }

  private init(_ sorted: SortedKeys, isFiltered: Bool) throws {
    var keys = sorted
    var bytes = SpillingBytes()
    var (firstKeys, ends): ([[UInt8]], [Int]) = ([], [])
    var repeated = OddKeys()
    var (found, entry): ([UInt8], [UInt8]) = ([], [])
    var (records, blockStart) = (0, 0)
    while try keys.next() {
      found.removeAll(keepingCapacity: true)
      keys.withEntry { found.append($0) }
      let key = found.span.extracting(0..<keys.keyLength)
      let row = found.span.bigEndianUInt32(at: keys.keyLength)
      if !keys.isRepeated { records = 0 }
      // Of a filtered layer, each record has an entry without a row.
      if row == Self.noRow || !isFiltered { records += 1 }
      if records == 2, row == Self.noRow || !isFiltered {
        repeated.add(JoinKey(sortable: key), count: 1)
      }
      if firstKeys.isEmpty || bytes.count - blockStart >= Self.blockSize {
        if !firstKeys.isEmpty { ends.append(bytes.count) }
        blockStart = bytes.count
        firstKeys.append(key.copied())
      }
      entry.removeAll(keepingCapacity: true)
      entry.append(littleEndian: UInt32(key.count))
      entry.append(littleEndian: row)
      entry.append(key)
      try bytes.append(entry.span)
    }
    if !firstKeys.isEmpty { ends.append(bytes.count) }
    entries = try bytes.finish()
    (self.firstKeys, self.ends, self.repeated) = (firstKeys, ends, repeated)
  }

  /// Looks up keys, and keeps the last block for the next one.
  package struct Lookup {
    private let index: KeyIndex
    private var block = -1
    private var bytes: [UInt8] = []
    private var wanted: [UInt8] = []

    /// Looks up nothing yet.
    package init(_ index: KeyIndex) { self.index = index }

    /// Whether any record of the table has the key.
    package mutating func contains(_ key: JoinKey) throws -> Bool {
      var isFound = false
      try each(with: key) { _ in isFound = true }
      return isFound
    }

    /// Calls `found` with each row that has the key, and with nil for a record without a row.
    package mutating func each(with key: JoinKey, _ found: (Int?) -> Void) throws {
      wanted.removeAll(keepingCapacity: true)
      key.appendSortable(to: &wanted)
      // Entries with the key may begin in the block before the first one that begins with it.
      var next = max(0, index.firstBlock(notBefore: wanted) - 1)
      while next < index.ends.count {
        try load(next)
        var offset = 0
        let span = bytes.span
        while offset < span.count {
          let length = Int(span.littleEndianUInt32(at: offset))
          let start = offset + KeyIndex.headLength
          let order = span.extracting(start..<start + length).compare(wanted.span)
          if order > 0 { return }
          if order == 0 {
            let row = span.littleEndianUInt32(at: offset + 4)
            found(row == KeyIndex.noRow ? nil : Int(row))
          }
          offset = start + length
        }
        next += 1
      }
    }

    private mutating func load(_ wanted: Int) throws {
      guard wanted != block else { return }
      let start = wanted == 0 ? 0 : index.ends[wanted - 1]
      try index.entries.read(start..<index.ends[wanted], into: &bytes)
      block = wanted
    }
  }

  /// The first block whose first key is not before a key.
  private func firstBlock(notBefore key: [UInt8]) -> Int {
    var (low, high) = (0, firstKeys.count)
    while low < high {
      let middle = (low + high) / 2
      let first = firstKeys[middle]
      if first.span.compare(key.span) < 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
