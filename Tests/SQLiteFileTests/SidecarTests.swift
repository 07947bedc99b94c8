import Bytes
import Foundation
import Records
import SQLiteFile
import TestSupport
import Testing

struct SidecarTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// One database in three states: 12, 40 and 5 rows.
  static let states: [[UInt8]] = [12, 40, 5].compactMap { rows in
    try? WrittenDatabase(rows: rows, pageSize: 512, blobLength: 40).bytes()
  }

  static func edited(_ bytes: [UInt8], at offset: Int, to value: UInt32) -> [UInt8] {
    var bytes = bytes
    bytes.store(bigEndian: value, at: offset)
    return bytes
  }

  func open(
    _ database: [UInt8], wal: [UInt8]? = nil, journal: [UInt8]? = nil
  ) throws -> DatabaseReader {
    let path = try folder.write(database, to: "x.db")
    for (suffix, bytes) in [("-wal", wal), ("-journal", journal)] {
      try? FileManager.default.removeItem(atPath: path + suffix)
      if let bytes { try folder.write(bytes, to: "x.db" + suffix) }
    }
    return try DatabaseReader(path: path)
  }

  static func rows(_ reader: DatabaseReader) throws -> Int {
    var rows = 0
    try reader.forEachRow(of: try reader.table(named: "t")) { _, _ in rows += 1 }
    return rows
  }

  @Test(arguments: [false, true])
  func `frames are read up to the last commit`(isBigEndian: Bool) throws {
    var log = MadeLog(isBigEndian: isBigEndian)
    log.commit(Self.states[1])
    log.commit(Self.states[2])
    let committed = log.frames.count
    log.append(Self.states[1])
    let reader = try open(Self.states[0], wal: log.bytes)
    #expect(
      reader.sidecar == .wal(frames: committed, ignored: Self.states[1].count / 512))
    #expect(try Self.rows(reader) == 5)
    #expect(Int(reader.pageCount) == Self.states[2].count / 512)
    #expect(try IntegrityCheck.run(reader) == [])
    #expect(reader.files.count == 2)
    #expect(try folder.read("x.db") == Self.states[0])
    #expect(try folder.read("x.db-wal") == log.bytes)
  }

  @Test func `frames from before the restart of a log are not counted`() throws {
    var old = MadeLog(salt: 1)
    old.commit(Self.states[1])
    var log = MadeLog()
    log.commit(Self.states[2])
    let wal = log.bytes + old.bytes.dropFirst(log.bytes.count)
    let reader = try open(Self.states[0], wal: wal)
    #expect(reader.sidecar == .wal(frames: log.frames.count, ignored: 0))
    #expect(try Self.rows(reader) == 5)
  }

  @Test
  func `a log that has no commit, is damaged at its start or too short is counted but not read`()
    throws
  {
    var log = MadeLog()
    log.append(Self.states[1])
    #expect(
      try open(Self.states[0], wal: log.bytes).sidecar
        == .wal(frames: 0, ignored: log.frames.count))
    var damaged = log.bytes
    damaged[0] ^= 1
    damaged[30] ^= 1
    let reader = try open(Self.states[0], wal: damaged)
    #expect(reader.sidecar == .wal(frames: 0, ignored: log.frames.count))
    #expect(try Self.rows(reader) == 12)
    #expect(try open(Self.states[0], wal: []).sidecar == .none)
    #expect(try open(Self.states[0], wal: Array(log.bytes.prefix(32))).sidecar == .none)
  }

  @Test func `a log that lost finished transactions is distinguished from one that just ends`()
    throws
  {
    var log = MadeLog()
    log.commit(Self.states[1])
    let first = log.bytes.count
    log.commit(Self.states[2])
    let bytes = log.bytes
    for end in [0, 32, 33, first, first + 100, bytes.count] {
      #expect(try !open(Self.states[0], wal: Array(bytes.prefix(end))).hasBrokenLog, "\(end)")
    }
    // In the header, in the salt and page of the last frame, and in the page of an earlier frame.
    for at in [0, 20, 30, bytes.count - 530, bytes.count - 1, first - 1, 40, 100] {
      var damaged = bytes
      damaged[at] ^= 1
      #expect(try open(Self.states[0], wal: damaged).hasBrokenLog, "\(at)")
    }
    // Frames after the last commit can be anything, and a log can be zeroed.
    log.append(Self.states[1])
    var torn = log.bytes
    torn[bytes.count + 300] ^= 1
    #expect(try !open(Self.states[0], wal: torn).hasBrokenLog)
    let zeroed = [UInt8](repeating: 0, count: 32) + bytes.dropFirst(32)
    #expect(try !open(Self.states[0], wal: zeroed).hasBrokenLog)
  }

  @Test func `page 1 can be in the log only`() throws {
    var log = MadeLog()
    log.commit(Self.states[1])
    let reader = try open([UInt8](repeating: 0, count: 512), wal: log.bytes)
    #expect(try Self.rows(reader) == 40)
  }

  @Test func `members of an archive are read with their sidecars`() throws {
    var log = MadeLog()
    log.commit(Self.states[1])
    let wal = log.bytes
    let path = try folder.write([9, 9] + Self.states[0] + wal, to: "members")
    let file = try InputFile(path: path)
    let region = FileRegion(file, offset: 2, count: Self.states[0].count)
    let logRegion = FileRegion(file, offset: 2 + region.count, count: wal.count)
    #expect(try Self.rows(DatabaseReader(region: region)) == 12)
    #expect(try Self.rows(DatabaseReader(region: region, wal: logRegion)) == 40)
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5])
  func `the log of another database is rejected`(_ number: Int) throws {
    typealias Problem = SQLiteFileError.SidecarProblem
    let (base, other) = (Self.states[0], Self.states[1])
    let cases: [(database: [UInt8], sidecar: [UInt8], problem: Problem)] = [
      (base, Self.edited(other, at: 68, to: 8), .applicationID(7, 8)),
      (Self.edited(base, at: 40, to: 9), other, .schemaCookie(older: 9, newer: 1)),
      (Self.edited(base, at: 24, to: 9), other, .changeCounter(older: 9, newer: 1)),
      (base, Self.edited(other, at: 56, to: 2), .encoding),
      (base, Self.edited(other, at: 0, to: 0), .noDatabase),
      (base, Self.edited(other, at: 16, to: 0x1000_0101), .pageSize(database: 4_096, sidecar: 512)),
    ]
    var log = MadeLog()
    log.commit(cases[number].sidecar)
    let path = folder.path("x.db-wal")
    #expect(throws: SQLiteFileError.sidecarOfAnother(path: path, cases[number].problem)) {
      try open(cases[number].database, wal: log.bytes)
    }
  }

  @Test func `a log with missing pages, of an unknown version or beside a journal is rejected`()
    throws
  {
    let wal = folder.path("x.db-wal")
    var log = MadeLog()
    log.commit(Self.states[1], from: Self.states[0].count / 512 + 1)
    let missing = UInt32(Self.states[0].count / 512 + 1)
    log.frames.insert((1, 0, Self.states[1][0..<512]), at: 0)
    #expect(throws: SQLiteFileError.sidecarOfAnother(path: wal, .pageMissing(missing))) {
      try open(Self.states[0], wal: log.bytes)
    }
    log.version += 1
    #expect(throws: SQLiteFileError.unknownLogVersion(path: wal, version: 3_007_001)) {
      try open(Self.states[0], wal: log.bytes)
    }
    var whole = MadeLog()
    whole.commit(Self.states[1])
    let journal = MadeJournal(database: Self.states[0], segments: [[1]])
    #expect(throws: SQLiteFileError.sidecarOfAnother(path: wal, .otherSidecar)) {
      try open(Self.states[0], wal: whole.bytes, journal: journal.bytes)
    }
  }

  /// A database in the middle of a transaction, and the journal to roll it back.
  func cutShort(recordCount: UInt32? = nil) -> (database: [UInt8], journal: MadeJournal) {
    let pages = Self.states[0].count / 512
    let all = (1...UInt32(pages)).map(\.self)
    let journal = MadeJournal(
      database: Self.states[0],
      segments: recordCount == nil ? [Array(all.prefix(3)), Array(all.dropFirst(3))] : [all],
      recordCount: recordCount)
    return (Self.edited(Self.states[1], at: 24, to: 2), journal)
  }

  @Test(arguments: [nil, UInt32.max])
  func `a hot journal is rolled back segment by segment`(recordCount: UInt32?) throws {
    let (database, journal) = cutShort(recordCount: recordCount)
    let reader = try open(database, journal: journal.bytes)
    #expect(reader.sidecar == .journal(pages: Self.states[0].count / 512))
    #expect(try Self.rows(reader) == 12)
    #expect(try IntegrityCheck.run(reader) == [])
    #expect(try folder.read("x.db") == database)
  }

  @Test func `an empty journal, or one with a zeroed header, is not hot`() throws {
    let (database, journal) = cutShort()
    let zeroed = [UInt8](repeating: 0, count: 28) + journal.bytes.dropFirst(28)
    for bytes in [[], zeroed] {
      let reader = try open(database, journal: bytes)
      #expect(reader.sidecar == .none)
      #expect(try Self.rows(reader) == 40)
    }
  }

  @Test func `a journal that names a file is hot while that file exists`() throws {
    var (database, journal) = cutShort()
    journal.superJournal = "/no/such/folder/all.db-mj12345678"
    #expect(try Self.rows(open(database, journal: journal.bytes)) == 40)
    try folder.write([1], to: "all.db-mj12345678")
    #expect(try Self.rows(open(database, journal: journal.bytes)) == 12)
  }

  @Test func `the journal of another state or database is rejected`() throws {
    let (database, journal) = cutShort()
    let path = folder.path("x.db-journal")
    let later = Self.edited(database, at: 24, to: 5)
    #expect(
      throws: SQLiteFileError.sidecarOfAnother(path: path, .changeCounter(older: 1, newer: 5))
    ) { try open(later, journal: journal.bytes) }
    let other = Self.edited(database, at: 68, to: 99)
    #expect(throws: SQLiteFileError.sidecarOfAnother(path: path, .applicationID(7, 99))) {
      try open(other, journal: journal.bytes)
    }
  }
}
