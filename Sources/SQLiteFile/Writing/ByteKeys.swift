import Bytes
import Records

/// Byte strings with row ids, sorted as SQLite's BINARY collation sorts texts and blobs: byte by
/// byte, shorter first. Equal keys are sorted by row id.
struct ByteKeys: Sendable {
  /// For each key its row id in eight bytes, then the key. They are stored together because keys
  /// are read in random order.
  private var bytes: [UInt8] = []
  /// Length of each key while all keys have the same length.
  private var length = 0
  /// End offset of each key, once keys have different lengths.
  private var ends: [Int] = []
  private(set) var count = 0

  private static let idLength = 8

  var byteCount: Int { bytes.count - Self.idLength * count }

  /// Reserves memory for keys as long as the first one, up to `limit` bytes.
  mutating func reserve(_ count: Int, like key: Span<UInt8>, bytes limit: Int) {
    let length = max(1, key.count)
    let room = count < limit / length ? count * length : limit
    bytes.reserveCapacity(room + Self.idLength * min(count, limit))
  }

  mutating func append(_ key: Span<UInt8>, rowid: Int64) {
    if count == 0 { length = key.count }
    if key.count != length, ends.isEmpty {
      ends = (0..<count).map { (length + Self.idLength) * ($0 + 1) }
    }
    bytes.append(bigEndian: UInt64(bitPattern: rowid))
    bytes.append(key)
    if key.count != length || !ends.isEmpty { ends.append(bytes.count) }
    count += 1
  }

  func rowid(_ index: Int) -> Int64 {
    Int64(bitPattern: bytes.span.bigEndianUInt64(at: range(index).lowerBound &- Self.idLength))
  }

  func range(_ index: Int) -> Range<Int> {
    if ends.isEmpty {
      let start = (length &+ Self.idLength) &* index &+ Self.idLength
      return start..<start &+ length
    }
    return (index == 0 ? 0 : ends[index - 1]) + Self.idLength..<ends[index]
  }

  /// Adds a key as the next value of a record.
  func append(_ index: Int, isText: Bool, to encoder: inout RecordEncoder) {
    let key = bytes.span.extracting(range(index))
    if isText { encoder.append(text: key) } else { encoder.append(blob: key) }
  }

  /// Eight bytes of a key as a number, with the key's index.
  private struct Item {
    var prefix: UInt64
    var index: UInt32
  }

  /// The keys in sorted order.
  struct Order {
    /// The indexes of the keys.
    var indexes: [UInt32]
    /// Ascending ranges of positions in `indexes`. Keys in different ranges are never equal.
    var ties: [Range<Int>]
  }

  /// Returns the order of the keys.
  ///
  /// The method is a radix sort on eight bytes at a time. Only keys with equal bytes so far
  /// continue with the next eight. GlobalIDs differ within their first sixteen bytes.
  func sorted() -> Order {
    var items = (0..<count).map { Item(prefix: 0, index: UInt32(truncatingIfNeeded: $0)) }
    var scratch = items
    var runs: [(range: Range<Int>, depth: Int)] = [(0..<count, 0)]
    var ties: [Range<Int>] = []
    while let (range, depth) = runs.popLast() {
      guard range.count > 32 else {
        sortFew(&items, range, depth: depth)
        ties.append(range)
        continue
      }
      var longest = 0
      for position in range {
        let key = self.range(Int(items[position].index))
        longest = max(longest, key.count)
        items[position].prefix = prefix(of: key, from: depth)
      }
      guard longest > depth else {
        // The keys differ only by zero bytes that look like padding: the shorter one comes first.
        sortByLength(&items, range)
        ties.append(range)
        continue
      }
      Self.radixSort(&items, scratch: &scratch, range: range)
      var start = range.lowerBound
      for position in range
      where position + 1 == range.upperBound
        || items[position + 1].prefix != items[position].prefix
      {
        if position > start { runs.append((start..<position + 1, depth + 8)) }
        start = position + 1
      }
    }
    ties.sort { $0.lowerBound < $1.lowerBound }
    return Order(indexes: items.map(\.index), ties: ties)
  }

  /// Whether two keys have the same bytes.
  func isEqual(_ first: Int, _ second: Int) -> Bool {
    let span = bytes.span
    return span.extracting(range(first)).isEqual(to: span.extracting(range(second)))
  }

  private func prefix(of key: Range<Int>, from depth: Int) -> UInt64 {
    let start = key.lowerBound &+ depth
    if start &+ 8 <= key.upperBound { return bytes.span.bigEndianUInt64(at: start) }
    var prefix: UInt64 = 0
    for offset in start..<max(start, start &+ 8) {
      prefix = prefix &<< 8 | (offset < key.upperBound ? UInt64(bytes[offset]) : 0)
    }
    return prefix
  }

  private func sortFew(_ items: inout [Item], _ range: Range<Int>, depth: Int) {
    guard range.count > 1 else { return }
    items[range].sort { left, right in
      let span = bytes.span
      let order = span.extracting(self.range(Int(left.index)))
        .compare(span.extracting(self.range(Int(right.index))))
      return order == 0 ? left.index < right.index : order < 0
    }
  }

  private func sortByLength(_ items: inout [Item], _ range: Range<Int>) {
    items[range].sort { left, right in
      let lengths = (self.range(Int(left.index)).count, self.range(Int(right.index)).count)
      return lengths.0 == lengths.1 ? left.index < right.index : lengths.0 < lengths.1
    }
  }

  /// A stable radix sort, least significant byte first. Skips bytes that are the same in all keys.
  private static func radixSort(
    _ items: inout [Item], scratch: inout [Item], range: Range<Int>
  ) {
    var differing: UInt64 = 0
    let sample = items[range.lowerBound].prefix
    for position in range { differing |= items[position].prefix ^ sample }
    for shift in stride(from: UInt64(0), to: 64, by: 8) where differing &>> shift & 0xff != 0 {
      var starts = [Int](repeating: 0, count: 256)
      for position in range { starts[Int(items[position].prefix &>> shift & 0xff)] &+= 1 }
      var next = range.lowerBound
      for bucket in starts.indices {
        let count = starts[bucket]
        starts[bucket] = next
        next &+= count
      }
      for position in range {
        let bucket = Int(items[position].prefix &>> shift & 0xff)
        scratch[starts[bucket]] = items[position]
        starts[bucket] &+= 1
      }
      if range.count == items.count {
        swap(&items, &scratch)
      } else {
        for position in range { items[position] = scratch[position] }
      }
    }
  }
}
