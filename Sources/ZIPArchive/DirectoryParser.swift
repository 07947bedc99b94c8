import Bytes

/// Reads the central directory entry by entry and rejects everything that no honest archive
/// contains.
struct DirectoryParser {
  private let bytes: [UInt8]
  private let end: EndRecord
  private let limits: ArchiveLimits
  private var position = 0
  private var total = 0
  private let fileSize: Int
  private var names = NameRegister()

  init(
    region: FileRegion, end: EndRecord, limits: ArchiveLimits
  ) throws {
    guard end.entryCount <= limits.entryCount else {
      throw ZIPArchiveError.tooManyEntries(count: end.entryCount, limit: limits.entryCount)
    }
    guard end.directorySize <= limits.directorySize else {
      throw ZIPArchiveError.directoryTooLarge(size: end.directorySize, limit: limits.directorySize)
    }
    bytes = try region.bytes(at: end.directoryOffset, count: end.directorySize)
    self.end = end
    fileSize = region.count
    self.limits = limits
  }

  /// Returns every entry, including the offset at which its data must end.
  mutating func parse() throws -> [ArchiveEntry] {
    var entries: [ArchiveEntry] = []
    for number in 0..<end.entryCount { entries.append(try nextEntry(number)) }
    guard position == bytes.count else { throw damaged(end.entryCount) }
    return try DirectoryParser.withEndLimits(entries, directoryOffset: end.directoryOffset)
  }

  private mutating func nextEntry(_ number: Int) throws -> ArchiveEntry {
    let directory = bytes
    let all = directory.span
    guard all.count - position >= ZIPFormat.entrySize else { throw damaged(number) }
    let header = all.extracting(position..<position + ZIPFormat.entrySize)
    let nameLength = Int(header.littleEndianUInt16(at: 28))
    let extraLength = Int(header.littleEndianUInt16(at: 30))
    let commentLength = Int(header.littleEndianUInt16(at: 32))
    let length = ZIPFormat.entrySize + nameLength + extraLength + commentLength
    guard header.littleEndianUInt32(at: 0) == ZIPFormat.entrySignature,
      length <= all.count - position
    else { throw damaged(number) }
    guard nameLength <= limits.nameLength else {
      throw ZIPArchiveError.nameTooLong(entry: number, length: nameLength, limit: limits.nameLength)
    }
    let nameStart = position + ZIPFormat.entrySize
    let name = all.extracting(nameStart..<nameStart + nameLength)
    let extra = all.extracting(nameStart + nameLength..<nameStart + nameLength + extraLength)
    var sizes = Sizes64(
      size: Int(header.littleEndianUInt32(at: 24)),
      compressedSize: Int(header.littleEndianUInt32(at: 20)),
      headerOffset: Int(header.littleEndianUInt32(at: 42)))
    guard sizes.resolve(extra: extra),
      let headerOffset = sizes.headerOffset?.addingReportingOverflow(end.prefix),
      !headerOffset.overflow
    else { throw damaged(number) }
    let disk = Int(header.littleEndianUInt16(at: 34))
    guard disk == 0 || disk == ZIPFormat.saturated16 else { throw ZIPArchiveError.severalDisks }
    let entryName = EntryName(
      name, flags: header.littleEndianUInt16(at: 8), madeBy: header.littleEndianUInt16(at: 4),
      extra: extra)
    try check(entryName, header)
    let text = entryName.text
    let entry = ArchiveEntry(
      name: text, nameBytes: name.copied(), method: try method(of: text, header),
      compressedSize: sizes.compressedSize, size: sizes.size,
      checksum: header.littleEndianUInt32(at: 16),
      modified: ArchiveTime(
        time: header.littleEndianUInt16(at: 12), date: header.littleEndianUInt16(at: 14)),
      flags: header.littleEndianUInt16(at: 8), headerOffset: headerOffset.partialValue)
    try checkSizes(entry)
    position += length
    return entry
  }

  private mutating func check(
    _ name: EntryName, _ header: Span<UInt8>
  ) throws {
    let offset = end.directoryOffset + position
    if let reason = name.refusal {
      throw ZIPArchiveError.refusedName(name: name.text, offset: offset, reason: reason)
    }
    guard names.insert(name.text) else {
      throw ZIPArchiveError.duplicateName(name: name.text, offset: offset)
    }
    try DirectoryParser.checkKind(
      name.text, host: header.littleEndianUInt16(at: 4) >> 8,
      attributes: header.littleEndianUInt32(at: 38))
  }

  /// Accepts only files and folders, not links, devices or sockets.
  private static func checkKind(
    _ name: String, host: UInt16, attributes: UInt32
  ) throws {
    let mode = Int(attributes >> 16)
    // 7-Zip marks a Unix mode under another host by a bit of the DOS attributes.
    if HostSystem.hasUnixMode(host) || attributes & 0x8000 != 0 {
      let kind = mode & 0o170000
      guard kind == 0 || kind == 0o100000 || kind == 0o040000 else {
        throw ZIPArchiveError.specialFile(entry: name, mode: mode)
      }
    } else if attributes & 0x400 != 0 {
      // A reparse point: a link or junction of Windows.
      throw ZIPArchiveError.specialFile(entry: name, mode: mode)
    }
  }

  private func method(
    of entry: String, _ header: Span<UInt8>
  ) throws -> CompressionMethod {
    let flags = header.littleEndianUInt16(at: 8)
    guard flags & ZIPFormat.encryptedFlags == 0 else {
      throw ZIPArchiveError.encrypted(entry: entry)
    }
    let number = header.littleEndianUInt16(at: 10)
    guard flags & ZIPFormat.patchedFlag == 0, let method = CompressionMethod(rawValue: number)
    else { throw ZIPArchiveError.unknownMethod(entry: entry, method: Int(number)) }
    return method
  }

  private mutating func checkSizes(_ entry: ArchiveEntry) throws {
    guard entry.size <= limits.entrySize else {
      throw ZIPArchiveError.entryTooLarge(
        entry: entry.name, size: entry.size, limit: limits.entrySize)
    }
    let (sum, overflow) = total.addingReportingOverflow(entry.size)
    guard !overflow, sum <= limits.totalSize else {
      throw ZIPArchiveError.totalTooLarge(size: overflow ? Int.max : sum, limit: limits.totalSize)
    }
    total = sum
    if entry.method == .stored || entry.isFolder, entry.size != entry.compressedSize {
      // A folder may be "deflated" to the two bytes of an empty stream.
      guard entry.isFolder, entry.size == 0, entry.compressedSize <= 2 else {
        throw ZIPArchiveError.sizeMismatch(
          entry: entry.name, expected: entry.size, found: entry.compressedSize)
      }
    }
    let ratio = limits.ratio(ofSize: entry.size)
    if entry.size / ratio > entry.compressedSize {
      throw ZIPArchiveError.ratioTooHigh(
        entry: entry.name, size: entry.size, compressedSize: entry.compressedSize, limit: ratio)
    }
    // Many entries, each too small to be a bomb, may be one together.
    guard sum < ArchiveLimits.ratioFloor || sum / limits.ratio <= fileSize else {
      throw ZIPArchiveError.totalTooLarge(size: sum, limit: fileSize * limits.ratio)
    }
  }

  private func damaged(_ number: Int) -> ZIPArchiveError {
    .directoryDamaged(entry: number, offset: end.directoryOffset + position)
  }

  /// Sets the end limit of each entry to the start of what follows it in the file. Rejects entries
  /// that share bytes, because overlapping entries let small files unpack to huge ones (Fifield
  /// 2019).
  private static func withEndLimits(
    _ entries: [ArchiveEntry], directoryOffset: Int
  ) throws -> [ArchiveEntry] {
    var entries = entries
    let order = entries.indices.sorted {
      (entries[$0].headerOffset, $0) < (entries[$1].headerOffset, $1)
    }
    for (rank, index) in order.enumerated() {
      let entry = entries[index]
      let next = rank + 1 < order.count ? order[rank + 1] : nil
      let limit = next.map { entries[$0].headerOffset } ?? directoryOffset
      let header = ZIPFormat.localSize + entry.nameBytes.count
      let (needed, overflow) = header.addingReportingOverflow(entry.compressedSize)
      guard !overflow, entry.headerOffset <= limit, needed <= limit - entry.headerOffset else {
        if let next {
          throw ZIPArchiveError.overlappingEntries(
            first: entry.name, second: entries[next].name, offset: limit)
        }
        throw ZIPArchiveError.dataOutside(
          entry: entry.name, offset: entry.headerOffset, needed: overflow ? Int.max : needed,
          available: max(0, limit - entry.headerOffset))
      }
      entries[index].endLimit = limit
    }
    return entries
  }
}
