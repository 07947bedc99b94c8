import Records
import SQLiteFile
import TestSupport
import Testing

struct NumericTextTests {
  static let texts = [
    "1", "1.5", " 12 ", "+7", "-3.", ".5", "-.5e1", "1e3", "1e400", "9223372036854775808", "abc",
    "", " ", ".", "e5", "1e", "1 2", "0x10", "--1", "12a", "1.0", "-0", "1_000", "\t4\n", "1e-3",
    "123456789012345678901234567890", "nan", "inf", "2021-05-01T00:00:00.000Z",
  ]

  @Test(.needs(.sqlite3))
  func `integrity_check accepts texts in numeric columns`() async throws {
    var judge = try SQLiteJudge()
    for type in ["INTEGER", "REAL", "DATETIME", "BOOLEAN"] {
      var output = MemoryOutput()
      var database = DatabaseWriter()
      var tree = database.beginTable()
      for (row, text) in Self.texts.enumerated() {
        var encoder = RecordEncoder()
        encoder.appendNull()
        encoder.append(misfit: text.utf8.span)
        var record: [UInt8] = []
        encoder.write(to: &record)
        try tree.append(rowid: Int64(row + 1), record: record.span, to: &database.pages)
      }
      database.addTable(
        name: "t", sql: "CREATE TABLE t(id INTEGER PRIMARY KEY, v \(type))",
        root: tree.finish(&database.pages))
      try database.finish(into: &output, applicationID: 0, userVersion: 0)
      try judge.ask(
        output.bytes, ["PRAGMA integrity_check", "SELECT sum(typeof(v) = 'text') FROM t"])
    }
    #expect(try await judge.answers() == Array(repeating: "ok|14|", count: 4))
  }

  @Test func `only complete texts are numbers`() {
    #expect(NumericText.number("1.5".utf8.span) == .real(1.5))
    #expect(NumericText.number(" +12 ".utf8.span) == .integer(12))
    #expect(NumericText.number("3.0".utf8.span) == .integer(3))
    #expect(NumericText.number("1 2".utf8.span) == nil)
    #expect(NumericText.number("0x1".utf8.span) == nil)
  }
}
