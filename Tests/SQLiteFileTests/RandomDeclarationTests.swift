import Foundation
import Records
import SQLiteFile
import TestSupport
import Testing

/// Random declarations, parsed by libsqlite3 and by Fieldpack.
@Suite(.needs(.python3))
struct RandomDeclarationTests {
  /// A line of the script's output.
  struct Judged: Decodable {
    struct Column: Decodable {
      var name: String
      var type: String
      var isNotNull: Bool
      var key: Int
      var hidden: Int
      var collation: String
      var affinity: String
      var `default`: String?
    }
    struct Term: Decodable {
      var column: Int
      var descends: Bool
      var collation: String
    }
    struct Index: Decodable {
      var name: String
      var isUnique: Bool
      var origin: String
      var isPartial: Bool
      var terms: [Term]
    }
    var refused: String?
    var columns: [Column]?
    var indexes: [Index]?
    var isWithoutRowid: Bool?
    var isStrict: Bool?
    /// Whether the table has AUTOINCREMENT; nil if that is unknown.
    var isCounted: Bool?
  }

  @Test func `damaged declarations are rejected or read`() throws {
    let folder = try TemporaryFolder()
    var generator = SeededGenerator(seed: 2_027)
    let declarations = (0..<100).map { RandomDeclaration(number: $0, &generator) }
    let sound = declarations.map { Array($0.create.utf8) }
    let indexes = declarations.flatMap { $0.indexes.map { Array($0.utf8) } }
    try Fuzz.run(iterations: 600) { seed in
      var mutator = Mutator(seed: seed)
      let number = Int(seed % 100)
      let text = String(decoding: mutator.mutated(sound[number], others: sound), as: UTF8.self)
      let name = declarations[number].table
      var database = DatabaseWriter()
      try database.add(.init(name: name, sql: text, rows: []))
      var output = MemoryOutput()
      try database.finish(into: &output, applicationID: 0, userVersion: 0)
      let path = try folder.write(output.bytes, to: "x.db")
      guard let reader = try? DatabaseReader(path: path) else { return }
      _ = try? IntegrityCheck.run(reader)
      guard let table = try? reader.table(named: name) else { return }
      #expect(!table.columns.isEmpty, "seed \(seed)")
      _ = TableClauses(text, of: table)
      let index = mutator.mutated(indexes[number % indexes.count], others: indexes)
      _ = IndexClauses(
        SchemaObject(
          kind: .index, name: "i", tableName: name, rootPage: 3,
          sql: String(decoding: index, as: UTF8.self)), of: table)
    }
  }

  @Test func `random declarations are parsed as libsqlite3 parses them`() async throws {
    let folder = try TemporaryFolder()
    var generator = SeededGenerator(seed: 2_026)
    let count = DatabaseWriterTests.isExhaustive ? 6_000 : 800
    let declarations = (0..<count).map { RandomDeclaration(number: $0, &generator) }
    let encoder = JSONEncoder()
    let lines = try declarations.flatMap { try encoder.encode($0) + [10] }
    let judge = Fixture.repository + "/Tests/Judges/sqlite_declarations.py"
    let answer = try await #require(Tool.python3).run([judge, folder.path], stdin: lines)
    #expect(answer.errorText == "")
    let judged = try answer.lines.map { try JSONDecoder().decode(Judged.self, from: Data($0.utf8)) }
    try #require(judged.count == count)
    let taken = zip(declarations, judged).filter { $1.refused == nil }
    #expect(taken.count > count / 2)
    for (file, declarations) in Dictionary(grouping: taken, by: \.0.file) {
      let reader = try DatabaseReader(path: folder.path(file))
      for (declaration, expected) in declarations {
        Self.compare(declaration, with: expected, in: reader)
      }
      // Checks the grammar, the indexes of keys, and the order of rows.
      let problems = try IntegrityCheck.run(reader).map { problem in
        let number = "\(problem)".prefix { $0 != ":" && $0 != "_" }.dropFirst()
        let declaration = declarations.first { $0.0.table == "t" + number }?.0
        return "\(problem) \(declaration?.create ?? "") \(declaration?.indexes ?? [])"
      }
      #expect(problems == [])
    }
  }

  private static func compare(
    _ declaration: RandomDeclaration, with expected: Judged, in reader: DatabaseReader
  ) {
    guard let table = try? reader.table(named: declaration.table) else {
      Issue.record("cannot be read: \(declaration.create)")
      return
    }
    let found = described(table, isCountKnown: expected.isCounted != nil)
    let asked = described(expected)
    #expect(found == asked, "\(declaration.create)")
    let indexes = StoredIndex.all(of: table, in: reader.schema).map(described).sorted()
    let askedIndexes = describedIndexes(expected)
    #expect(indexes == askedIndexes, "\(declaration.create) \(declaration.indexes)")
  }

  // MARK: Declarations as parsed here

  private static func described(_ table: StoredTable, isCountKnown: Bool) -> [String] {
    table.columns.map(described) + [
      "row id \(table.rowidColumn.map { table.columns[$0].name } ?? "none")",
      "strict \(table.isStrict) without \(table.isWithoutRowid)",
      "counted \(isCountKnown ? table.isAutoincrement : false)",
    ] + table.uniques.map { "key " + described($0) }
      + (table.rowidColumn == nil ? ["primary " + described(table.primaryKeyTerms)] : [])
  }

  private static func described(_ column: StoredColumn) -> String {
    let affinity =
      switch column.affinity {
      case .integer: "INT"
      case .text: "TEXT"
      case .blob: ""
      case .real: "REAL"
      case .numeric: "NUM"
      }
    let hidden =
      switch column.generated {
      case .no: 0
      case .virtual: 2
      case .stored: 3
      }
    let value = column.computedDefault == nil ? described(column.defaultValue) : "computed"
    return "\(column.name)|\(column.declaredType.lowercased())|\(column.isNotNull)|\(hidden)|"
      + "\(column.collation ?? "binary")|\(affinity)|\(value)"
  }

  private static func described(_ value: SQLValue) -> String {
    switch value {
    case .null: "N"
    case .integer(let value): "I\(value)"
    case .real(let value):
      "R" + String(repeating: "0", count: min(15, value.bitPattern.leadingZeroBitCount / 4))
        + String(value.bitPattern, radix: 16)
    case .text(let text): "T" + text
    case .blob(let bytes): "B" + String(decoding: OddFilesTests.hex(bytes), as: UTF8.self)
    }
  }

  private static func described(_ terms: [StoredIndex.Term]) -> String {
    terms.map {
      "\($0.column ?? -2) \($0.isDescending ? "desc" : "asc") \($0.collation ?? "binary")"
    }.joined(separator: ", ")
  }

  private static func described(_ index: StoredIndex) -> String {
    "\(index.name) \(index.isUnique) \(index.isPartial) (\(described(index.columns)))"
  }

  // MARK: Declarations as parsed by libsqlite3

  private static func described(_ judged: Judged) -> [String] {
    let columns = judged.columns ?? []
    let own = (judged.indexes ?? []).filter { $0.origin != "c" }
      .sorted { number($0.name) < number($1.name) }
    let primary = own.first { $0.origin == "pk" }
    let isRowid = primary == nil && judged.isWithoutRowid == false
    let rowid = isRowid ? columns.first { $0.key > 0 }?.name : nil
    return columns.map(described) + [
      "row id \(rowid ?? "none")",
      "strict \(judged.isStrict ?? false) without \(judged.isWithoutRowid ?? false)",
      "counted \(judged.isCounted ?? false)",
    ] + own.map { "key " + described($0.terms) }
      + (rowid == nil ? ["primary " + described(primary?.terms ?? [])] : [])
  }

  /// The number of an autoindex.
  private static func number(_ name: String) -> Int {
    name.split(separator: "_").last.flatMap { Int($0) } ?? 0
  }

  private static func described(_ column: Judged.Column) -> String {
    "\(column.name)|\(column.type.lowercased())|\(column.isNotNull)|\(column.hidden)|"
      + "\(column.collation)|\(column.affinity)|\(column.default ?? "computed")"
  }

  private static func described(_ terms: [Judged.Term]) -> String {
    terms.map { "\($0.column) \($0.descends ? "desc" : "asc") \($0.collation)" }
      .joined(separator: ", ")
  }

  /// The key of a WITHOUT ROWID table is the table itself and has no schema row.
  private static func describedIndexes(_ judged: Judged) -> [String] {
    (judged.indexes ?? []).filter { $0.origin != "pk" || judged.isWithoutRowid == false }.map {
      "\($0.name) \($0.isUnique) \($0.isPartial) (\(described($0.terms)))"
    }.sorted()
  }
}
