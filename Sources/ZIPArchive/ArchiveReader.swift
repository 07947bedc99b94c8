package import Bytes

/// A ZIP archive opened for reading. Its directory is checked as a whole before any entry is used.
///
/// Opening reads the end record, the directory, and the header before every entry's data. If header
/// and directory disagree about an entry, the whole archive is rejected: a damaged name in the
/// directory would otherwise look like a missing file. The data itself is checked when it is read.
package struct ArchiveReader: Sendable {
  /// The bytes of the archive.
  package let region: FileRegion
  /// Every entry in the order of the directory.
  package let entries: [ArchiveEntry]
  private let indexByName: [String: Int]

  /// Opens an archive. Throws `ZIPArchiveError` if the archive is damaged or exceeds the limits.
  package init(
    region: FileRegion, limits: ArchiveLimits = .standard
  ) throws {
    self.region = region
    let end = try EndRecord(region: region)
    var parser = try DirectoryParser(region: region, end: end, limits: limits)
    entries = try parser.parse()
    var indexByName: [String: Int] = [:]
    indexByName.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() { indexByName[entry.name] = index }
    self.indexByName = indexByName
    for entry in entries { _ = try packedRegion(of: entry) }
  }

  /// The entry with this name, or nil.
  package func entry(named name: String) -> ArchiveEntry? { indexByName[name].map { entries[$0] } }

  /// Returns a stored entry's bytes as a region of the archive file, without copying. The checksum
  /// is not verified. Throws `notStored` for a compressed entry.
  package func region(of entry: ArchiveEntry) throws -> FileRegion {
    guard entry.method == .stored else { throw ZIPArchiveError.notStored(entry: entry.name) }
    return try packedRegion(of: entry)
  }

  /// Reads all bytes of an entry and verifies their size and checksum. Throws `entryTooLarge` when
  /// there are more than `limit`.
  package func read(_ entry: ArchiveEntry, limit: Int) throws -> [UInt8] {
    guard entry.size <= limit else {
      throw ZIPArchiveError.entryTooLarge(entry: entry.name, size: entry.size, limit: limit)
    }
    let stream = try stream(entry)
    var bytes: [UInt8] = []
    while try stream.read(upTo: 256 * 1024, appendingTo: &bytes) > 0 {}
    return bytes
  }

  /// Opens an entry for reading from start to end.
  package func stream(_ entry: ArchiveEntry) throws -> EntryStream {
    try EntryStream(entry: entry, region: packedRegion(of: entry))
  }
}

extension FileRegion {
  /// Reads bytes and converts errors to the archive's error type.
  func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    try read(at: offset, count: count)
  }
}
