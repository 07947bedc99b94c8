package import Bytes

extension ArchiveReader {
  /// Unpacks an entry to a file without a name, which the system frees when it is closed, with its
  /// size and checksum verified.
  ///
  /// - Throws: `ZIPArchiveError`; `.file(.noSpace)` before a byte is written when the folder has
  ///   no room for it.
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
