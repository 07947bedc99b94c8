import OrderedJSON
import TestSupport
import Testing

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

@Suite struct JSONWriterTests {
  @Test func `compact text has no white space`() {
    let value: JSON = ["a": [1, true, [], [:]], "b": ["c": "d"]]
    #expect(text(JSONWriter.write(value)) == #"{"a":[1,true,[],{}],"b":{"c":"d"}}"#)
  }

  @Test func `pretty text has one line per item and two spaces per level`() {
    let value: JSON = ["a": [1, [], [:]], "b": ["c": "d"]]
    #expect(
      text(JSONWriter.write(value, style: .pretty)) == """
        {
          "a": [
            1,
            [],
            {}
          ],
          "b": {
            "c": "d"
          }
        }

        """)
  }

  @Test func `only quotes, backslashes and control characters are escaped`() {
    let value = JSON.string("\"\\/\u{8}\u{9}\n\u{C}\r\u{0}\u{1F}\u{7F}é\u{2028}<💚")
    #expect(
      text(JSONWriter.write(value))
        == "\"\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001F\u{7F}é\u{2028}<💚\"")
  }

  @Test func `text for a script element has no less-than sign and no line separator`() throws {
    let value: JSON = ["</script>": .string("<!--\u{2028}\u{2029}\u{2027}è¨")]
    let bytes = JSONWriter.write(value, forScript: true)
    #expect(
      text(bytes) == #"{"\u003C/script>":"\u003C!--\u2028\u2029‧è¨"}"#)
    #expect(try JSONParser.parse(bytes) == value)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a value reads back equal from compact, pretty and script text`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let value = RandomJSON.value(depth: 5, &generator)
    for style in [JSONWriter.Style.compact, .pretty] {
      for forScript in [false, true] {
        let bytes = JSONWriter.write(value, style: style, forScript: forScript)
        #expect(try JSONParser.parse(bytes) == value)
      }
    }
    let bytes = JSONWriter.write(value)
    #expect(JSONWriter.write(try JSONParser.parse(bytes)) == bytes)
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x62], "\"a\u{FFFD}b\""), ([0xC3, 0x28], "\"\u{FFFD}(\""),
      ([0x22, 0xE2, 0x80], "\"\\\"\u{FFFD}\""), ([0xC3, 0xA9], "\"é\""),
    ] as [([UInt8], String)])
  func `malformed text of a store is written as text`(bytes: [UInt8], written: String) {
    var output: [UInt8] = []
    JSONWriter.append(utf8: bytes.span, to: &output)
    #expect(output == Array(written.utf8))
  }
}
