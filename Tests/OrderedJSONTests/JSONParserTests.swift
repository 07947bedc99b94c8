import OrderedJSON
import Testing

private func parse(_ text: String) throws -> JSON {
  try JSONParser.parse(Array(text.utf8))
}

@Suite struct JSONParserTests {
  @Test func `a document keeps member order, unknown members and number text`() throws {
    let text = #"{"z":1.0,"a":[1e5,-0,12345678901234567890],"é":"\u00e9","z2":{"b":null,"a":true}}"#
    let value = try parse(text)
    #expect(value.object?.keys == ["z", "a", "é", "z2"])
    #expect(value["z"]?.double == 1)
    #expect(value["a"]?[2]?.int == nil)
    #expect(
      String(decoding: JSONWriter.write(value), as: UTF8.self)
        == text.replacing(#"\u00e9"#, with: "é"))
  }

  @Test func `an error names line, column, what was expected and what stood there`() {
    #expect(
      throws: JSONError.unexpected(
        JSONPosition(offset: 11, in: Array("{\n  \"é\": x}".utf8).span), expected: .value,
        found: 0x78)
    ) {
      try parse("{\n  \"é\":  x}")
    }
    do throws(JSONError) {
      _ = try JSONParser.parse(Array("{\n  \"é\":  x}".utf8))
    } catch {
      #expect(
        error.description == "expected a value, found `x` at line 2, column 9 (offset 11)")
    }
  }
}
