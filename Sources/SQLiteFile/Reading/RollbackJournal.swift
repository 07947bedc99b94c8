// A rollback journal (SQLite File Format §3), numbers big-endian. Headers are at multiples of the
// sector size, each followed by its records:
//
//   0   8  d9 d5 05 f9 20 a1 63 d7
//   8   4  number of records; 0xffffffff: all up to the end of the file
//   12  4  nonce, the start value of checksums
//   16  4  pages of the database before the transaction
//   20  4  sector size; the header takes one sector
//   24  4  page size
//
//   record: u32 page, the page as it was before, u32 checksum: the nonce and each 200th byte
//
// The journal of a transaction over several databases ends with a file name. SQLite removes that
// file when the transaction commits. The ending is: u32 unused page number, name, u32 its length,
// u32 the sum of its bytes, the magic number again.

import Bytes

/// The pages to restore after a transaction that did not finish.
struct RollbackJournal {
  private static let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
  private static let headerLength = 28
  private static let leastSector = 512
  private static let longestName = 512
  private static let allRecords = 0xffff_ffff

  /// Page size in bytes.
  let pageSize: Int
  /// The pages before the transaction.
  private(set) var overlay: PageOverlay
  /// Number of pages before the transaction.
  let pageCount: UInt32
  private let sector: Int

  private struct Header {
    var records: Int
    var nonce: UInt32
    var pageCount: UInt32
    var sector: Int
    var pageSize: Int
  }

  /// Reads a journal. Returns nil if the journal is not hot: it is empty, starts with a zero byte
  /// or has an incomplete first header. It is also not hot if its transaction was committed,
  /// because the file it names is gone.
  ///
  /// - Parameters:
  ///   - pageSizeOtherwise: the page size for a journal that does not give it.
  ///   - nameExists: whether the file of this name still exists.
  /// - Throws: `SQLiteFileError.file`.
  init?(
    _ region: FileRegion, pageSizeOtherwise: Int,
    nameExists: (String) throws(SQLiteFileError) -> Bool
  ) throws(SQLiteFileError) {
    guard region.count >= Self.leastSector, let first = try Self.header(region, at: 0) else {
      return nil
    }
    pageSize = first.pageSize == 0 ? pageSizeOtherwise : first.pageSize
    sector = first.sector
    guard pageSize >= 512, pageSize <= 65_536, pageSize & (pageSize - 1) == 0,
      sector >= 32, sector <= 65_536, sector & (sector - 1) == 0
    else { return nil }
    if let name = try Self.superJournal(region), try !nameExists(name) { return nil }
    pageCount = first.pageCount
    overlay = PageOverlay(region: region)
    try playBack(first)
  }

  private static func header(
    _ region: FileRegion, at offset: Int
  ) throws(SQLiteFileError) -> Header? {
    guard region.count - offset >= headerLength else { return nil }
    var bytes: [UInt8] = []
    try region.readBytes(at: offset, count: headerLength, into: &bytes)
    let span = bytes.span
    guard span.extracting(0..<8).isEqual(to: magic.span) else { return nil }
    return Header(
      records: Int(span.bigEndianUInt32(at: 8)), nonce: span.bigEndianUInt32(at: 12),
      pageCount: span.bigEndianUInt32(at: 16), sector: Int(span.bigEndianUInt32(at: 20)),
      pageSize: Int(span.bigEndianUInt32(at: 24)))
  }

  /// The name at the end of the journal; nil if there is none or its checksum is wrong.
  private static func superJournal(_ region: FileRegion) throws(SQLiteFileError) -> String? {
    var bytes: [UInt8] = []
    try region.readBytes(at: region.count - 16, count: 16, into: &bytes)
    let length = Int(bytes.span.bigEndianUInt32(at: 0))
    var sum = bytes.span.bigEndianUInt32(at: 4)
    guard bytes.span.extracting(8..<16).isEqual(to: magic.span), length > 0,
      length < longestName, length <= region.count - 16
    else { return nil }
    try region.readBytes(at: region.count - 16 - length, count: length, into: &bytes)
    // libsqlite3 adds up signed characters.
    for byte in bytes { sum &-= UInt32(bitPattern: Int32(Int8(bitPattern: byte))) }
    guard sum == 0, bytes[0] != 0 else { return nil }
    let end = bytes.span.firstIndex(of: 0, from: 0) ?? length
    return bytes.span.extracting(0..<end).repairedString()
  }

  /// Reads all headers and their records as far as they are complete.
  private mutating func playBack(_ first: Header) throws(SQLiteFileError) {
    let region = overlay.region
    let length = pageSize + 8
    let lockBytePage = UInt32(0x4000_0000 / pageSize + 1)
    var header = first
    var at = sector
    var record: [UInt8] = []
    while true {
      var left = header.records == Self.allRecords ? Int.max : header.records
      while left > 0 {
        guard region.count - at >= length else { return }
        try region.readBytes(at: at, count: length, into: &record)
        let page = record.span.bigEndianUInt32(at: 0)
        guard page > 0, page != lockBytePage else { return }
        if page <= pageCount {
          guard sum(record.span, nonce: header.nonce) == record.span.bigEndianUInt32(at: length - 4)
          else { return }
          overlay.offsets[page] = at + 4
        }
        at += length
        left -= 1
      }
      at = (at + sector - 1) / sector * sector
      guard region.count - at >= sector, let next = try Self.header(region, at: at) else { return }
      header = next
      at += sector
    }
  }

  private func sum(_ record: Span<UInt8>, nonce: UInt32) -> UInt32 {
    var sum = nonce
    var at = pageSize - 200
    while at > 0 {
      sum &+= UInt32(record[4 + at])
      at -= 200
    }
    return sum
  }
}
