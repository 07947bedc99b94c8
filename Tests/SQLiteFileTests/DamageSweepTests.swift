import Bytes
import Foundation
import Records
import SQLiteFile
import TestSupport
import Testing

/// Small databases with every byte changed, and cut at every relevant offset. Each gives a specific
/// error, problems or rows. A damaged log never gives a state that did not exist.
struct DamageSweepTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Tests every byte, or every 37th to save time.
  static let step = DatabaseWriterTests.isExhaustive ? 1 : 37

  /// The result for a file: an error, or the rows of table t and whether the check found nothing.
  enum Outcome: Equatable {
    case error
    case rows(String, isSound: Bool)
  }

  /// Reads a file and its sidecars.
  ///
  /// - Throws: errors that are not this module's.
  func outcome(
    _ database: [UInt8], wal: [UInt8]? = nil, journal: [UInt8]? = nil
  ) throws -> Outcome {
    func region(_ bytes: [UInt8]?, _ name: String) throws -> FileRegion? {
      guard let bytes else { return nil }
      return FileRegion(try InputFile(path: try folder.write(bytes, to: name)))
    }
    guard let main = try region(database, "x.db") else { return .error }
    do {
      let reader = try DatabaseReader(
        region: main, wal: try region(wal, "x.db-wal"), journal: try region(journal, "x.db-journal")
      )
      let problems = try IntegrityCheck.run(reader)
      for name in reader.tableNames { _ = try? Self.hash(name, reader) }
      return .rows(try Self.hash("t", reader), isSound: problems.isEmpty)
    } catch is SQLiteFileError {
      return .error
    }
  }

  static func hash(_ name: String, _ reader: DatabaseReader) throws -> String {
    let found = try OddFilesTests.hash(try reader.table(named: name), in: reader)
    return "\(found.0) \(found.1)"
  }

  static func flips(_ bytes: [UInt8], _ body: (_ at: Int, _ flipped: [UInt8]) throws -> Void)
    rethrows
  {
    var flipped = bytes
    for at in stride(from: 0, to: bytes.count, by: step) {
      for mask: UInt8 in step == 1 ? [0x01, 0x80, 0xff] : [0xff] {
        flipped[at] ^= mask
        try body(at, flipped)
        flipped[at] = bytes[at]
      }
    }
  }

  @Test func `a database with any byte changed is rejected, reported as damaged, or read`() throws {
    let database = try WrittenDatabase(
      rows: 20, pageSize: 512, blobLength: 200, hasRTree: true, furtherTables: 2
    ).bytes()
    #expect(try outcome(database) != .error)
    try Self.flips(database) { _, flipped in _ = try outcome(flipped) }
  }

  @Test func `a database cut at any page is rejected`() throws {
    let database = SidecarTests.states[1]
    for end in stride(from: 0, to: database.count, by: 512) {
      #expect(try outcome(Array(database.prefix(end))) == .error)
      #expect(try outcome(Array(database.prefix(end + 100))) == .error)
    }
  }

  @Test func `a damaged log gives a state that was once committed`() throws {
    var log = MadeLog()
    log.commit(SidecarTests.states[1])
    log.commit(SidecarTests.states[2])
    log.append(SidecarTests.states[1])
    let bytes = log.bytes
    let main = SidecarTests.states[0]
    let states = try SidecarTests.states.map { try outcome($0) }
    let last = states[2]
    #expect(try outcome(main, wal: bytes) == last)
    try Self.flips(bytes) { at, flipped in
      let found = try outcome(main, wal: flipped)
      #expect(found == .error || states.contains(found), "byte \(at)")
    }
    for end in stride(from: 0, to: bytes.count, by: Self.step == 1 ? 8 : 536) {
      let found = try outcome(main, wal: Array(bytes.prefix(end)))
      #expect(states.contains(found), "cut at \(end)")
    }
  }

  @Test func `a damaged journal gives an error, problems or rows`() throws {
    let pages = UInt32(SidecarTests.states[0].count / 512)
    let journal = MadeJournal(
      database: SidecarTests.states[0], segments: [[1, 2, 3], (4...pages).map(\.self)]
    ).bytes
    let database = SidecarTests.edited(SidecarTests.states[1], at: 24, to: 2)
    let before = try outcome(SidecarTests.states[0])
    #expect(try outcome(database, journal: journal) == before)
    try Self.flips(journal) { _, flipped in _ = try outcome(database, journal: flipped) }
    for end in stride(from: 0, to: journal.count, by: 64 * Self.step) {
      _ = try outcome(database, journal: Array(journal.prefix(end)))
    }
  }

  @Test func `random damage to database, log and journal gives rows or errors`() throws {
    let states = SidecarTests.states
    let sound = try WrittenDatabase(rows: 30, pageSize: 512, hasRTree: true).bytes()
    try Fuzz.run(iterations: 60) { seed in
      var mutator = Mutator(seed: seed)
      switch seed % 4 {
      case 0:
        // Damage the content but keep the checksums valid.
        var log = MadeLog()
        log.commit(states[1])
        for _ in 0..<mutator.generator.integer(in: 1...3) {
          let index = mutator.generator.integer(in: 0...log.frames.count - 1)
          let bytes = mutator.mutated(Array(log.frames[index].bytes), others: states)
          let padded = bytes + [UInt8](repeating: 0, count: 512)
          log.frames[index].bytes = padded[0..<512]
          log.frames[index].page &+= UInt32(seed / 4 % 3)
        }
        _ = try outcome(states[0], wal: log.bytes)
      case 1:
        var log = MadeLog()
        log.commit(states[1])
        log.commit(states[2])
        _ = try outcome(states[0], wal: mutator.mutated(log.bytes, others: states))
      case 2:
        let journal = MadeJournal(database: states[0], segments: [[1, 2], [3, 4]])
        let damaged = mutator.mutated(journal.bytes, others: states)
        _ = try outcome(SidecarTests.edited(states[1], at: 24, to: 2), journal: damaged)
      default:
        _ = try outcome(mutator.mutated(sound, others: states))
      }
    }
  }
}
