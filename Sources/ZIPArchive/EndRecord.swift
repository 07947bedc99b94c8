import Bytes

/// Where the central directory lies, from the record at the archive's end and its ZIP64 twin.
struct EndRecord {
  /// Entries in the directory.
  let entryCount: Int
  /// Where the directory starts.
  let directoryOffset: Int
  /// Bytes of the directory.
  let directorySize: Int

  /// Finds and checks the end records. The comment must reach to the end of the file exactly.
  init(region: FileRegion) throws(ZIPArchiveError) {
    let tailSize = min(region.count, ZIPFormat.endSize + 0xFFFF)
    guard tailSize >= ZIPFormat.endSize else { throw .notAnArchive(path: region.path) }
    let tailOffset = region.count - tailSize
    let bytes = try region.bytes(at: tailOffset, count: tailSize)
    guard let place = EndRecord.search(bytes.span) else {
      throw .notAnArchive(path: region.path)
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
    if let wide = try EndRecord.wideNumbers(region, before: offset) {
      // A reader that heeds only one of the records must see the same archive.
      guard narrow.agrees(with: wide.numbers) else { throw .endRecordDamaged(offset: offset) }
      numbers = wide.numbers
      directoryEnd = wide.offset
    }
    guard numbers.disk == 0, numbers.directoryDisk == 0, numbers.countOnDisk == numbers.count
    else { throw .severalDisks }
    guard numbers.offset <= directoryEnd, numbers.size == directoryEnd - numbers.offset else {
      throw .endRecordDamaged(offset: offset)
    }
    entryCount = numbers.count
    directoryOffset = numbers.offset
    directorySize = numbers.size
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

  /// The numbers of the ZIP64 end record, when a locator stands in front of the end record.
  private static func wideNumbers(
    _ region: FileRegion, before end: Int
  ) throws(ZIPArchiveError) -> (numbers: Numbers, offset: Int)? {
    let locatorOffset = end - ZIPFormat.locatorSize
    guard locatorOffset >= 0 else { return nil }
    let locatorBytes = try region.bytes(at: locatorOffset, count: ZIPFormat.locatorSize)
    let locator = locatorBytes.span
    guard locator.littleEndianUInt32(at: 0) == ZIPFormat.locatorSignature else { return nil }
    guard locator.littleEndianUInt32(at: 4) == 0, locator.littleEndianUInt32(at: 16) <= 1 else {
      throw .severalDisks
    }
    guard let offset = Int(exactly: locator.littleEndianUInt64(at: 8)),
      offset <= locatorOffset - ZIPFormat.end64Size
    else { throw .endRecordDamaged(offset: locatorOffset) }
    let bytes = try region.bytes(at: offset, count: ZIPFormat.end64Size)
    let record = bytes.span
    // The record must reach to the locator exactly: its size counts from behind itself.
    guard record.littleEndianUInt32(at: 0) == ZIPFormat.end64Signature,
      record.littleEndianUInt64(at: 4) == UInt64(locatorOffset - offset - 12),
      let countOnDisk = Int(exactly: record.littleEndianUInt64(at: 24)),
      let count = Int(exactly: record.littleEndianUInt64(at: 32)),
      let size = Int(exactly: record.littleEndianUInt64(at: 40)),
      let start = Int(exactly: record.littleEndianUInt64(at: 48))
    else { throw .endRecordDamaged(offset: offset) }
    let numbers = Numbers(
      disk: Int(record.littleEndianUInt32(at: 16)),
      directoryDisk: Int(record.littleEndianUInt32(at: 20)), countOnDisk: countOnDisk,
      count: count, size: size, offset: start)
    return (numbers, offset)
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
