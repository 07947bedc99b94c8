import FeatureData
import GeoPackage
import Merging
import TestSupport
import Testing

/// Random edits of a table, and the changes that a diff must find.
private struct RandomEdits {
  private var generator: SeededGenerator
  private(set) var base: [Row] = []
  private(set) var returned: [Row] = []
  private(set) var expected: [String] = []

  struct Row {
    var rowid: Int64
    var id: Int
    var values: [FieldValue]
  }

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    var rowid: Int64 = 0
    for id in 1...generator.integer(in: 1...60) {
      rowid += Int64(generator.integer(in: 1...3))
      base.append(Row(rowid: rowid, id: id, values: values()))
    }
    var next = rowid
    for row in base { edit(row, &next) }
    for id in 61..<61 + generator.integer(in: 0...9) {
      next += Int64(generator.integer(in: 1...2))
      returned.append(Row(rowid: next, id: id, values: values()))
      expected.append("+ \(id)")
    }
  }

  private mutating func values() -> [FieldValue] {
    let name: FieldValue = generator.integer(in: 0...3) == 0 ? nil : .text(generator.bytes(3))
    let height: FieldValue = .integer(Int64(generator.integer(in: -2...300)))
    let seen: FieldValue =
      generator.integer(in: 0...1) == 0
      ? nil : FieldValue(text: "2024-02-0\(generator.integer(in: 1...9))T10:00:00.000Z")
    return [name, height, seen]
  }

  private mutating func edit(_ row: Row, _ next: inout Int64) {
    var row = row
    switch generator.integer(in: 0...9) {
    case 0:
      expected.append("- \(row.id)")
      return
    case 1, 2:
      let field = generator.integer(in: 0...2)
      let value = values()[field]
      if value != row.values[field] {
        row.values[field] = value
        expected.append("~ \(row.id)")
      }
    case 3:
      // Cut and paste.
      next += 1
      row.rowid = next
    case 4:
      // Write in another form.
      if case .integer(let number) = row.values[1] { row.values[1] = .real(Double(number)) }
    default: break
    }
    returned.append(row)
  }

  static func store(_ rows: [Row]) -> SampleStore {
    SampleStore(tables: [
      SampleStore.trees(
        rows.map { ($0.rowid, .id($0.id), $0.values[0], $0.values[1], $0.values[2]) })
    ])
  }
}

/// Serialized because each test keeps its stores open.
@Suite struct PackageDiffPropertyTests {
  @Test func `exactly the random edits are found`() async throws {
    let folder = try TemporaryFolder()
    for seed in UInt64(0)..<(Fuzz.seconds == nil ? 60 : 2_000) {
      let edits = RandomEdits(seed: seed)
      let base = try RandomEdits.store(edits.base).write(to: folder, "base\(seed).gpkg")
      let returned = try RandomEdits.store(edits.returned).write(to: folder, "back\(seed).gpkg")
      let schema = try MergeSchema(reading: base, map: nil)
      let diff = try await PackageDiff(
        base: base, returned: returned, schema: schema, packageID: "p", packageIndex: 0)
      let found = diff.tables[0].rows.map { change in
        let sign = [.insert: "+", .update: "~", .delete: "-"][change.action] ?? "?"
        return "\(sign) \(change.id.low & 0xFF)"
      }
      #expect(found.sorted() == edits.expected.sorted(), "seed \(seed)")
      #expect(diff.issues.isEmpty, "seed \(seed)")
      // In the other direction, each change is inverted.
      let back = try await PackageDiff(
        base: returned, returned: base, schema: schema, packageID: "p", packageIndex: 0)
      #expect(
        back.tables[0].rows.map(\.id) == diff.tables[0].rows.map(\.id), "seed \(seed)")
    }
  }
}
