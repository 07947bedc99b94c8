/// A buffer that is filled again for every record. Removing the bytes keeps the memory, so that
/// starting over and appending cost no more than the bytes themselves.
@usableFromInline package struct ReusedBytes: Sendable {
  /// The allocated bytes. Those from `count` on are undefined.
  @usableFromInline var storage: [UInt8] = []
  @usableFromInline var end = 0

  /// No bytes yet.
  @inlinable package init() {}

  /// The number of bytes added so far.
  @inlinable package var count: Int { end }

  /// Removes all bytes and keeps the memory.
  @inlinable package mutating func removeAll() { end = 0 }

  /// Adds a byte.
  @inlinable package mutating func append(_ byte: UInt8) {
    if end == storage.count { grow(by: 1) }
    storage[end] = byte
    end &+= 1
  }

  /// Adds a copy of the span's bytes.
  @inlinable package mutating func append(_ span: Span<UInt8>) {
    if span.count > storage.count &- end { grow(by: span.count) }
    storage.store(span, at: end)
    end &+= span.count
  }

  /// Adds the lowest one to eight bytes of a number, most significant first.
  @inlinable package mutating func append(bigEndian value: UInt64, width: Int) {
    precondition(width > 0 && width <= 8, "a number of one to eight bytes")
    if storage.count &- end < 8 { grow(by: 8) }
    let shift = UInt64(truncatingIfNeeded: 64 &- width &* 8)
    storage.store(bytesOf: (value &<< shift).bigEndian, at: end)
    end &+= width
  }

  /// Adds a SQLite varint of one to nine bytes.
  @inlinable package mutating func append(varint value: UInt64) {
    if value < 0x80 { return append(UInt8(truncatingIfNeeded: value)) }
    if value < 0x4000 {
      return append(bigEndian: 0x8000 | (value &<< 1 & 0x7F00) | (value & 0x7F), width: 2)
    }
    var bytes: [UInt8] = []
    Varint.append(value, to: &bytes)
    append(bytes.span)
  }

  /// Appends the bytes to an array.
  @inlinable package func write(to bytes: inout [UInt8]) {
    bytes.append(storage.span.extracting(0..<end))
  }

  @inline(never) @usableFromInline mutating func grow(by count: Int) {
    storage.append(zeros: max(count, storage.count, 64))
  }
}
