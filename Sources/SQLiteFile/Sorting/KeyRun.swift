import Bytes

/// Sorted keys in a nameless file: for each one the length of its key as a u32, the key, and the
/// payload.
struct KeyRun: Sendable {
  /// The file; nil if nothing was written.
  private let region: FileRegion?
  private let payloadLength: Int

  /// Writes keys in sorted order.
  init(_ keys: ByteKeys) throws(SQLiteFileError) {
    try self.init(SortedKeys(keys), payloadLength: keys.payloadLength)
  }

  /// Merges several runs into one.
  init(merging runs: [KeyRun]) throws(SQLiteFileError) {
    try self.init(try SortedKeys(merging: runs), payloadLength: runs.first?.payloadLength ?? 0)
  }

  private init(_ keys: SortedKeys, payloadLength: Int) throws(SQLiteFileError) {
    var keys = keys
    var file = try SQLiteFileError.ofFile(try ScratchBytes())
    var bytes: [UInt8] = []
    while try keys.next() {
      bytes.append(bigEndian: UInt32(truncatingIfNeeded: keys.keyLength))
      keys.withEntry { bytes.append($0) }
      guard bytes.count >= Cursor.blockSize else { continue }
      try SQLiteFileError.ofFile(try file.append(bytes.span))
      bytes.removeAll(keepingCapacity: true)
    }
    try SQLiteFileError.ofFile(try file.append(bytes.span))
    region = try SQLiteFileError.ofFile(try file.finish())
    self.payloadLength = payloadLength
  }

  /// A reader that stands before the first key.
  var cursor: Cursor { Cursor(region: region, payloadLength: payloadLength) }

  /// Reads the keys of a run in order, a block of the file at a time.
  struct Cursor: Sendable {
    fileprivate static let blockSize = 1 << 17
    private static let lengthSize = 4

    private let region: FileRegion?
    private let payloadLength: Int
    private var block: [UInt8] = []
    /// Where the block ends in the region.
    private var blockEnd = 0
    private var entry = 0..<0
    /// The length of the current key.
    private var keyLength = 0
    /// The first eight bytes of the key as a number. A shorter key is filled up with zeros.
    private(set) var prefix: UInt64 = 0

    fileprivate init(region: FileRegion?, payloadLength: Int) {
      self.region = region
      self.payloadLength = payloadLength
    }

    /// Goes to the next key. Returns false after the last one.
    mutating func next() throws(SQLiteFileError) -> Bool {
      var start = entry.upperBound
      try fill(Self.lengthSize, from: &start)
      guard start < block.count else { return false }
      keyLength = Int(block.span.bigEndianUInt32(at: start))
      try fill(Self.lengthSize + keyLength + payloadLength, from: &start)
      start += Self.lengthSize
      entry = start..<start + keyLength + payloadLength
      prefix = block.span.prefix(of: start..<start + keyLength)
      return true
    }

    /// Makes sure that the block holds `count` bytes from `start` on, unless the file ends there.
    private mutating func fill(_ count: Int, from start: inout Int) throws(SQLiteFileError) {
      guard let region, block.count - start < count, blockEnd < region.count else { return }
      let offset = blockEnd - (block.count - start)
      let size = min(region.count - offset, max(count, Self.blockSize))
      try SQLiteFileError.ofFile(try region.read(at: offset, count: size, into: &block))
      (start, blockEnd) = (0, offset + size)
    }

    /// Replaces `bytes` by the current key and its payload, and returns the length of the key.
    ///
    /// It is mutating because a cursor in an array would be copied otherwise.
    mutating func read(into bytes: inout [UInt8]) -> Int {
      if bytes.count == entry.count {
        bytes.store(block.span.extracting(entry), at: 0)
      } else {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(block.span.extracting(entry))
      }
      return keyLength
    }

    /// Whether this key comes before another one with the same ``prefix``.
    func isBefore(_ other: Cursor) -> Bool {
      let (own, others) = (block.span, other.block.span)
      let key = own.extracting(entry.lowerBound..<entry.lowerBound + keyLength)
      return key.compare(
        others.extracting(other.entry.lowerBound..<other.entry.lowerBound + other.keyLength)) < 0
    }
  }
}
