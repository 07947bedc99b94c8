import GeoPackage
import Records
import SQLiteFile
import TestSupport
import Testing

/// Constraints that SQLite would enforce are reported before anything is written.
@Suite(.needs(.python3))
struct ConstraintCheckTests {
  let store: OfficeStore

  init() async throws {
    store = try OfficeStore()
    try await store.build(encoding: "UTF-8", page: 1_024, rows: 200)
  }

  private func findings(
    _ edits: [String: TableEdits]
  ) async throws -> ConstraintCheck.Findings {
    try ConstraintCheck(try GeoPackageReader(path: store.folder.path("office.gpkg")))
      .findings(of: edits)
  }

  /// A value of an edit, with its SQL text.
  private struct Value {
    var value: SQLValue
    var sql: String

    init(_ value: SQLValue) {
      self.value = value
      switch value {
      case .null: sql = "NULL"
      case .integer(let integer): sql = "\(integer)"
      case .real(let real): sql = "\(real)"
      case .text(let text): sql = "'\(text)'"
      case .blob(let bytes): sql = "x'\(OfficeStore.hex(bytes))'"
      }
    }
  }

  /// Possible values by column: name, depth, code, owner, grade.
  private static let pools: [[SQLValue]] = [
    [
      "birch 1", "BIRCH 1", "Cedar 2", "new", "", nil, .text(String(repeating: "é", count: 60)),
      "é\u{1F600}",
    ],
    [.real(1.25), .real(2.5), 0, .real(-0.5), 9_000, nil, "deep", .real(8_999.5)],
    ["c1", "C1", "c2", "c150", nil, "new"], [10, 20, 30, 60, nil],
    [7, nil, 3],
  ]

  @Test(arguments: 0..<4)
  func `edits are rejected as SQLite rejects them`(_ seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var statements: [String] = []
    var kinds: [Set<String>] = []
    for _ in 0..<60 {
      let values = Self.pools.map { pool in
        Value(pool[Int.random(in: 0..<pool.count, using: &generator)])
      }
      let record = OfficeStore.record([
        nil, nil, values[0].value, values[1].value, values[2].value, nil, values[3].value, "n",
        values[4].value,
      ])
      let rowid = Int64([1, 2, 3, 150].randomElement(using: &generator) ?? 1)
      let columns = ["name", "depth", "code", "owner", "grade", "note", "geom"]
      let texts = values.map(\.sql) + ["'n'", "NULL"]
      var edits = TableEdits()
      if Bool.random(using: &generator) {
        edits.replaced = [(rowid, record)]
        let set = zip(columns, texts).map { "\($0) = \($1)" }.joined(separator: ", ")
        statements.append("UPDATE wells SET \(set) WHERE fid = \(rowid)")
      } else {
        let id = [nil, 1, 11, 500].randomElement(using: &generator).flatMap(\.self)
        edits.added = [(id.map(Int64.init), record)]
        statements.append(
          "INSERT INTO wells (fid, \(columns.joined(separator: ", "))) VALUES "
            + "(\(id.map { "\($0)" } ?? "NULL"), \(texts.joined(separator: ", ")))")
      }
      let found = try await findings(["wells": edits])
      #expect(found.unchecked.isEmpty)
      kinds.append(Set(found.violations.map { Self.words($0.kind) }))
    }
    let verdicts = try await store.attempt(statements)
    try #require(verdicts.count == statements.count)
    for (index, verdict) in verdicts.enumerated() {
      let agrees = verdict == "ok" ? kinds[index].isEmpty : kinds[index].contains(verdict)
      #expect(agrees, "\(statements[index]): \(verdict), and not \(kinds[index])")
    }
    #expect(Set(verdicts).isSuperset(of: ["ok", "UNIQUE", "CHECK", "NOT NULL"]))
  }

  private static func words(_ kind: ConstraintViolation.Kind) -> String {
    switch kind {
    case .unique: "UNIQUE"
    case .check: "CHECK"
    case .notNull: "NOT NULL"
    case .foreignKey: "FOREIGN KEY"
    }
  }

  private static func well(_ name: SQLValue, _ depth: SQLValue, code: SQLValue, owner: SQLValue)
    -> [UInt8]
  {
    OfficeStore.record([nil, nil, name, depth, code, nil, owner, "n", 7])
  }

  @Test func `a key that another row has is reported with that row`() async throws {
    let found = try await findings([
      "Wells": TableEdits(
        replaced: [(1, Self.well("a", 1, code: "c2", owner: nil))],
        added: [
          (nil, Self.well("b", 2, code: "c5", owner: nil)),
          (nil, Self.well("c", 3, code: "twice", owner: nil)),
          (nil, Self.well("d", 4, code: "twice", owner: nil)),
          (7, Self.well("e", 5, code: nil, owner: nil)),
        ])
    ])
    let reported = found.violations.map {
      "\($0.text) \($0.columns) \($0.row) \($0.other.map { "\($0)" } ?? "")"
    }
    let byCode = [
      "added(index: 2) added(index: 1)", "stored(rowid: 1) stored(rowid: 2)",
      "added(index: 0) stored(rowid: 5)",
    ]
    #expect(
      reported.sorted()
        == ([" [\"fid\"] added(index: 3) stored(rowid: 7)"]
        + ["sqlite_autoindex_wells_1", "by code"].flatMap { index in
          byCode.map { "\(index) [\"code\"] \($0)" }
        }).sorted())
    #expect(found.violations.allSatisfy { $0.kind == .unique && $0.table == "Wells" })
  }

  @Test func `a key can move from one row to another`() async throws {
    let found = try await findings([
      "wells": TableEdits(
        replaced: [
          (1, Self.well("birch 1", .real(1.25), code: "c2", owner: 20)),
          (2, Self.well("Cedar 2", .real(2.5), code: "c1", owner: 30)),
        ], deleted: [5], added: [(nil, Self.well("b", 2, code: "c5", owner: nil))])
    ])
    #expect(found == ConstraintCheck.Findings())
  }

  @Test func `children without a parent and deleted parents with children are reported`()
    async throws
  {
    let owner = OfficeStore.record([nil, "the new one", 1])
    let found = try await findings([
      "owners": TableEdits(deleted: [10, 20], added: [(70, owner), (20, owner)]),
      "wells": TableEdits(added: [
        (nil, Self.well("a", 1, code: nil, owner: 70)),
        (nil, Self.well("b", 1, code: nil, owner: 10)),
      ]),
    ])
    let keys = found.violations.filter { $0.kind == .foreignKey }
    #expect(keys.filter { $0.table == "wells" }.map(\.row) == [.added(index: 1)])
    let left = keys.filter { $0.table == "owners" }
    #expect(Set(left.map(\.row)) == [.stored(rowid: 10)])
    #expect(left.allSatisfy { $0.otherTable == "wells" && $0.columns == ["owner"] })
    #expect(left.contains { $0.other == .stored(rowid: 5) })
    #expect(left.count > 20)
    // Both new owners have the same name.
    #expect(found.violations.filter { $0.kind == .unique }.map(\.row) == [.added(index: 1)])
  }

  @Test func `an unsupported condition is reported as unchecked`() async throws {
    var edits = TableEdits()
    edits.added = [(nil, OfficeStore.record([nil, "x", 1]))]
    _ = try await store.edit([
      "CREATE TABLE printed (id INTEGER PRIMARY KEY, b TEXT CHECK (printf('%s', b) > 'a'))"
    ])
    let check = ConstraintCheck(try GeoPackageReader(path: store.folder.path("edited.gpkg")))
    let printed = try check.findings(of: ["printed": edits])
    #expect(printed.violations.isEmpty)
    #expect(
      printed.unchecked == [.init(table: "printed", kind: .check, text: "printf('%s', b) > 'a'")])
  }
}
