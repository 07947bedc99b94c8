package import Bytes

/// A stored member that is written like a file: bytes are added to its end, and earlier bytes can
/// be overwritten. Its size does not have to be known in advance.
package struct StoredMember: ~Copyable, PatchableOutput {
  private var archive: ArchiveWriter<AtomicFile>

  /// Begins the member. If there is a limit, it can have at most that many bytes.
  package init(
    _ archive: consuming ArchiveWriter<AtomicFile>, named name: String, sizeLimit: Int? = nil
  ) throws {
    self.archive = archive
    try self.archive.begin(name, method: .stored, sizeLimit: sizeLimit)
  }

  /// Bytes of the member so far.
  package var count: Int { archive.openCount }

  /// Adds bytes to the end.
  package mutating func append(_ span: Span<UInt8>) throws(BytesError) {
    try archive.appendStored(span)
  }

  /// Overwrites bytes that were added before.
  package mutating func write(_ span: Span<UInt8>, at offset: Int) throws(BytesError) {
    precondition(
      offset >= 0 && offset <= count - span.count, "the patch must lie inside the written bytes")
    try archive.replaceStored(span, at: offset)
  }

  /// Ends the member and returns the archive.
  package consuming func end() throws -> ArchiveWriter<AtomicFile> {
    try archive.end()
    return archive
  }
}
