package import Bytes

extension ArchiveReader {
  /// Unpacks an entry to a nameless file, which the system frees when it is closed. Verifies its
  /// size and checksum.
  ///
  /// - Parameter isWanted: is asked with the first bytes, at most 256 KiB. If it says no, the file
  ///   has only these, so that an entry that isn't what its name says costs no more.
  /// - Throws: `ZIPArchiveError`; `BytesError.noSpace` before any byte is written when the folder has
  ///   no room for the entry.
  package func unpack(
    _ entry: ArchiveEntry, scratchIn folder: String,
    ifBeginning isWanted: (Span<UInt8>) -> Bool = { _ in true }
  ) throws -> FileRegion {
    let stream = try stream(entry)
    var block: [UInt8] = []
    var count = try stream.read(upTo: 1 << 20, appendingTo: &block)
    let isWhole = isWanted(block.span)
    let needed = isWhole ? entry.size : count
    if let room = FreeSpace.available(atFolder: folder), room < needed {
      throw BytesError.noSpace(path: folder)
    }
    var scratch: OutputFile
    scratch = try OutputFile(scratchIn: folder)
    while count > 0 {
      try scratch.append(block.span)
      block.removeAll(keepingCapacity: true)
      guard isWhole else { break }
      count = try stream.read(upTo: 1 << 20, appendingTo: &block)
    }
    return FileRegion(try scratch.reopen())
  }
}
