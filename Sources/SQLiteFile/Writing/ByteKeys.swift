import Bytes

/// Byte strings with row ids, sorted as SQLite's BINARY collation sorts texts, and blobs: byte by
/// byte, a prefix first; equal keys by row id.
struct ByteKeys: Sendable {
  /// The row id of each key, in eight bytes, and the key behind it: one place in memory for both,
  /// as keys are asked for in no order of theirs.
  private var bytes: [UInt8] = []
  /// Bytes of each key while all have as many.
  private var length = 0
  /// Where each key ends, once keys of several lengths are there.
  private var ends: [Int] = []
  private(set) var count = 0

  private static let idLength = 8

  var byteCount: Int { bytes.count - Self.idLength * count }

  /// Makes room for keys as long as the first one, up to a number of bytes.
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

  /// Adds a key as the next column of a record.
  func append(_ index: Int, isText: Bool, to encoder: inout RecordEncoder) {
    let key = bytes.span.extracting(range(index))
    if isText { encoder.append(text: key) } else { encoder.append(blob: key) }
  }

  /// Eight bytes of a key as one number, beside the key's index.
  private struct Item {
    var prefix: UInt64
    var index: UInt32
  }

  /// Keys in order.
  struct Order {
    /// The keys' indexes.
    var indexes: [UInt32]
    /// Runs of places that are ascending; keys can be equal within one run only.
    var ties: [Range<Int>]
  }

  /// Indexes in key order.
  ///
  /// Sorts by eight bytes at a time with a radix sort; only keys that agree so far go on to their
  /// next eight bytes. GlobalIDs part within the first sixteen.
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
        // Only zero bytes told them apart from their padding: shorter first.
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

  /// Whether two keys hold the same bytes.
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

  /// Least significant byte first, stable; bytes that are the same in all keys are skipped.
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
