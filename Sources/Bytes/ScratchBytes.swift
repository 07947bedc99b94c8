/// Bytes in a nameless file, for what does not fit in memory.
package struct ScratchBytes: ~Copyable {
  /// Nil once it was reopened for reading.
  private var file: OutputFile?

  /// Creates the file in the folder for scratch files.
  ///
  /// - Throws: `BytesError` if the file cannot be created.
  package init() throws(BytesError) {
    file = try OutputFile(scratchIn: ScratchFolder.path)
  }

  /// Adds bytes to the end.
  ///
  /// - Throws: `BytesError` if they cannot be written.
  package mutating func append(_ bytes: Span<UInt8>) throws(BytesError) {
    try file?.append(bytes)
  }

  /// Returns all the bytes for reading, once; nil afterwards.
  ///
  /// - Throws: `BytesError` if the last bytes cannot be written.
  package mutating func finish() throws(BytesError) -> FileRegion? {
    guard let file = file.take() else { return nil }
    return FileRegion(try file.reopen())
  }
}
