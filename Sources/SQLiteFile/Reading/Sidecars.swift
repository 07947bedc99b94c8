// What may lie beside a database (SQLite File Format §3, §4):
//
//   NAME-journal   the pages as they were before a transaction that did not end
//   NAME-wal       the pages as they are after transactions that are not copied back yet
//
// libsqlite3 applies both without a question when it opens NAME; reading NAME alone would miss
// the newest rows, or see half of a transaction.

import Bytes

/// Refuses a database whose newest state is not in its own file.
enum Sidecars {
  /// - Throws: `SQLiteFileError.walNotMerged`, `.hotJournal`.
  static func check(path: String) throws(SQLiteFileError) {
    if let wal = open(path + "-wal") {
      let frames = try committedFrames(of: wal)
      if frames > 0 { throw .walNotMerged(path: path + "-wal", frames: frames) }
    }
    if let journal = open(path + "-journal"), try isHot(journal) {
      throw .hotJournal(path: path + "-journal")
    }
  }

  /// A missing file is the usual case; one that cannot be opened holds nothing for SQLite either.
  private static func open(_ path: String) -> InputFile? { try? InputFile(path: path) }

  private static let journalMagic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]

  /// A journal whose first header is valid: a finished transaction deletes, empties or zeroes it.
  private static func isHot(_ journal: InputFile) throws(SQLiteFileError) -> Bool {
    guard journal.size >= 28 else { return false }
    let start = try read(journal, at: 0, count: journalMagic.count)
    return start.span.isEqual(to: journalMagic.span)
  }

  /// Frames up to the last valid commit; 0 when the log is empty, stale or damaged from its start,
  /// which SQLite takes for an empty log.
  static func committedFrames(of wal: InputFile) throws(SQLiteFileError) -> Int {
    guard wal.size > 32 else { return 0 }
    let header = try read(wal, at: 0, count: 32)
    let magic = header.span.bigEndianUInt32(at: 0)
    let pageSize = Int(header.span.bigEndianUInt32(at: 8))
    guard magic & 0xffff_fffe == 0x377f_0682, pageSize >= 512, pageSize <= 65_536,
      pageSize & (pageSize - 1) == 0
    else { return 0 }
    var sum = WALChecksum(isBigEndian: magic & 1 == 1)
    sum.add(header.span, 0..<24)
    guard sum.matches(header.span, at: 24) else { return 0 }
    var committed = 0
    var count = 0
    var at = 32
    var frame: [UInt8] = []
    while wal.size - at >= 24 + pageSize {
      do {
        try wal.read(at: at, count: 24 + pageSize, into: &frame)
      } catch {
        throw .file(error)
      }
      let span = frame.span
      sum.add(span, 0..<8)
      sum.add(span, 24..<span.count)
      guard span.bigEndianUInt32(at: 0) > 0,
        span.bigEndianUInt64(at: 8) == header.span.bigEndianUInt64(at: 16),
        sum.matches(span, at: 16)
      else { break }
      count += 1
      if span.bigEndianUInt32(at: 4) > 0 { committed = count }
      at += frame.count
    }
    return committed
  }

  private static func read(
    _ file: InputFile, at offset: Int, count: Int
  ) throws(SQLiteFileError) -> [UInt8] {
    do {
      return try file.read(at: offset, count: count)
    } catch {
      throw .file(error)
    }
  }
}

/// The running checksum of a write-ahead log (File Format §4.2).
struct WALChecksum {
  let isBigEndian: Bool
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Adds bytes; a multiple of eight.
  mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    var at = range.lowerBound
    while at &+ 8 <= range.upperBound {
      first &+= word(bytes, at) &+ second
      second &+= word(bytes, at &+ 4) &+ first
      at &+= 8
    }
  }

  /// Whether the two words at `offset` are this sum; they are big-endian in either flavour.
  func matches(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    bytes.bigEndianUInt32(at: offset) == first && bytes.bigEndianUInt32(at: offset + 4) == second
  }

  private func word(_ bytes: Span<UInt8>, _ at: Int) -> UInt32 {
    isBigEndian ? bytes.bigEndianUInt32(at: at) : bytes.littleEndianUInt32(at: at)
  }
}
