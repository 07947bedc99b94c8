/// Overwrites bytes of an array, as page builders do. The bytes must lie inside the array: like a
/// subscript, a store outside it traps.
extension [UInt8] {
  /// Writes the value's bytes in the order they have in memory at `offset`.
  @inlinable package mutating func store<Value: FixedWidthInteger & BitwiseCopyable>(
    bytesOf value: Value, at offset: Int
  ) {
    let size = MemoryLayout<Value>.size
    precondition(offset >= 0 && offset <= count - size, "store outside the array")
    unsafe withUnsafeMutableBytes { buffer in
      unsafe buffer.storeBytes(of: value, toByteOffset: offset, as: Value.self)
    }
  }

  /// Writes two bytes at `offset`, most significant first.
  @inlinable package mutating func store(bigEndian value: UInt16, at offset: Int) {
    store(bytesOf: value.bigEndian, at: offset)
  }

  /// Writes four bytes at `offset`, most significant first.
  @inlinable package mutating func store(bigEndian value: UInt32, at offset: Int) {
    store(bytesOf: value.bigEndian, at: offset)
  }

  /// Writes two bytes at `offset`, least significant first.
  @inlinable package mutating func store(littleEndian value: UInt16, at offset: Int) {
    store(bytesOf: value.littleEndian, at: offset)
  }

  /// Writes four bytes at `offset`, least significant first.
  @inlinable package mutating func store(littleEndian value: UInt32, at offset: Int) {
    store(bytesOf: value.littleEndian, at: offset)
  }

  /// Copies the bytes of `range` over those at `offset`; the two may overlap.
  @inlinable package mutating func move(_ range: Range<Int>, to offset: Int) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count && offset >= 0
        && offset <= count - range.count, "move outside the array")
    unsafe withUnsafeMutableBytes { buffer in
      unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: buffer[range]))
    }
  }

  /// Copies the span's bytes over those at `offset`.
  @inlinable package mutating func store(_ span: Span<UInt8>, at offset: Int) {
    precondition(offset >= 0 && offset <= count - span.count, "store outside the array")
    unsafe withUnsafeMutableBytes { buffer in
      unsafe span.withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]).copyMemory(from: source)
      }
    }
  }
}
