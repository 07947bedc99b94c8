/// Loads fixed-width numbers from bytes. The whole value must lie inside the span. Like a
/// subscript, a load outside traps, so the caller checks `count` first.
extension Span where Element == UInt8 {
  /// Returns the value's bytes at `offset` in the machine's byte order. No alignment is needed.
  @inlinable package func load<Value: FixedWidthInteger & BitwiseCopyable>(
    _: Value.Type, at offset: Int
  ) -> Value {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Value.self)
  }

  /// Two bytes at `offset`, most significant first.
  @inlinable package func bigEndianUInt16(at offset: Int) -> UInt16 {
    UInt16(bigEndian: load(UInt16.self, at: offset))
  }

  /// Four bytes at `offset`, most significant first.
  @inlinable package func bigEndianUInt32(at offset: Int) -> UInt32 {
    UInt32(bigEndian: load(UInt32.self, at: offset))
  }

  /// Eight bytes at `offset`, most significant first.
  @inlinable package func bigEndianUInt64(at offset: Int) -> UInt64 {
    UInt64(bigEndian: load(UInt64.self, at: offset))
  }

  /// Two bytes at `offset`, least significant first.
  @inlinable package func littleEndianUInt16(at offset: Int) -> UInt16 {
    UInt16(littleEndian: load(UInt16.self, at: offset))
  }

  /// Four bytes at `offset`, least significant first.
  @inlinable package func littleEndianUInt32(at offset: Int) -> UInt32 {
    UInt32(littleEndian: load(UInt32.self, at: offset))
  }

  /// Eight bytes at `offset`, least significant first.
  @inlinable package func littleEndianUInt64(at offset: Int) -> UInt64 {
    UInt64(littleEndian: load(UInt64.self, at: offset))
  }

  /// An IEEE 754 double at `offset`, most significant byte first.
  @inlinable package func bigEndianDouble(at offset: Int) -> Double {
    Double(bitPattern: bigEndianUInt64(at: offset))
  }

  /// An IEEE 754 double at `offset`, least significant byte first.
  @inlinable package func littleEndianDouble(at offset: Int) -> Double {
    Double(bitPattern: littleEndianUInt64(at: offset))
  }
}
