/// An output that keeps only its length. It is for runs that only need to know the size of the
/// output.
package struct DiscardedOutput: PatchableOutput, Sendable {
  /// Bytes appended so far.
  package private(set) var count = 0

  /// An output of no bytes.
  package init() {}

  /// Counts the bytes.
  package mutating func append(_ span: Span<UInt8>) throws(BytesError) { count += span.count }

  /// Does nothing.
  package mutating func write(_ span: Span<UInt8>, at offset: Int) throws(BytesError) {}
}
