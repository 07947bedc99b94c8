import Glibc

/// Comparisons and searches of whole spans, done by the C library's vector code.
extension Span where Element == UInt8 {
  /// True when both spans hold the same bytes.
  package func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    return compare(other) == 0
  }

  /// Returns a negative number, zero or a positive number as these bytes sort before, with or after
  /// the others. Bytes compare as unsigned numbers, and a prefix sorts first (SQLite's BINARY
  /// collation).
  package func compare(_ other: Span<UInt8>) -> Int {
    let shared = Swift.min(count, other.count)
    let order = unsafe withUnsafeBufferPointer { mine in
      unsafe other.withUnsafeBufferPointer { theirs in
        guard let left = mine.baseAddress, let right = theirs.baseAddress else { return Int32(0) }
        return unsafe memcmp(left, right, shared)
      }
    }
    return order != 0 ? Int(order) : count - other.count
  }

  /// Compares as ``compare(_:)`` does, but ASCII letters regardless of their case.
  package func compareRegardlessOfCase(_ other: Span<UInt8>) -> Int {
    let shared = Swift.min(count, other.count)
    for index in 0..<shared {
      let (mine, theirs) = (self[index], other[index])
      guard mine != theirs else { continue }
      let order =
        Int(mine &- 0x41 < 26 ? mine | 0x20 : mine)
        - Int(theirs &- 0x41 < 26 ? theirs | 0x20 : theirs)
      if order != 0 { return order }
    }
    return count - other.count
  }

  /// Returns the first index at or after `start` that holds `byte`.
  package func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    guard start >= 0, start < count else { return nil }
    return unsafe withUnsafeBufferPointer { buffer -> Int? in
      guard let base = buffer.baseAddress else { return nil }
      let found = unsafe memchr(base + start, Int32(byte), buffer.count - start)
      guard let found = unsafe found else { return nil }
      return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
  }

  /// Returns whether the bytes at `offset` are those of the literal. False outside the span.
  @inlinable package func matches(_ literal: StaticString, at offset: Int = 0) -> Bool {
    let length = literal.utf8CodeUnitCount
    guard offset >= 0, offset <= count, count - offset >= length else { return false }
    let text = unsafe UnsafeBufferPointer(start: literal.utf8Start, count: length)
    for index in 0..<length where unsafe text[index] != self[offset &+ index] { return false }
    return true
  }

  /// Returns a copy of the bytes as an array.
  @inlinable package func copied() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(self)
    return bytes
  }

  /// Returns the bytes as text, or nil when they are not well-formed UTF-8.
  package func validatedString() -> String? {
    UTF8Validation.isValid(self) ? repairedString() : nil
  }

  /// Returns the bytes as text, with each malformed sequence replaced by U+FFFD.
  package func repairedString() -> String {
    unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
