import Bytes
import FeatureData
import Foundation
import Geodatabase
import Geometry
import MapModel
import OrderedJSON
import Records
import SQLiteFile
import TestSupport
import Testing

/// Contents that a geodatabase can't store unchanged.
@Suite struct GeodatabaseContentTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private typealias Row = (objectID: Int64, values: [SQLValue])

  private func written(
    _ table: GeodatabaseTable, _ rows: [Row], isReplica: Bool = true,
    relationships: [GeodatabaseRelationship] = []
  ) throws -> (GeodatabaseReader, GeodatabaseTableAccount, [GeodatabaseNote]) {
    var content = GeodatabaseContent(
      created: 1_777_000_000_000, tables: [table], relationships: relationships)
    if isReplica {
      content.replica = ReplicaTerms(
        name: "R", id: GlobalID(high: 1, low: 2), queryBox: .empty, spatialReference: nil)
    }
    var writer = try GeodatabaseWriter(output: MemoryOutput(), content: content)
    let notes = writer.notes
    try writer.begin(table: 0)
    for row in rows {
      var encoder = RecordEncoder()
      encoder.appendNull()
      for value in row.values { encoder.append(value) }
      var record: [UInt8] = []
      encoder.write(to: &record)
      try writer.append(record.span, objectID: row.objectID)
    }
    let account = try writer.endTable()
    let path = try folder.write(try writer.finish().bytes, to: "made.geodatabase")
    let reader = try GeodatabaseReader(path: path)
    return (reader, account, notes)
  }

  private func table(_ fields: [Field], name: String = "Things") -> GeodatabaseTable {
    GeodatabaseTable(
      name: name, layerID: 3, fields: fields,
      serviceItem: [
        "id": 3, "name": .string(name),
        "fields": .array(
          fields.map { ["name": .string($0.name), "type": .string($0.type.rawValue)] }),
      ])
  }

  private static func misfits(_ account: GeodatabaseTableAccount) -> [String] {
    account.misfits.map { "\($0.objectID) \($0.field ?? "shape") \($0.problem)" }
  }

  private func values(_ reader: GeodatabaseReader) throws -> [[SQLValue]] {
    let dataset = try #require(reader.datasets.first)
    let content = try DatasetContent(reader, dataset)
    let columns = dataset.definition.fields.dropFirst().map { content.values(of: $0.name) }
    return content.objectIDs.indices.map { row in columns.map { $0[row] } }
  }

  @Test func `integers get a column type that holds all of them`() throws {
    let fields = [
      Field(name: "small", type: .smallInteger), Field(name: "wide", type: .smallInteger),
      Field(name: "huge", type: .integer), Field(name: "big", type: .bigInteger),
    ]
    let (reader, account, _) = try written(
      table(fields),
      [
        (1, [32_767, 32_768, 2_147_483_647, 4_503_599_627_370_497]),
        (2, [-32_768, 1, 2_147_483_648, nil]), (3, [.real(5), nil, nil, 9_007_199_254_740_993]),
      ])
    let definition = try #require(reader.datasets.first?.definition)
    #expect(
      definition.fields.dropFirst().map(\.type) == [.smallInteger, .integer, .double, .double])
    #expect(
      try values(reader) == [
        [32_767, 32_768, .real(2_147_483_647), .real(4_503_599_627_370_497)],
        [-32_768, 1, .real(2_147_483_648), nil], [5, nil, nil, .real(9_007_199_254_740_992)],
      ])
    #expect(
      account.notes == [
        .typeChanged(table: "Things", field: "wide", from: .smallInteger, to: .integer),
        .typeChanged(table: "Things", field: "huge", from: .integer, to: .double),
        .typeChanged(table: "Things", field: "big", from: .bigInteger, to: .double),
      ])
    #expect(Self.misfits(account) == ["3 big rounded"])
    let problems = try IntegrityCheck.run(reader.database)
    #expect(problems.isEmpty, "\(problems)")
    #expect(
      reader.serviceItems.last?.info["fields"]?.array?.compactMap { $0["type"]?.string }
        == [
          "esriFieldTypeSmallInteger", "esriFieldTypeInteger", "esriFieldTypeDouble",
          "esriFieldTypeDouble",
        ])
  }

  @Test func `texts are never cut: the column is as long as the longest text`() throws {
    let long = String(repeating: "ö", count: 41)
    let fields = [
      Field(name: "note", type: .string, length: 40), Field(name: "open", type: .string),
    ]
    let (reader, account, _) = try written(
      table(fields), [(1, [.text(String(repeating: "ö", count: 40)), .text(long)])])
    #expect(account.notes.isEmpty)
    #expect(reader.datasets[0].definition.fields.map(\.length) == [nil, 40, 255])
    let (wider, widened, _) = try written(table(fields), [(1, [.text(long), nil])])
    #expect(widened.notes == [.textWidened(table: "Things", field: "note", length: 41)])
    #expect(try values(wider) == [[.text(long), nil]])
  }

  @Test func `dates become Julian days, and other times stay texts`() throws {
    let fields = [
      Field(name: "moment", type: .date), Field(name: "day", type: .dateOnly),
      Field(name: "time", type: .timeOnly), Field(name: "stamp", type: .timestampOffset),
    ]
    let row: [SQLValue] = [
      "2026-05-01T12:30:00.125Z", "2026-05-01", "08:15:00", "2026-05-01T05:30:00-07:00",
    ]
    let (reader, account, _) = try written(
      table(fields), [(1, row), (2, ["no date", nil, nil, nil])])
    #expect(try values(reader) == [row, [nil, nil, nil, nil]])
    #expect(Self.misfits(account) == ["2 moment wrongType"])
    #expect(account.notes.count == 3)
    #expect(
      reader.datasets[0].definition.fields.dropFirst().map(\.type) == [
        .date, .string, .string, .string,
      ])
    #expect(reader.datasets[0].table.columns[1].declaredType == "realdate")
  }

  @Test func `IDs are in braces and upper case, and invalid ones are reported`() throws {
    var table = table([
      Field(name: "GlobalID", type: .globalID), Field(name: "other", type: .guid),
    ])
    table.globalIDField = "GlobalID"
    let (reader, account, _) = try written(
      table,
      [
        (1, ["aaaaaaaa-0000-4000-8000-00000000000a", "AAAAAAAA00004000800000000000000B"]),
        (2, ["{AAAAAAAA-0000-4000-8000-00000000000C}", "none"]),
      ])
    #expect(
      try values(reader) == [
        [
          "{AAAAAAAA-0000-4000-8000-00000000000A}", "{AAAAAAAA-0000-4000-8000-00000000000B}",
        ], ["{AAAAAAAA-0000-4000-8000-00000000000C}", nil],
      ])
    #expect(Self.misfits(account) == ["2 other wrongType"])
    #expect(throws: GeodatabaseError.noGlobalID(table: "Things", objectID: 7)) {
      _ = try written(table, [(7, [nil, nil])])
    }
    let twin: Row = (9, ["{AAAAAAAA-0000-4000-8000-00000000000C}", nil])
    let (_, twins, _) = try written(table, [(8, twin.values), twin])
    #expect(twins.notes == [.duplicateGlobalID(table: "Things", first: 8, second: 9)])
  }

  @Test func `a required field with null values is made nullable`() throws {
    let fields = [Field(name: "must", type: .integer, isNullable: false)]
    let (strict, _, _) = try written(table(fields), [(1, [4])])
    #expect(strict.datasets[0].table.columns[1].isNotNull)
    let (reader, account, _) = try written(table(fields), [(1, [nil])])
    #expect(account.notes == [.emptyValues(table: "Things", field: "must")])
    #expect(!reader.datasets[0].table.columns[1].isNotNull)
  }

  @Test(arguments: [
    ("select", "select_"), ("2026 trees", "T_2026_trees"), ("a\"; DROP TABLE b; --", nil),
    ("GDB_Items", "T_GDB_Items"), ("st_things", "T_st_things"), ("Bäume", "Bäume"), ("", "T_"),
    ("sqlite_master", "T_sqlite_master"), ("naïve 'quote'", "naïve__quote_"),
    (String(repeating: "long name ", count: 40), nil),
  ])
  func `names of tables are valid SQL names`(name: String, expected: String?) throws {
    let (reader, _, notes) = try written(
      table([Field(name: "x", type: .integer)], name: name), [(1, [1])])
    let made = try #require(reader.datasets.first?.name)
    if let expected { #expect(made == expected) }
    #expect(made.utf8.count <= 110 && !made.contains { " '\";-".contains($0) })
    #expect(made == name ? notes.isEmpty : notes == [.tableRenamed(from: name, to: made)])
    #expect(try values(reader) == [[1]])
  }

  @Test func `fields can have any name, which is quoted if necessary`() async throws {
    let names = ["order", "two words", "a\"b", "x'y", "Straße", "1st", "semi;colon", "]"]
    let (reader, _, _) = try written(
      table(names.map { Field(name: $0, type: .integer) }),
      [(1, names.indices.map { .integer(Int64($0)) })])
    let dataset = try #require(reader.datasets.first)
    #expect(dataset.definition.fields.dropFirst().map(\.name) == names)
    #expect(try values(reader) == [names.indices.map { .integer(Int64($0)) }])
    let problems = try IntegrityCheck.run(reader.database)
    #expect(problems.isEmpty, "\(problems)")
    try Need.python3.orCancel()
    let python = try #require(Tool.python3)
    let judge = Fixture.repository + "/Tests/Judges/geodatabase_edits.py"
    let answer = try await python.run([judge, reader.database.region.path])
    let verdict = try JSONParser.parse(answer.output)
    #expect(verdict["before"]?.array == ["ok"], "\(answer.errorText)")
  }

  @Test func `reserved and duplicate field names are refused`() throws {
    for names in [["gdb_to_date"], ["a", "A"], ["objectid"], [""]] {
      let table = table(names.map { Field(name: $0, type: .integer) })
      #expect(throws: GeodatabaseError.badFieldName(table: "Things", field: names.last ?? "")) {
        _ = try written(table, [])
      }
    }
  }

  @Test func `object IDs have 32 bits and are unique`() throws {
    let table = table([Field(name: "x", type: .integer)])
    #expect(throws: GeodatabaseError.objectIDTooLarge(table: "Things", objectID: 1 << 31)) {
      _ = try written(table, [(1 << 31, [1])])
    }
    #expect(throws: GeodatabaseError.objectIDTwice(table: "Things", objectID: 4)) {
      _ = try written(table, [(4, [1]), (3, [1]), (4, [1])])
    }
    let (reader, _, _) = try written(table, [(4, [40]), (3, [30])])
    #expect(try values(reader) == [[30], [40]])
  }

  @Test func `relationships that can't be written are reported`() throws {
    let fields = [Field(name: "key", type: .string)]
    func relationship(_ name: String, key: String, kind: Relationship.Cardinality)
      -> GeodatabaseRelationship
    {
      GeodatabaseRelationship(
        name: name, origin: "Things", destination: "Things", originKey: "OBJECTID",
        destinationKey: key, cardinality: kind)
    }
    let (reader, _, notes) = try written(
      table(fields), [(1, ["a"])],
      relationships: [
        relationship("self", key: "key", kind: .oneToMany),
        relationship("pairs", key: "key", kind: .manyToMany),
        relationship("nowhere", key: "missing", kind: .oneToOne),
      ])
    #expect(notes == [.relationshipLeftOut(name: "pairs"), .relationshipLeftOut(name: "nowhere")])
    #expect(reader.relationshipClasses.map(\.originForeignKey) == ["key"])
  }
}
