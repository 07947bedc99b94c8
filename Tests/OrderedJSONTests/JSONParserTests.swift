import OrderedJSON
import Testing

/// Short texts with the result that RFC 8259 requires.
enum GrammarCases {
  static let accepted = [
    "null", "true", "false", " \t\r\n1 \n", "0", "-0", "-0.0", "1e5", "1E+5", "1e-05", "0.1",
    "-123.456e-7", "123456789012345678901234567890", "1e400", #""""#, #""a""#, #""é""#, #""💚""#,
    #""\"\\\/\b\f\n\r\t""#, #""\u00e9\uD83D\ude00""#, "\"\u{7F}\"", "\"\u{2028}\"", "[]", "[ ]",
    "[[[]],[]]", "[1,2 , 3]", "{}", "{ }", #"{"":0}"#, #"{"a":{"b":[null]}}"#, "[\r\n1\r\n]",
    #"{"a":1,"b":2}"#, #"["",{},[],0]"#,
  ]

  static let rejected = [
    "", " ", "nul", "nulll", "True", "NULL", "+1", "01", "-01", "-", "1.", ".5", "1.e3", "1e",
    "1e+", "0x10", "1 2", "--1", "1_000", "'a'", #"""#, #""a"#, #""\""#, #""\x""#, #""\u12""#,
    #""\u12G4""#, "\"\u{01}\"", "\"a\nb\"", "\"a\tb\"", "[", "[1", "[1,", "[,1]", "[1,,2]", "[,]",
    "[1 2]", "[1}", "]", "}", "{", #"{"a"#, #"{"a""#, #"{"a":"#, #"{"a":1"#, #"{"a":1,"#,
    #"{"a" 1}"#, #"{"a"::1}"#, "{a:1}", "{1:1}", #"{"a":1]"#, "{,}", #"{"a":1,,}"#, "{}}", "[]]",
    "[] x", "{} {}", "// c\n1", "1 /* c */", "Infinit", "-Inf", "NaN1", "nan", "\u{FEFF}",
    "\u{FEFF}\u{FEFF}1", "1\u{FEFF}", "\u{A0}1", "\u{0C}1", "[\"a\",\n4\n,1,", "[\u{0}]", "*", "<",
  ]
}

private func parse(_ text: String) throws -> JSON {
  try JSONParser.parse(Array(text.utf8))
}

private func leniencies(_ text: String) throws -> [JSONLeniency] {
  var found: [JSONLeniency] = []
  _ = try JSONParser.parse(Array(text.utf8), leniencies: &found)
  return found
}

@Suite struct JSONParserTests {
  @Test(arguments: GrammarCases.accepted)
  func `accepts what the grammar allows, without leniencies`(text: String) throws {
    #expect(try leniencies(text) == [])
  }

  @Test(arguments: GrammarCases.rejected)
  func `rejects what the grammar does not allow`(text: String) {
    #expect(throws: JSONError.self) { try parse(text) }
  }

  @Test func `a document keeps member order, unknown members and number text`() throws {
    let text = #"{"z":1.0,"a":[1e5,-0,12345678901234567890],"é":"é","z2":{"b":null,"a":true}}"#
    let value = try parse(text)
    #expect(value.object?.keys == ["z", "a", "é", "z2"])
    #expect(value["z"]?.double == 1)
    #expect(value["a"]?[2]?.int == nil)
    #expect(JSONWriter.write(value) == Array(text.utf8))
  }

  @Test func `escapes become their characters`() throws {
    let value = try parse(#""\u0041\"\\\/\b\f\n\r\t\u00e9\u20AC\uD83D\uDC9A\u0000""#)
    #expect(value.string == "A\"\\/\u{8}\u{C}\n\r\té€💚\u{0}")
  }

  @Test func `canonically equivalent strings are different`() throws {
    #expect(try parse(#""\u00e9""#) != parse(#""e\u0301""#))
    let object = try parse(#"{"\u00e9":1,"e\u0301":2}"#)
    #expect(object["\u{E9}"]?.int == 1)
    #expect(object["e\u{301}"]?.int == 2)
  }

  @Test func `an error names line, column, what was expected and what was found`() throws {
    let error = try #require(throws: JSONError.self) { try parse("{\n  \"é\":  x}") }
    #expect(error.description == "expected a value, found `x` at line 2, column 9 (offset 11)")
    let end = try #require(throws: JSONError.self) { try parse("[1,\n") }
    #expect(
      end.description
        == "the text ends too soon at line 2, column 1 (offset 4): expected a value")
    let control = try #require(throws: JSONError.self) { try parse("\"\u{1}\"") }
    #expect(control.description.contains("found byte 0x01"))
  }

  @Test(arguments: [
    ("\u{FEFF}{}", JSONLeniency.Kind.byteOrderMark, 0), ("[1,2 , ]", .trailingComma, 5),
    (#"{"a":1,}"#, .trailingComma, 6), ("[NaN]", .notFinite, 1), ("[Infinity]", .notFinite, 1),
    ("[ -Infinity]", .notFinite, 2), (#""ab\ud800""#, .loneSurrogate, 3),
    (#""\udc00\ud800""#, .loneSurrogate, 1), (#""\ud800\u0041""#, .loneSurrogate, 1),
    (#"{"a":1,"b":2,"a":3}"#, .duplicateKey, 13),
  ])
  func `reads text that is almost JSON and records the leniencies`(
    text: String, kind: JSONLeniency.Kind, offset: Int
  ) throws {
    #expect(try leniencies(text) == [JSONLeniency(kind, offset: offset)])
  }

  @Test func `lenient values are null, U+FFFD and the last of duplicate keys`() throws {
    #expect(try parse("[NaN,-Infinity,]") == .array([.null, .null]))
    #expect(try parse(#""\ud83dx\udc9a""#).string == "\u{FFFD}x\u{FFFD}")
    let object = try parse(#"{"a":1,"a":2}"#)
    #expect(object["a"]?.int == 2)
    #expect(object.object?.count == 2)
  }

  @Test func `duplicate keys are found among many members, in order`() throws {
    let members = (0..<40).map { "\"k\($0 % 37)\":\($0)" }.joined(separator: ",")
    let found = try leniencies("{\(members)}")
    #expect(found.map(\.kind) == [.duplicateKey, .duplicateKey, .duplicateKey])
    #expect(found.map(\.offset) == found.map(\.offset).sorted())
  }

  @Test func `bytes that aren't UTF-8 are rejected with their offset`() throws {
    for bad: [UInt8] in [[0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xFF]] {
      let text = Array("[\"é\n".utf8) + bad + Array("\"]".utf8)
      let error = try #require(throws: JSONError.self) { try JSONParser.parse(text) }
      #expect(error.position?.offset == 5)
      #expect(error.position?.line == 2)
    }
  }

  @Test func `limits on size, depth and strings are exact`() throws {
    let limits = JSONLimits(size: 40, depth: 3, stringLength: 4)
    func read(_ text: String) throws { _ = try JSONParser.parse(Array(text.utf8), limits: limits) }
    try read(#"[[{"abcd":"abcd"}]]"#)
    #expect(throws: JSONError.tooLarge(size: 41, limit: 40)) {
      try read(String(repeating: " ", count: 41))
    }
    #expect(throws: JSONError.self) { try read("[[[[]]]]") }
    #expect(throws: JSONError.self) { try read(#""abcde""#) }
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    _ = try parse(deep)
    let error = try #require(throws: JSONError.self) { try parse("[" + deep + "]") }
    #expect(error.description.contains("nested deeper than 512"))
  }

  @Test func `every prefix of a document is an error, never a crash`() throws {
    let text = Array(#" {"a\u00e9":[1.5e3,{"b":"x\n💚"},true,null,[]],"c":-0.25}"#.utf8)
    _ = try JSONParser.parse(text)
    for length in 0..<text.count {
      #expect(throws: JSONError.self, "prefix of \(length) bytes") {
        try JSONParser.parse(Array(text[..<length]))
      }
    }
  }

  @Test func `the list of leniencies is limited`() throws {
    let text = "[" + String(repeating: "NaN,", count: 5_000) + "]"
    #expect(try leniencies(text).count == JSONLeniency.listLimit)
  }
}
