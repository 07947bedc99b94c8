package import Bytes

extension ArchiveReader {
  /// Unpacks an entry to a nameless file, which the system frees when it is closed. Verifies its
  /// size and checksum.
  ///
  /// - Throws: `ZIPArchiveError`; `BytesError.noSpace` before any byte is written when the folder has
  ///   no room for the entry.
  package func unpack(
    _ entry: ArchiveEntry, scratchIn folder: String
  ) throws -> FileRegion {
    if let room = FreeSpace.available(atFolder: folder), room < entry.size {
      throw BytesError.noSpace(path: folder)
    }
    let stream = try stream(entry)
    var scratch: OutputFile
    scratch = try OutputFile(scratchIn: folder)
    var block: [UInt8] = []
    while try stream.read(upTo: 1 << 20, appendingTo: &block) > 0 {
      try scratch.append(block.span)
      block.removeAll(keepingCapacity: true)
    }
    return FileRegion(try scratch.reopen())
  }
}
