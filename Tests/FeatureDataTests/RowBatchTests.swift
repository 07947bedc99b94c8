import Bytes
import FeatureData
import Geometry
import MapModel
import OrderedJSON
import Records
import TestSupport
import Testing

/// Rows in a batch: keeping and counting.
@Suite struct RowBatchTests {
  /// Rows of a layer with a key, an integer and a point at (n, n).
  private func batch(_ count: Int) throws -> (batch: RowBatch, schema: TableSchema) {
    let features = (0..<count).map { row in
      "{\"properties\":{\"key\":\"k\(row % 3)\",\"n\":\(row)},\"geometry\":"
        + (row % 7 == 6 ? "null" : "{\"type\":\"Point\",\"coordinates\":[\(row),\(row)]}") + "}"
    }
    let source = JSONFeatureSource.json([
      Array("{\"features\":[\(features.joined(separator: ","))]}".utf8)
    ])
    let table = try ReadTable(source)
    var stripes = try source.makeStripes()
    let stripe = try #require(try stripes.next())
    var builder = RowBuilder(schema: table.schema)
    let batch = try source.rows(
      of: stripe, declaration: table.declaration, builder: &builder)
    return (batch, table.schema)
  }

  private func records(_ batch: RowBatch) -> [[UInt8]] {
    (0..<batch.count).map { Array(batch.bytes[batch.range(of: $0)]) }
  }

  // MARK: Keeping

  @Test(arguments: 0..<60)
  func `marked rows are kept without gaps`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let count = generator.integer(in: 0...30)
    var batch = try count == 0 ? RowBatch() : batch(count).batch
    if generator.integer(in: 0...1) == 1 { batch.rowids = (0..<count).map { Int64($0) * 5 } }
    let density = generator.integer(in: 0...4)
    let marks = (0..<count).map { _ in generator.integer(in: 0...4) <= density }
    let before = batch
    batch.keep(marks)
    let kept = marks.indices.filter { marks[$0] }
    #expect(records(batch) == kept.map { records(before)[$0] })
    #expect(batch.envelopes == kept.map { before.envelopes[$0] })
    #expect(batch.rowids == (before.rowids.isEmpty ? [] : kept.map { before.rowids[$0] }))
    #expect(batch.bytes.count == batch.ends.last ?? 0)
  }

  // MARK: Notices

  @Test func `notices count all cases and keep five samples`() {
    var notices = RowNotices()
    for row in 1...9 { notices.note(.wrongType, column: "a", row: row) }
    notices.note(.wrongType, column: "b", row: 1)
    notices.note(.badText, column: "a", row: 2)
    #expect(notices.entries.map(\.count) == [9, 1, 1])
    #expect(notices.entries[0].samples == (1...5).map { "row \($0)" })
  }

  @Test func `merged notices are those of all rows in order`() {
    var whole = RowNotices()
    var parts = [RowNotices(), RowNotices(), RowNotices()]
    for row in 0..<12 {
      let notice: ValueNotice = row % 2 == 0 ? .textTooLong : .outsideRange
      whole.note(notice, column: "c\(row % 3)", row: row)
      parts[row / 4].note(notice, column: "c\(row % 3)", row: row)
    }
    var merged = RowNotices()
    for part in parts { merged.merge(part) }
    #expect(merged == whole)
  }

  // MARK: Keys

  @Test func `keys compare by meaning`() {
    let id = "{0D96CBAA-E2C9-5A03-A707-56DBCAEE6180}"
    func key(_ text: String) -> JoinKey? {
      let bytes = Array(text.utf8)
      return JoinKey(.text(0..<bytes.count), in: bytes.span)
    }
    let none: [UInt8] = []
    #expect(key(id) == key("0d96cbaae2c95a03a70756dbcaee6180"))
    #expect(key(id)?.text == id)
    #expect(key("a") != key("A"))
    #expect(key("7") != JoinKey(.integer(7), in: none.span))
    #expect(JoinKey(.real(7), in: none.span) == .integer(7))
    #expect(JoinKey(.real(7.5), in: none.span) == nil)
    #expect(JoinKey(.null, in: none.span) == nil)
  }
}
