package import Bytes

/// A ZIP archive opened for reading: its directory, checked as a whole before any entry is used.
///
/// Opening reads the end record and the directory only. The header in front of an entry's data is
/// checked when the entry is first read.
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

  /// The entry's bytes as they are in the file, after its local header was compared with the
  /// directory.
  private func packedRegion(of entry: ArchiveEntry) throws(ZIPArchiveError) -> FileRegion {
    let offset = entry.headerOffset
    let fixed = try region.bytes(at: offset, count: ZIPFormat.localSize)
    let header = fixed.span
    let nameLength = Int(header.littleEndianUInt16(at: 26))
    let extraLength = Int(header.littleEndianUInt16(at: 28))
    func differs(_ field: ZIPArchiveError.LocalHeaderField) -> ZIPArchiveError {
      .localHeaderDiffers(entry: entry.name, offset: offset, field: field)
    }
    guard header.littleEndianUInt32(at: 0) == ZIPFormat.localSignature else {
      throw differs(.signature)
    }
    guard header.littleEndianUInt16(at: 8) == entry.method.rawValue else {
      throw differs(.method)
    }
    let telling = ZIPFormat.encryptedFlags | ZIPFormat.patchedFlag | ZIPFormat.descriptorFlag
    let flags = header.littleEndianUInt16(at: 6)
    guard flags & telling == entry.flags & telling else { throw differs(.flags) }
    let start = offset + ZIPFormat.localSize + nameLength + extraLength
    guard entry.compressedSize <= entry.endLimit - start else {
      throw .dataOutside(
        entry: entry.name, offset: start, needed: entry.compressedSize,
        available: max(0, entry.endLimit - start))
    }
    guard nameLength == entry.nameBytes.count else { throw differs(.name) }
    let rest = try region.bytes(at: offset + ZIPFormat.localSize, count: nameLength + extraLength)
    guard rest.prefix(nameLength).elementsEqual(entry.nameBytes) else { throw differs(.name) }
    if flags & ZIPFormat.descriptorFlag == 0 {
      guard header.littleEndianUInt32(at: 14) == entry.checksum else { throw differs(.checksum) }
      var sizes = Sizes64(
        size: Int(header.littleEndianUInt32(at: 22)),
        compressedSize: Int(header.littleEndianUInt32(at: 18)))
      guard sizes.resolve(extra: rest.span.extracting(nameLength...)),
        sizes.size == entry.size, sizes.compressedSize == entry.compressedSize
      else { throw differs(.size) }
    }
    return region.part(offset: start, count: entry.compressedSize)
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
