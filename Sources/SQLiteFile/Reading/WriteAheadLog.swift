// A write-ahead log (SQLite File Format §4), numbers big-endian:
//
//   0   4  0x377f0682, checksums over little-endian words; 0x377f0683, over big-endian ones
//   4   4  version, 3007000
//   8   4  page size
//   12  4  how often the log was copied into the database
//   16  8  salt: two numbers that change whenever the log is restarted
//   24  8  checksum of the 24 bytes before
//   32     frames: u32 page, u32 pages of the database after the transaction that this frame
//          ends or 0, the salt, the checksum of everything so far, the page
//
// A frame is valid if it or a later frame ends a transaction and all frames before that are
// undamaged. Later frames belong to an unfinished transaction, or precede the restart of the log.

import Bytes

/// The committed pages of a write-ahead log.
struct WriteAheadLog {
  private static let headerLength = 32
  private static let frameHeaderLength = 24
  private static let version: UInt32 = 3_007_000

  /// Page size in bytes.
  let pageSize: Int
  /// The newest committed state of each page.
  private(set) var overlay: PageOverlay
  /// Number of pages in the database after the last commit.
  private(set) var pageCount: UInt32 = 0
  /// Number of frames up to the last commit.
  private(set) var committed = 0
  /// Number of frames after the last commit, complete or damaged.
  private(set) var ignored = 0
  /// Whether a frame that ends a transaction is damaged, or follows a damaged one. SQLite skips
  /// such transactions silently.
  private(set) var isBroken = false

  /// Reads a log. Returns nil if SQLite treats it as empty: it is too short, or has a wrong magic
  /// number, page size or checksum.
  ///
  /// - Throws: `SQLiteFileError.unknownLogVersion`, `.file`.
  init?(_ region: FileRegion) throws(SQLiteFileError) {
    guard region.count > Self.headerLength else { return nil }
    var header: [UInt8] = []
    try region.readBytes(at: 0, count: Self.headerLength, into: &header)
    let magic = header.span.bigEndianUInt32(at: 0)
    pageSize = Int(header.span.bigEndianUInt32(at: 8))
    guard magic & 0xffff_fffe == 0x377f_0682, pageSize >= 512, pageSize <= 65_536,
      pageSize & (pageSize - 1) == 0
    else { return nil }
    var sum = WALChecksum(isBigEndian: magic & 1 == 1)
    sum.add(header.span, 0..<24)
    guard sum.matches(header.span, at: 24) else { return nil }
    let version = header.span.bigEndianUInt32(at: 4)
    guard version == Self.version else {
      throw .unknownLogVersion(path: region.path, version: version)
    }
    overlay = PageOverlay(region: region)
    try readFrames(salt: header.span.bigEndianUInt64(at: 16), &sum)
  }

  private mutating func readFrames(
    salt: UInt64, _ sum: inout WALChecksum
  ) throws(SQLiteFileError) {
    let region = overlay.region
    let length = Self.frameHeaderLength + pageSize
    var open: [(page: UInt32, offset: Int)] = []
    var frame: [UInt8] = []
    var at = Self.headerLength
    while region.count - at >= length {
      try region.readBytes(at: at, count: length, into: &frame)
      let span = frame.span
      let page = span.bigEndianUInt32(at: 0)
      sum.add(span, 0..<8)
      sum.add(span, Self.frameHeaderLength..<length)
      let isNext = sum.matches(span, at: 16)
      guard page > 0, span.bigEndianUInt64(at: 8) == salt, isNext else {
        isBroken = isNext && span.bigEndianUInt32(at: 4) > 0
        break
      }
      open.append((page, at + Self.frameHeaderLength))
      let size = span.bigEndianUInt32(at: 4)
      if size > 0 {
        for (page, offset) in open { overlay.offsets[page] = offset }
        committed += open.count
        pageCount = size
        open.removeAll(keepingCapacity: true)
      }
      at += length
    }
    ignored = open.count
    try countTorn(from: at, length, salt: salt)
  }

  /// Counts the frames after the first damaged one that belong to this log by their salt.
  private mutating func countTorn(
    from start: Int, _ length: Int, salt: UInt64
  ) throws(SQLiteFileError) {
    var header: [UInt8] = []
    var isCounted = true
    for at in stride(from: start, to: overlay.region.count, by: length) {
      guard overlay.region.count - at >= Self.frameHeaderLength else { return }
      try overlay.region.readBytes(at: at, count: Self.frameHeaderLength, into: &header)
      let isOwn = header.span.bigEndianUInt64(at: 8) == salt
      isCounted = isCounted && isOwn
      if isCounted { ignored += 1 }
      if isOwn, header.span.bigEndianUInt32(at: 4) > 0, overlay.region.count - at >= length {
        isBroken = true
      }
    }
  }

  /// Whether a file is not a log, although something is written where a log begins.
  static func isDamaged(_ region: FileRegion) throws(SQLiteFileError) -> Bool {
    guard region.count > headerLength else { return false }
    var header: [UInt8] = []
    try region.readBytes(at: 0, count: headerLength, into: &header)
    return header.contains { $0 != 0 }
  }
}

/// The running checksum of a write-ahead log (File Format §4.2).
struct WALChecksum {
  let isBigEndian: Bool
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Adds bytes, a multiple of eight.
  mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    var at = range.lowerBound
    while at &+ 8 <= range.upperBound {
      first &+= word(bytes, at) &+ second
      second &+= word(bytes, at &+ 4) &+ first
      at &+= 8
    }
  }

  /// Whether the two words at `offset` equal this checksum. They are big-endian for both byte
  /// orders.
  func matches(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    bytes.bigEndianUInt32(at: offset) == first && bytes.bigEndianUInt32(at: offset + 4) == second
  }

  private func word(_ bytes: Span<UInt8>, _ at: Int) -> UInt32 {
    isBigEndian ? bytes.bigEndianUInt32(at: at) : bytes.littleEndianUInt32(at: at)
  }
}
