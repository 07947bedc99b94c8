/// A file being written. Bytes are added to its end, and earlier bytes can be overwritten.
package protocol PatchableOutput: ~Copyable {
  /// Bytes appended so far.
  var count: Int { get }
  /// Adds bytes to the end. Throws `noSpace` or `cannotWrite`.
  mutating func append(_ span: Span<UInt8>) throws(BytesError)
  /// Writes over bytes that were appended before. Throws `noSpace` or `cannotWrite`.
  mutating func write(_ span: Span<UInt8>, at offset: Int) throws(BytesError)
}

extension PatchableOutput where Self: ~Copyable {
  /// Adds bytes to the end.
  package mutating func append(_ bytes: [UInt8]) throws(BytesError) { try append(bytes.span) }

  /// Writes over bytes that were appended before.
  package mutating func write(_ bytes: [UInt8], at offset: Int) throws(BytesError) {
    try write(bytes.span, at: offset)
  }
}
