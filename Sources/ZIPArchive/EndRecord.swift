import Bytes

/// Where the central directory lies, from the record at the archive's end and its ZIP64 twin.
struct EndRecord {
  /// Entries in the directory.
  let entryCount: Int
  /// Where the directory starts.
  let directoryOffset: Int
  /// Bytes of the directory.
  let directorySize: Int
  /// Bytes in front of the archive that its offsets do not count, such as the program of a
  /// self-extracting one.
  let prefix: Int

  /// Finds and checks the end records. The comment must reach to the end of the file exactly.
  init(region: FileRegion) throws(ZIPArchiveError) {
    let tailSize = min(region.count, ZIPFormat.endSize + 0xFFFF)
    let tailOffset = region.count - tailSize
    let bytes = try region.bytes(at: tailOffset, count: tailSize)
    guard let place = EndRecord.search(bytes.span) else {
      throw try EndRecord.missing(in: region)
    }
    let tail = bytes.span
    let offset = tailOffset + place
    let narrow = Numbers(
      disk: Int(tail.littleEndianUInt16(at: place + 4)),
      directoryDisk: Int(tail.littleEndianUInt16(at: place + 6)),
      countOnDisk: Int(tail.littleEndianUInt16(at: place + 8)),
      count: Int(tail.littleEndianUInt16(at: place + 10)),
      size: Int(tail.littleEndianUInt32(at: place + 12)),
      offset: Int(tail.littleEndianUInt32(at: place + 16)))
    var numbers = narrow
    var directoryEnd = offset
    var widePrefix: Int?
    if let wide = try EndRecord.wideNumbers(region, before: offset) {
      // A reader that heeds only one of the records must see the same archive.
      guard narrow.agrees(with: wide.numbers) else { throw .endRecordDamaged(offset: offset) }
      numbers = wide.numbers
      directoryEnd = wide.offset
      widePrefix = wide.prefix
    }
    guard numbers.disk == 0, numbers.directoryDisk == 0, numbers.countOnDisk == numbers.count
    else { throw .severalDisks }
    guard numbers.size <= directoryEnd, numbers.offset <= directoryEnd - numbers.size else {
      throw .endRecordDamaged(offset: offset)
    }
    directoryOffset = directoryEnd - numbers.size
    prefix = directoryOffset - numbers.offset
    guard widePrefix == nil || widePrefix == prefix else {
      throw .endRecordDamaged(offset: offset)
    }
    entryCount = numbers.count
    directorySize = numbers.size
  }

  /// Why there is no end record: the file is a part of an archive, or no archive at all.
  private static func missing(in region: FileRegion) throws(ZIPArchiveError) -> ZIPArchiveError {
    guard region.count >= 4 else { return .notAnArchive(path: region.path) }
    let start = try region.bytes(at: 0, count: 4)
    switch start.span.littleEndianUInt32(at: 0) {
    case ZIPFormat.localSignature: return .cutShort(path: region.path, size: region.count)
    case ZIPFormat.descriptorSignature: return .severalDisks
    default: return .notAnArchive(path: region.path)
    }
  }

  /// The last place whose comment length fits what follows.
  private static func search(_ tail: Span<UInt8>) -> Int? {
    var place = tail.count - ZIPFormat.endSize
    while place >= 0 {
      if tail[place] == UInt8(ascii: "P"),
        tail.littleEndianUInt32(at: place) == ZIPFormat.endSignature,
        Int(tail.littleEndianUInt16(at: place + 20)) == tail.count - place - ZIPFormat.endSize
      {
        return place
      }
      place -= 1
    }
    return nil
  }

  /// The ZIP64 end record.
  private struct Wide {
    var numbers: Numbers
    /// Where the record stands.
    var offset: Int
    /// How far behind the place that its locator names.
    var prefix: Int
  }

  /// The ZIP64 end record, when a locator stands in front of the end record.
  private static func wideNumbers(
    _ region: FileRegion, before end: Int
  ) throws(ZIPArchiveError) -> Wide? {
    let locatorOffset = end - ZIPFormat.locatorSize
    guard locatorOffset >= 0 else { return nil }
    let locatorBytes = try region.bytes(at: locatorOffset, count: ZIPFormat.locatorSize)
    let locator = locatorBytes.span
    guard locator.littleEndianUInt32(at: 0) == ZIPFormat.locatorSignature else { return nil }
    guard locator.littleEndianUInt32(at: 4) == 0, locator.littleEndianUInt32(at: 16) <= 1 else {
      throw .severalDisks
    }
    let last = locatorOffset - ZIPFormat.end64Size
    guard last >= 0, let named = Int(exactly: locator.littleEndianUInt64(at: 8)), named <= last
    else { throw .endRecordDamaged(offset: locatorOffset) }
    if let numbers = try wideNumbers(region, at: named, locatorOffset) {
      return Wide(numbers: numbers, offset: named, prefix: 0)
    }
    // Behind a prefix the record stands later than named: right in front of its locator.
    guard let numbers = try wideNumbers(region, at: last, locatorOffset) else {
      throw .endRecordDamaged(offset: named)
    }
    return Wide(numbers: numbers, offset: last, prefix: last - named)
  }

  /// The numbers of the ZIP64 end record at an offset; nil when there is none that reaches to its
  /// locator exactly.
  private static func wideNumbers(
    _ region: FileRegion, at offset: Int, _ locatorOffset: Int
  ) throws(ZIPArchiveError) -> Numbers? {
    let bytes = try region.bytes(at: offset, count: ZIPFormat.end64Size)
    let record = bytes.span
    // The record's size counts from behind itself.
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

    /// True when every number of this narrow record is all ones or that of the wide one.
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
