/// Growing byte arrays: how every writer of the tool puts bytes together.
extension [UInt8] {
  /// Adds a copy of the span's bytes.
  @inlinable package mutating func append(_ span: Span<UInt8>) {
    unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// The bytes of an ASCII or UTF-8 literal.
  @inlinable package init(literal: StaticString) {
    self = []
    append(literal: literal)
  }

  /// Adds the bytes of a literal, without a String in between.
  @inlinable package mutating func append(literal: StaticString) {
    let count = literal.utf8CodeUnitCount
    unsafe append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: count))
  }

  /// Adds the value's bytes in the order they have in memory.
  @inlinable package mutating func append<Value: BitwiseCopyable>(bytesOf value: Value) {
    unsafe Swift.withUnsafeBytes(of: value) { unsafe append(contentsOf: $0) }
  }

  /// Adds two bytes, most significant first.
  @inlinable package mutating func append(bigEndian value: UInt16) {
    append(bytesOf: value.bigEndian)
  }

  /// Adds four bytes, most significant first.
  @inlinable package mutating func append(bigEndian value: UInt32) {
    append(bytesOf: value.bigEndian)
  }

  /// Adds eight bytes, most significant first.
  @inlinable package mutating func append(bigEndian value: UInt64) {
    append(bytesOf: value.bigEndian)
  }

  /// Adds an IEEE 754 double, most significant byte first.
  @inlinable package mutating func append(bigEndian value: Double) {
    append(bytesOf: value.bitPattern.bigEndian)
  }

  /// Adds two bytes, least significant first.
  @inlinable package mutating func append(littleEndian value: UInt16) {
    append(bytesOf: value.littleEndian)
  }

  /// Adds four bytes, least significant first.
  @inlinable package mutating func append(littleEndian value: UInt32) {
    append(bytesOf: value.littleEndian)
  }

  /// Adds eight bytes, least significant first.
  @inlinable package mutating func append(littleEndian value: UInt64) {
    append(bytesOf: value.littleEndian)
  }

  /// Adds an IEEE 754 double, least significant byte first.
  @inlinable package mutating func append(littleEndian value: Double) {
    append(bytesOf: value.bitPattern.littleEndian)
  }

  /// Adds a SQLite varint of one to nine bytes.
  @inlinable package mutating func append(varint value: UInt64) {
    if value < 0x80 {
      append(UInt8(truncatingIfNeeded: value))
    } else {
      Varint.append(value, to: &self)
    }
  }

  /// Adds zero bytes.
  @inlinable package mutating func append(zeros count: Int) {
    append(contentsOf: repeatElement(0, count: count))
  }
}
