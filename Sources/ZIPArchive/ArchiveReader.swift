package import Bytes

/// A ZIP archive opened for reading: its directory, checked as a whole before any entry is used.
///
/// Opening reads the end record, the directory, and the header in front of every entry's data: an
/// archive that tells of one entry in two ways is refused as a whole, as a name that is damaged in
/// the directory would else be a file that is missing. The data themselves are checked when they
/// are read.
package struct ArchiveReader: Sendable {
  /// The bytes of the archive.
  package let region: FileRegion
  /// Every entry in the order of the directory.
  package let entries: [ArchiveEntry]
  private let places: [String: Int]

  /// Opens an archive. Throws for anything but a sound archive within the limits: see
  /// `ZIPArchiveError`.
  package init(
    region: FileRegion, limits: ArchiveLimits = .standard
  ) throws(ZIPArchiveError) {
    self.region = region
    let end = try EndRecord(region: region)
    var parser = try DirectoryParser(region: region, end: end, limits: limits)
    entries = try parser.parse()
    var places: [String: Int] = [:]
    places.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() { places[entry.name] = index }
    self.places = places
    for entry in entries { _ = try packedRegion(of: entry) }
  }

  /// The entry of that name; nil when there is none.
  package func entry(named name: String) -> ArchiveEntry? { places[name].map { entries[$0] } }

  /// Where a stored entry's bytes lie in the file, to be read in place. Their checksum is not
  /// looked at. Throws `notStored` for a compressed entry.
  package func region(of entry: ArchiveEntry) throws(ZIPArchiveError) -> FileRegion {
    guard entry.method == .stored else { throw .notStored(entry: entry.name) }
    return try packedRegion(of: entry)
  }

  /// All bytes of an entry, with their size and checksum verified. Throws `entryTooLarge` when
  /// they are more than `limit`.
  package func read(_ entry: ArchiveEntry, limit: Int) throws(ZIPArchiveError) -> [UInt8] {
    guard entry.size <= limit else {
      throw .entryTooLarge(entry: entry.name, size: entry.size, limit: limit)
    }
    let stream = try stream(entry)
    var bytes: [UInt8] = []
    while try stream.read(upTo: 256 * 1024, appendingTo: &bytes) > 0 {}
    return bytes
  }

  /// The bytes of an entry, front to back.
  package func stream(_ entry: ArchiveEntry) throws(ZIPArchiveError) -> EntryStream {
    try EntryStream(entry: entry, region: packedRegion(of: entry))
  }
}

extension FileRegion {
  /// Reads with the archive's error type.
  func bytes(at offset: Int, count: Int) throws(ZIPArchiveError) -> [UInt8] {
    do {
      return try read(at: offset, count: count)
    } catch {
      throw .file(error)
    }
  }
}
