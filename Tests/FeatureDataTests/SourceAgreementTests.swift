import FeatureData
import Geometry
import TestSupport
import Testing

/// One table in four formats gives the same rows.
@Suite struct SourceAgreementTests {
  @Test(arguments: 0..<40)
  func `the four formats of a table give the same rows`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let table = RandomTable(&generator, count: generator.integer(in: 1...30))
    let reference = try ReadTable(.json([table.geoJSON()]), as: RandomTable.declared)
    #expect(reference.rows == table.rows.map(Self.cells))
    #expect(
      reference.shapes == table.rows.map { row in row.point.map { Geometry(x: $0.x, y: $0.y) } })
    let size = generator.integer(in: 1...12)
    let others = [
      try ReadTable(csv: table.csv(), as: RandomTable.declared),
      try ReadTable(
        csv: table.csv(lineEnd: "\r\n", delimiter: ";"), stripeSize: size * 7,
        as: RandomTable.declared),
      try ReadTable(.json([table.lines()], .geoJSON, .lines), as: RandomTable.declared),
      try ReadTable(.json(table.esri(pageSize: size), .esri), as: RandomTable.declared),
    ]
    for other in others {
      #expect(other.schema.geometry == reference.schema.geometry)
      #expect(other.rows == reference.rows)
      #expect(other.shapes == reference.shapes)
      #expect(other.notices == reference.notices)
      #expect(other.survey.envelope == reference.survey.envelope)
    }
  }

  private static func cells(_ row: RandomTable.Row) -> [Cell] {
    var text: [UInt8] = []
    let date = row.date.map { date in
      text.removeAll()
      _ = DateText.appendDateTime(Int64(date), to: &text)
      return Cell.text(String(decoding: text, as: UTF8.self))
    }
    return [
      .integer(Int64(row.id)), row.text.map(Cell.text) ?? .null,
      row.whole.map { .integer(Int64($0)) } ?? .null, row.real.map(Cell.real) ?? .null,
      date ?? .null,
    ]
  }
}
