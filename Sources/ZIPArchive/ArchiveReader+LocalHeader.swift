import Bytes

extension ArchiveReader {
  /// Bytes read after a local header for its name and the extra fields that most tools write.
  private static let usualExtra = 64

  /// Returns the entry's bytes as they are in the file. The local header, and what follows the
  /// data, are first compared with the directory.
  func packedRegion(of entry: ArchiveEntry) throws -> FileRegion {
    let offset = entry.headerOffset
    let usual = ZIPFormat.localSize + entry.nameBytes.count + Self.usualExtra
    let bytes = try region.bytes(at: offset, count: min(usual, entry.endLimit - offset))
    let header = bytes.span.extracting(..<ZIPFormat.localSize)
    let nameLength = Int(header.littleEndianUInt16(at: 26))
    let extraLength = Int(header.littleEndianUInt16(at: 28))
    guard header.littleEndianUInt32(at: 0) == ZIPFormat.localSignature else {
      throw differs(entry, .signature)
    }
    guard header.littleEndianUInt16(at: 8) == entry.method.rawValue else {
      throw differs(entry, .method)
    }
    let telling = ZIPFormat.encryptedFlags | ZIPFormat.patchedFlag | ZIPFormat.descriptorFlag
    let flags = header.littleEndianUInt16(at: 6)
    guard flags & telling == entry.flags & telling else { throw differs(entry, .flags) }
    let start = offset + ZIPFormat.localSize + nameLength + extraLength
    guard entry.compressedSize <= entry.endLimit - start else {
      throw ZIPArchiveError.dataOutside(
        entry: entry.name, offset: start, needed: entry.compressedSize,
        available: max(0, entry.endLimit - start))
    }
    guard nameLength == entry.nameBytes.count else { throw differs(entry, .name) }
    let nameEnd = ZIPFormat.localSize + nameLength
    guard bytes.span.extracting(ZIPFormat.localSize..<nameEnd).isEqual(to: entry.nameBytes.span)
    else { throw differs(entry, .name) }
    if flags & ZIPFormat.descriptorFlag == 0 {
      let length = nameEnd + extraLength
      let all = length <= bytes.count ? bytes : try region.bytes(at: offset, count: length)
      try compareSizes(of: entry, header, extra: all.span.extracting(nameEnd..<length))
    } else {
      try compareDescriptor(of: entry, at: start + entry.compressedSize)
    }
    return region.part(offset: start, count: entry.compressedSize)
  }

  private func compareSizes(
    of entry: ArchiveEntry, _ header: Span<UInt8>, extra: Span<UInt8>
  ) throws {
    guard header.littleEndianUInt32(at: 14) == entry.checksum else {
      throw differs(entry, .checksum)
    }
    var sizes = Sizes64(
      size: Int(header.littleEndianUInt32(at: 22)),
      compressedSize: Int(header.littleEndianUInt32(at: 18)))
    guard sizes.resolve(extra: extra), sizes.size == entry.size,
      sizes.compressedSize == entry.compressedSize
    else { throw differs(entry, .size) }
  }

  /// Compares the data descriptor, in any of its four forms. If the next entry follows the data
  /// directly, there is no descriptor. Some tools set the flag and omit it, and then the directory
  /// counts.
  private func compareDescriptor(
    of entry: ArchiveEntry, at offset: Int
  ) throws {
    let room = entry.endLimit - offset
    guard room > 0 else { return }
    let bytes = try region.bytes(at: offset, count: min(room, DataDescriptor.longest))
    guard DataDescriptor.isFound(in: bytes.span, of: entry) else {
      throw differs(entry, .descriptor)
    }
  }

  private func differs(
    _ entry: ArchiveEntry, _ field: ZIPArchiveError.LocalHeaderField
  ) -> ZIPArchiveError {
    .localHeaderDiffers(entry: entry.name, offset: entry.headerOffset, field: field)
  }
}

/// Checksum and sizes after the data, for entries whose header was written before they were known
/// (§4.3.9).
private enum DataDescriptor {
  static let longest = 24

  /// Returns whether the bytes begin with the entry's descriptor, with or without its signature,
  /// and with sizes of four or eight bytes.
  static func isFound(in bytes: Span<UInt8>, of entry: ArchiveEntry) -> Bool {
    let isSigned =
      bytes.count >= 4 && bytes.littleEndianUInt32(at: 0) == ZIPFormat.descriptorSignature
    return isSigned && matches(bytes, from: 4, entry) || matches(bytes, from: 0, entry)
  }

  private static func matches(_ bytes: Span<UInt8>, from start: Int, _ entry: ArchiveEntry) -> Bool
  {
    guard bytes.count - start >= 12, bytes.littleEndianUInt32(at: start) == entry.checksum else {
      return false
    }
    let (packed, size) = (entry.compressedSize, entry.size)
    if bytes.littleEndianUInt32(at: start + 4) == UInt32(truncatingIfNeeded: packed),
      bytes.littleEndianUInt32(at: start + 8) == UInt32(truncatingIfNeeded: size)
    {
      return true
    }
    return bytes.count - start >= 20 && bytes.littleEndianUInt64(at: start + 4) == UInt64(packed)
      && bytes.littleEndianUInt64(at: start + 12) == UInt64(size)
  }
}
