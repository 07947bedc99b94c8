import Packages
import Records
import SQLiteFile
import Testing

/// Values of records in text formats.
@Suite struct RecordValueTextTests {
  private static func texts(
    _ value: SQLValue, isBoolean: Bool = false, bytes: BytesAsText = .hexadecimal
  ) throws -> [String] {
    var encoder = RecordEncoder()
    encoder.append(value)
    var record: [UInt8] = []
    encoder.write(to: &record)
    var layout = RecordLayout()
    try layout.parse(record.span)
    let stored = layout.value(0, in: record.span)
    var json: [UInt8] = []
    stored.appendJSON(of: record.span, isBoolean: isBoolean, bytes: bytes, to: &json)
    var csv: [UInt8] = []
    stored.appendCSV(of: record.span, delimiter: 0x2C, bytes: bytes, to: &csv)
    return [json, csv].map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    arguments: [
      (.null, "null", ""), (.integer(-7), "-7", "-7"), (.real(0.1), "0.1", "0.1"),
      (.text(""), "\"\"", "\"\""), (.text("a\"b"), "\"a\\\"b\"", "\"a\"\"b\""),
      (.text("a,b"), "\"a,b\"", "\"a,b\""), (.blob([0x00, 0xFF]), "\"00ff\"", "00ff"),
    ] as [(SQLValue, String, String)])
  func `a value is written as JSON and CSV`(
    value: SQLValue, json: String, csv: String
  ) throws {
    #expect(try Self.texts(value) == [json, csv])
  }

  @Test func `a Boolean is a word in JSON and a number in CSV`() throws {
    #expect(try Self.texts(.integer(1), isBoolean: true) == ["true", "1"])
    #expect(try Self.texts(.integer(0), isBoolean: true) == ["false", "0"])
  }

  @Test func `bytes can be left out`() throws {
    #expect(try Self.texts(.blob([1]), bytes: .leftOut) == ["null", ""])
  }
}
