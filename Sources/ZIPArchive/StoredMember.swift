package import Bytes

/// A stored member that is written by others as if it were a file: to its end, and again in place.
/// Its size need not be known before.
package struct StoredMember: ~Copyable, PatchableOutput {
  private var archive: ArchiveWriter<AtomicFile>

  /// Begins the member, of no more bytes than the limit where there is one.
  package init(
    _ archive: consuming ArchiveWriter<AtomicFile>, named name: String, sizeLimit: Int? = nil
  ) throws(ZIPArchiveError) {
    self.archive = archive
    try self.archive.begin(name, method: .stored, sizeLimit: sizeLimit)
  }

  /// Bytes of the member so far.
  package var count: Int { archive.openCount }

  /// Adds bytes to its end.
  package mutating func append(_ span: Span<UInt8>) throws(BytesError) {
    try archive.appendStored(span)
  }

  /// Writes over bytes that were added before.
  package mutating func write(_ span: Span<UInt8>, at offset: Int) throws(BytesError) {
    precondition(
      offset >= 0 && offset <= count - span.count, "a patch lies inside what was written")
    try archive.replaceStored(span, at: offset)
  }

  /// Ends the member and gives the archive back, whose last member it is.
  package consuming func end() throws(ZIPArchiveError) -> ArchiveWriter<AtomicFile> {
    try archive.end()
    return archive
  }
}
