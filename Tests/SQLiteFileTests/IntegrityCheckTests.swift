import Bytes
import Records
import SQLiteFile
import TestSupport
import Testing

struct IntegrityCheckTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func problems(_ bytes: [UInt8]) throws -> [IntegrityProblem] {
    try IntegrityCheck.run(try DatabaseReader(path: try folder.write(bytes, to: "x.db")))
  }

  static let sample = WrittenDatabase(
    rows: 400, pageSize: 512, keyLength: 40, blobLength: 60, hasRTree: true, furtherTables: 4)

  @Test func `a check reports its progress, at most twice the file size`() throws {
    let bytes = try WrittenDatabase(rows: 2_000, blobLength: 900).bytes()
    var reported: [Int] = []
    let reader = try DatabaseReader(path: try folder.write(bytes, to: "x.db"))
    #expect(try IntegrityCheck.run(reader) { reported.append($0) } == [])
    #expect(reported.sorted() == reported)
    #expect((reported.last ?? 0) > bytes.count)
    #expect((reported.last ?? .max) <= 2 * bytes.count)
  }

  @Test(arguments: [0, 1, 40, 900], [512, 4_096])
  func `written databases are sound`(_ rows: Int, _ pageSize: Int) throws {
    let database = WrittenDatabase(
      rows: rows, pageSize: pageSize, keyLength: 30, blobLength: 700, hasRTree: true,
      furtherTables: 3)
    #expect(try problems(try database.bytes()) == [])
  }

  @Test(.needs(.python3, .sqlite3, .sharedData("sqlite/make_odd.py")))
  func `unusual files are found sound or broken as by SQLite`() async throws {
    let made = try await OddFilesTests.made.value
    for expected in made.expected
    where expected.open == "ok" && !OddFilesTests.foreign.contains(expected.file) {
      let reader: DatabaseReader
      do {
        reader = try DatabaseReader(path: made.folder.path(expected.file))
      } catch {
        #expect(expected.integrity != "ok", "\(expected.file): \(error)")
        continue
      }
      let problems = try IntegrityCheck.run(reader)
      #expect(
        problems.isEmpty == (expected.integrity == "ok"),
        "\(expected.file): \(problems), SQLite says \(expected.integrity ?? "")")
    }
  }

  @Test func `an index entry that differs from its row is reported`() throws {
    var bytes = try Self.sample.bytes()
    // The key of row 7 occurs once in the table and once in the index, which comes later.
    let key = Array(Self.sample.key(7).utf8)
    let last = try #require(
      bytes.indices.last { bytes[$0...].starts(with: key) })
    bytes[last + 20] = UInt8(ascii: "x")
    let found = try problems(bytes)
    #expect(
      found.contains { problem in
        if case .indexDiffers("sqlite_autoindex_t_1", 400, 400) = problem { true } else { false }
      }, "\(found)")
  }

  /// A row id of 1 is no byte in the record, only the type 9. NULL is the type 0.
  @Test(.needs(.sqlite3)) func `an index entry whose row id is NULL is reported`() async throws {
    let names = (10..<70).map { "key\($0)" }
    let sql = names.map {
      "CREATE TABLE \($0)(a TEXT UNIQUE); INSERT INTO \($0) VALUES('\($0)');"
    }.joined()
    let path = folder.path("keys.db")
    try #require(
      try await #require(Tool.sqlite3).run([path], stdin: Array(sql.utf8)).errorText == "")
    let bytes = try folder.read("keys.db")
    #expect(try problems(bytes) == [])
    for name in names {
      var damaged = bytes
      let header: [UInt8] = [3, 0x17, 9]
      let entry = try #require(bytes.firstRange(of: header + Array(name.utf8)))
      damaged[entry.lowerBound + 2] = 0
      #expect(try problems(damaged) != [], "\(name)")
    }
  }

  @Test func `an unused page is reported`() throws {
    var bytes = try Self.sample.bytes()
    let pages = UInt32(bytes.count / 512)
    bytes.append(contentsOf: [UInt8](repeating: 0, count: 512))
    bytes.store(bigEndian: pages + 1, at: 28)
    #expect(try problems(bytes) == [.pagesUnused(first: pages + 1, count: 1)])
  }

  @Test func `an R-tree box that is too small is reported`() throws {
    var bytes = try WrittenDatabase(rows: 20, keyLength: 8, hasRTree: true).bytes()
    let reader = try DatabaseReader(path: try folder.write(bytes, to: "x.db"))
    let node = try #require(reader.object(.table, named: "r_node"))
    // The max x of a leaf cell (its third number) becomes less than its min x.
    let page = (Int(node.rootPage) - 1) * 4_096
    let cell = page + Int(bytes.span.bigEndianUInt16(at: page + 8))
    // Cell: two varints, record header of three or four bytes, node header of four.
    let payload = cell + 3 + 4
    bytes.store(bigEndian: Float(-1e6).bitPattern, at: payload + 4 + 8 + 4)
    let found = try problems(bytes)
    #expect(found == [.rtreeBroken(table: "r", node: 1, .boxInverted)], "\(found)")
  }

  @Test(.needs(.sqlite3))
  func `damage that SQLite's own check finds is found`() async throws {
    var generator = SeededGenerator(seed: 5)
    let source = try WrittenDatabase(
      rows: 60, pageSize: 512, keyLength: 30, blobLength: 300, furtherTables: 2
    ).bytes()
    var judge = try SQLiteJudge()
    var ours: [Bool] = []
    var edits: [String] = []
    for _ in 0..<120 {
      var bytes = source
      let at = generator.integer(in: 512...bytes.count - 1)
      bytes[at] ^= UInt8(generator.integer(in: 1...255))
      edits.append("byte \(at) is \(bytes[at])")
      let reader = try DatabaseReader(path: try folder.write(bytes, to: "x.db"))
      ours.append(try IntegrityCheck.run(reader).isEmpty)
      try judge.ask(bytes, ["PRAGMA integrity_check"])
    }
    for (index, answer) in try await judge.answers(despiteErrors: true).enumerated()
    where index < ours.count {
      // Everything that SQLite finds must be found; this check covers more. An empty answer means
      // that SQLite's parser rejected the damaged text of a table.
      if answer != "ok|", answer != "" { #expect(!ours[index], "\(edits[index]): \(answer)") }
    }
  }
}
