import Bytes

/// The location of the central directory, from the end record of the archive and its ZIP64
/// counterpart.
struct EndRecord {
  /// Entries in the directory.
  let entryCount: Int
  /// Offset of the directory.
  let directoryOffset: Int
  /// Size of the directory in bytes.
  let directorySize: Int
  /// Bytes before the archive that its offsets do not count, such as the program of a
  /// self-extracting archive.
  let prefix: Int

  /// Finds and checks the end records. The comment must end exactly at the end of the file.
  init(region: FileRegion) throws {
    let tailSize = min(region.count, ZIPFormat.endSize + 0xFFFF)
    let tailOffset = region.count - tailSize
    let bytes = try region.bytes(at: tailOffset, count: tailSize)
    guard let position = EndRecord.search(bytes.span) else {
      throw try EndRecord.missing(in: region)
    }
    let tail = bytes.span
    let offset = tailOffset + position
    let narrow = Numbers(
      disk: Int(tail.littleEndianUInt16(at: position + 4)),
      directoryDisk: Int(tail.littleEndianUInt16(at: position + 6)),
      countOnDisk: Int(tail.littleEndianUInt16(at: position + 8)),
      count: Int(tail.littleEndianUInt16(at: position + 10)),
      size: Int(tail.littleEndianUInt32(at: position + 12)),
      offset: Int(tail.littleEndianUInt32(at: position + 16)))
    var numbers = narrow
    var directoryEnd = offset
    var widePrefix: Int?
    if let wide = try EndRecord.wideNumbers(region, before: offset) {
      // A reader that uses only one of the records must see the same archive.
      guard narrow.agrees(with: wide.numbers) else {
        throw ZIPArchiveError.endRecordDamaged(offset: offset)
      }
      numbers = wide.numbers
      directoryEnd = wide.offset
      widePrefix = wide.prefix
    }
    guard numbers.disk == 0, numbers.directoryDisk == 0, numbers.countOnDisk == numbers.count
    else { throw ZIPArchiveError.severalDisks }
    guard numbers.size <= directoryEnd, numbers.offset <= directoryEnd - numbers.size else {
      throw ZIPArchiveError.endRecordDamaged(offset: offset)
    }
    directoryOffset = directoryEnd - numbers.size
    prefix = directoryOffset - numbers.offset
    guard widePrefix == nil || widePrefix == prefix else {
      throw ZIPArchiveError.endRecordDamaged(offset: offset)
    }
    entryCount = numbers.count
    directorySize = numbers.size
  }

  /// Returns why there is no end record: the file is a part of an archive, or no archive at all.
  private static func missing(in region: FileRegion) throws -> ZIPArchiveError {
    guard region.count >= 4 else { return .notAnArchive(path: region.path) }
    let start = try region.bytes(at: 0, count: 4)
    switch start.span.littleEndianUInt32(at: 0) {
    case ZIPFormat.localSignature: return .cutShort(path: region.path, size: region.count)
    case ZIPFormat.descriptorSignature: return .severalDisks
    default: return .notAnArchive(path: region.path)
    }
  }

  /// Returns the last position whose comment length fits the bytes that follow.
  private static func search(_ tail: Span<UInt8>) -> Int? {
    var position = tail.count - ZIPFormat.endSize
    while position >= 0 {
      if tail[position] == UInt8(ascii: "P"),
        tail.littleEndianUInt32(at: position) == ZIPFormat.endSignature,
        Int(tail.littleEndianUInt16(at: position + 20)) == tail.count - position - ZIPFormat.endSize
      {
        return position
      }
      position -= 1
    }
    return nil
  }

  /// The ZIP64 end record.
  private struct Wide {
    var numbers: Numbers
    /// The offset of the record.
    var offset: Int
    /// How far the record is after the offset that its locator names.
    var prefix: Int
  }

  /// Returns the ZIP64 end record if there is a locator before the end record.
  private static func wideNumbers(
    _ region: FileRegion, before end: Int
  ) throws -> Wide? {
    let locatorOffset = end - ZIPFormat.locatorSize
    guard locatorOffset >= 0 else { return nil }
    let locatorBytes = try region.bytes(at: locatorOffset, count: ZIPFormat.locatorSize)
    let locator = locatorBytes.span
    guard locator.littleEndianUInt32(at: 0) == ZIPFormat.locatorSignature else { return nil }
    guard locator.littleEndianUInt32(at: 4) == 0, locator.littleEndianUInt32(at: 16) <= 1 else {
      throw ZIPArchiveError.severalDisks
    }
    let last = locatorOffset - ZIPFormat.end64Size
    guard last >= 0, let named = Int(exactly: locator.littleEndianUInt64(at: 8)), named <= last
    else { throw ZIPArchiveError.endRecordDamaged(offset: locatorOffset) }
    if let numbers = try wideNumbers(region, at: named, locatorOffset: locatorOffset) {
      return Wide(numbers: numbers, offset: named, prefix: 0)
    }
    // If bytes precede the archive, the record is later than its locator says: directly before it.
    guard let numbers = try wideNumbers(region, at: last, locatorOffset: locatorOffset) else {
      throw ZIPArchiveError.endRecordDamaged(offset: named)
    }
    return Wide(numbers: numbers, offset: last, prefix: last - named)
  }

  /// Returns the numbers of the ZIP64 end record at an offset. Nil unless a record there ends
  /// exactly at its locator.
  private static func wideNumbers(
    _ region: FileRegion, at offset: Int, locatorOffset: Int
  ) throws -> Numbers? {
    let bytes = try region.bytes(at: offset, count: ZIPFormat.end64Size)
    let record = bytes.span
    // The record's size does not include the fields before it.
    guard record.littleEndianUInt32(at: 0) == ZIPFormat.end64Signature,
      record.littleEndianUInt64(at: 4) == UInt64(locatorOffset - offset - 12),
      let countOnDisk = Int(exactly: record.littleEndianUInt64(at: 24)),
      let count = Int(exactly: record.littleEndianUInt64(at: 32)),
      let size = Int(exactly: record.littleEndianUInt64(at: 40)),
      let start = Int(exactly: record.littleEndianUInt64(at: 48))
    else { return nil }
    return Numbers(
      disk: Int(record.littleEndianUInt32(at: 16)),
      directoryDisk: Int(record.littleEndianUInt32(at: 20)), countOnDisk: countOnDisk,
      count: count, size: size, offset: start)
  }

  private struct Numbers {
    var disk: Int
    var directoryDisk: Int
    var countOnDisk: Int
    var count: Int
    var size: Int
    var offset: Int

    /// Returns whether every number of this record is all ones or equal to that of the wide record.
    func agrees(with wide: Numbers) -> Bool {
      let narrow16 = [
        (disk, wide.disk), (directoryDisk, wide.directoryDisk), (countOnDisk, wide.countOnDisk),
        (count, wide.count),
      ]
      let narrow32 = [(size, wide.size), (offset, wide.offset)]
      return narrow16.allSatisfy { $0 == ZIPFormat.saturated16 || $0 == $1 }
        && narrow32.allSatisfy { $0 == ZIPFormat.saturated32 || $0 == $1 }
    }
  }
}
