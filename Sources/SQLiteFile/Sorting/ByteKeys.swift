import Bytes
import Records

/// Byte strings with a few bytes of payload each, sorted as SQLite's BINARY collation sorts texts
/// and blobs: byte by byte, shorter first. Equal keys keep the order in which they were added.
struct ByteKeys: Sendable {
  /// Each key, followed by its payload. They are stored together because keys are read in random
  /// order.
  private var bytes: [UInt8] = []
  /// Length of each key while all keys have the same length.
  private var length = 0
  /// End offset of each key, once keys have different lengths.
  private var ends: [Int] = []
  private(set) var count = 0
  /// Bytes of each payload.
  let payloadLength: Int

  init(payloadLength: Int) { self.payloadLength = payloadLength }

  /// The bytes of all keys and payloads.
  var byteCount: Int { bytes.count }

  /// Reserves memory for keys of about this length, up to `limit` bytes.
  mutating func reserve(_ count: Int, keyLength: Int, bytes limit: Int) {
    let length = max(1, payloadLength + keyLength)
    bytes.reserveCapacity(count < limit / length ? count * length : limit)
  }

  /// Adds a key whose payload is a number in eight bytes.
  mutating func append(_ key: Span<UInt8>, payload: UInt64) {
    bytes.append(key)
    bytes.append(bigEndian: payload)
    endKey(of: key.count)
  }

  /// Adds what two functions append. Returns the length of the key.
  mutating func append(
    key: (inout [UInt8]) -> Void, payload: (inout [UInt8]) -> Void
  ) -> Int {
    let start = bytes.count
    key(&bytes)
    let length = bytes.count &- start
    payload(&bytes)
    endKey(of: length)
    return length
  }

  private mutating func endKey(of length: Int) {
    if count == 0 { self.length = length }
    if length != self.length, ends.isEmpty {
      ends = (0..<count).map { (self.length + payloadLength) * ($0 + 1) }
    }
    if length != self.length || !ends.isEmpty { ends.append(bytes.count) }
    count += 1
  }

  /// Reserves memory for this many bytes of keys and payloads.
  mutating func reserve(bytes count: Int) { bytes.reserveCapacity(count + count / 16) }

  private func range(_ index: Int) -> Range<Int> {
    if ends.isEmpty {
      let start = (length &+ payloadLength) &* index
      return start..<start &+ length
    }
    return (index == 0 ? 0 : ends[index - 1])..<ends[index] &- payloadLength
  }

  /// The length of a key.
  func keyLength(_ index: Int) -> Int { range(index).count }

  /// Passes on a key followed by its payload, in place.
  @inline(__always)
  func withEntry<Result, Failure: Error>(
    _ index: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let key = range(index)
    return try body(bytes.span.extracting(key.lowerBound..<key.upperBound &+ payloadLength))
  }

  /// Whether two keys have the same bytes.
  func isSame(_ first: Int, _ second: Int) -> Bool {
    bytes.span.extracting(range(first)).isEqual(to: bytes.span.extracting(range(second)))
  }

  /// Eight bytes of a key as a number, with the key's index.
  private struct Item {
    var prefix: UInt64
    var index: UInt32
  }

  /// Returns the indexes of the keys in sorted order.
  ///
  /// The method is a radix sort on eight bytes at a time. Only keys with equal bytes so far
  /// continue with the next eight. GlobalIDs differ within their first sixteen bytes.
  func sorted() -> [UInt32] {
    if ends.isEmpty, length == 0 { return Array(0..<UInt32(truncatingIfNeeded: count)) }
    var items = (0..<count).map { Item(prefix: 0, index: UInt32(truncatingIfNeeded: $0)) }
    var scratch = items
    var runs: [(range: Range<Int>, depth: Int)] = [(0..<count, 0)]
    while let (range, depth) = runs.popLast() {
      guard range.count > 32 else {
        sortFew(&items, range, depth: depth)
        continue
      }
      var longest = 0
      for position in range {
        let key = self.range(Int(items[position].index))
        longest = max(longest, key.count)
        items[position].prefix = bytes.span.prefix(of: key, from: depth)
      }
      guard longest > depth else {
        // The keys differ only by zero bytes that look like padding: the shorter one comes first.
        sortByLength(&items, range)
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
    return items.map(\.index)
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

  /// A stable radix sort by the three highest bytes that differ. Few keys have those in common, and
  /// are sorted by the rest.
  private static func radixSort(
    _ items: inout [Item], scratch: inout [Item], range: Range<Int>
  ) {
    var differing: UInt64 = 0
    let sample = items[range.lowerBound].prefix
    for position in range { differing |= items[position].prefix ^ sample }
    let bytes = (0..<8).map { UInt64($0) * 8 }.filter { differing &>> $0 & 0xff != 0 }
    for shift in bytes.suffix(3) { sortByByte(shift, &items, scratch: &scratch, range: range) }
    guard bytes.count > 3 else { return }
    let shift = bytes[bytes.count - 3]
    var start = range.lowerBound
    for position in range
    where position + 1 == range.upperBound
      || items[position + 1].prefix &>> shift != items[position].prefix &>> shift
    {
      let end = position + 1
      if end - start > 32 {
        radixSort(&items, scratch: &scratch, range: start..<end)
      } else if end - start > 1 {
        insertionSort(&items, start..<end)
      }
      start = end
    }
  }

  private static func sortByByte(
    _ shift: UInt64, _ items: inout [Item], scratch: inout [Item], range: Range<Int>
  ) {
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

  private static func insertionSort(_ items: inout [Item], _ range: Range<Int>) {
    for position in range.dropFirst() {
      let item = items[position]
      var place = position
      while place > range.lowerBound, items[place &- 1].prefix > item.prefix {
        items[place] = items[place &- 1]
        place &-= 1
      }
      items[place] = item
    }
  }
}

extension Span<UInt8> {
  /// The eight bytes of a key from `depth` on as a number. A shorter key is filled up with zeros.
  func prefix(of key: Range<Int>, from depth: Int = 0) -> UInt64 {
    let start = key.lowerBound &+ depth
    if start &+ 8 <= key.upperBound { return bigEndianUInt64(at: start) }
    var prefix: UInt64 = 0
    for offset in start..<Swift.max(start, start &+ 8) {
      prefix = prefix &<< 8 | (offset < key.upperBound ? UInt64(self[offset]) : 0)
    }
    return prefix
  }
}
