package import Bytes

extension ArchiveReader {
  /// Unpacks an entry to a nameless file, which the system frees when it is closed. Verifies its
  /// size and checksum.
  ///
  /// - Throws: `ZIPArchiveError`; `.file(.noSpace)` before any byte is written when the folder has
  ///   no room for the entry.
  package func unpack(
    _ entry: ArchiveEntry, scratchIn folder: String
  ) throws(ZIPArchiveError) -> FileRegion {
    if let room = FreeSpace.available(atFolder: folder), room < entry.size {
      throw .file(.noSpace(path: folder))
    }
    let stream = try stream(entry)
    var scratch: OutputFile
    do {
      scratch = try OutputFile(scratchIn: folder)
    } catch { throw .file(error) }
    var block: [UInt8] = []
    while try stream.read(upTo: 1 << 20, appendingTo: &block) > 0 {
      do {
        try scratch.append(block.span)
      } catch { throw .file(error) }
      block.removeAll(keepingCapacity: true)
    }
    do {
      return FileRegion(try scratch.reopen())
    } catch { throw .file(error) }
  }
}
