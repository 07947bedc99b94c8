import Bytes

/// Writes the central directory and the end records.
struct DirectoryWriter {
  /// Made on Unix, by version 4.5 of the specification.
  private static let madeBy: UInt16 = 3 << 8 | 45

  /// Numbers from this value on are written to ZIP64 fields.
  let zip64From: Int

  /// Returns a member's directory entry.
  func entry(_ member: WrittenMember) -> [UInt8] {
    var wide: [UInt8] = []
    func narrow(_ value: Int) -> UInt32 {
      guard value >= zip64From else { return UInt32(truncatingIfNeeded: value) }
      wide.append(littleEndian: UInt64(value))
      return UInt32.max
    }
    // In the order of the ZIP64 extra field.
    let size = narrow(member.size)
    let compressedSize = narrow(member.compressedSize)
    let offset = narrow(member.headerOffset)
    let isFolder = member.name.hasSuffix("/")
    let needed: UInt16 =
      member.hasZIP64 || !wide.isEmpty ? 45 : ZIPFormat.version(of: member.name, member.method)

    var bytes: [UInt8] = []
    bytes.append(littleEndian: ZIPFormat.entrySignature)
    bytes.append(littleEndian: DirectoryWriter.madeBy)
    bytes.append(littleEndian: needed)
    bytes.append(littleEndian: ZIPFormat.flags(of: member.name))
    bytes.append(littleEndian: member.method.rawValue)
    bytes.append(littleEndian: member.modified.time)
    bytes.append(littleEndian: member.modified.date)
    bytes.append(littleEndian: member.checksum)
    bytes.append(littleEndian: compressedSize)
    bytes.append(littleEndian: size)
    bytes.append(littleEndian: UInt16(member.name.utf8.count))
    bytes.append(littleEndian: UInt16(wide.isEmpty ? 0 : wide.count + 4))
    // No comment, disk 0, no internal attributes.
    bytes.append(zeros: 6)
    let mode: UInt32 = isFolder ? 0o040755 : 0o100644
    bytes.append(littleEndian: mode << 16 | (isFolder ? 0x10 : 0))
    bytes.append(littleEndian: offset)
    bytes += Array(member.name.utf8)
    if !wide.isEmpty {
      bytes.append(littleEndian: ZIPFormat.zip64ExtraID)
      bytes.append(littleEndian: UInt16(wide.count))
      bytes += wide
    }
    return bytes
  }

  /// Returns the end records of a directory of `count` entries. They start at `position`.
  func end(count: Int, offset: Int, size: Int, at position: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let isWide = count >= ZIPFormat.saturated16 || offset >= zip64From || size >= zip64From
    if isWide {
      bytes.append(littleEndian: ZIPFormat.end64Signature)
      bytes.append(littleEndian: UInt64(ZIPFormat.end64Size - 12))
      bytes.append(littleEndian: DirectoryWriter.madeBy)
      bytes.append(littleEndian: UInt16(45))
      bytes.append(zeros: 8)
      for value in [count, count, size, offset] { bytes.append(littleEndian: UInt64(value)) }
      bytes.append(littleEndian: ZIPFormat.locatorSignature)
      bytes.append(zeros: 4)
      bytes.append(littleEndian: UInt64(position))
      bytes.append(littleEndian: UInt32(1))
    }
    bytes.append(littleEndian: ZIPFormat.endSignature)
    bytes.append(zeros: 4)
    for _ in 0..<2 { bytes.append(littleEndian: UInt16(min(count, ZIPFormat.saturated16))) }
    for value in [size, offset] {
      bytes.append(littleEndian: isWide && value >= zip64From ? UInt32.max : UInt32(value))
    }
    bytes.append(zeros: 2)
    return bytes
  }
}
