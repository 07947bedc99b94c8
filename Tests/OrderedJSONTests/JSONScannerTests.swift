import OrderedJSON
import TestSupport
import Testing

/// Reads a whole text with only the scanner and checks every scalar.
func scanDocument(_ text: [UInt8]) throws(JSONError) -> [JSONLeniency] {
  var scanner = JSONScanner()
  scanner.skipByteOrderMark(text.span)
  try scanValue(&scanner, text.span)
  scanner.skipWhitespace(text.span)
  guard scanner.position == text.count else {
    throw JSONScanner.unexpected(.endOfText, at: scanner.position, in: text.span)
  }
  return scanner.leniencies
}

private func scanValue(_ scanner: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONError) {
  var hasEscapes = false
  switch scanner.nextToken(bytes) {
  case .beginObject:
    try scanner.beginObject(bytes)
    while try scanner.nextMember(bytes, hasEscapes: &hasEscapes) != nil {
      try scanValue(&scanner, bytes)
    }
  case .beginArray:
    try scanner.beginArray(bytes)
    while try scanner.nextElement(bytes) { try scanValue(&scanner, bytes) }
  case .string: _ = try scanner.readString(bytes, hasEscapes: &hasEscapes)
  case .number: _ = try scanner.readNumber(bytes)
  default: try scanner.skipValue(bytes)
  }
}

@Suite struct JSONScannerTests {
  @Test(arguments: GrammarCases.accepted)
  func `reads the same as the parser`(text: String) throws {
    _ = try scanDocument(Array(text.utf8))
    var scanner = JSONScanner()
    try scanner.skipValue(Array(text.utf8).span)
  }

  @Test(arguments: [
    #"{"a": [1, {"b": [null, true, "\u00e9"]}], "c": -0.5e+3}"#, "[]", "{}", "[[],{}]", " \"x\" ",
    "NaN", String(repeating: "[", count: 512) + String(repeating: "]", count: 512),
  ])
  func `a sound value is read to its end`(text: String) throws {
    var scanner = JSONScanner()
    let range = try scanner.readValue(Array(text.utf8).span)
    #expect(range.upperBound == text.utf8.count - (text.hasSuffix(" ") ? 1 : 0))
    #expect(range.lowerBound == (text.hasPrefix(" ") ? 1 : 0))
  }

  @Test(arguments: [
    "[1 true]", "{null:null}", #"["\x00"]"#, "[1,,]", "[NaN]", "[1,]", "{\"a\":1,}", "[-]", "[01]",
    "[\"a\u{1}\"]", "{\"a\" 1}", "{\"a\":}", "[}", "{]", "[\"", "[1", "{\"a\":1", "[tru]", "[:]",
    "[{\"a\":[1,2}]", "", ",", String(repeating: "[", count: 513),
  ])
  func `a value is refused if anything in it is wrong`(text: String) {
    #expect(throws: JSONError.self) {
      var scanner = JSONScanner()
      _ = try scanner.readValue(Array(text.utf8).span)
    }
  }

  @Test(arguments: GrammarCases.rejected)
  func `rejects the same as the parser`(text: String) {
    #expect(throws: JSONError.self) { try scanDocument(Array(text.utf8)) }
  }

  @Test func `members and elements have their raw bytes`() throws {
    let text = Array(#" { "a" : [1, 2.5,"x\n"] , "b\u0021":-1e2 }"#.utf8)
    let bytes = text.span
    var scanner = JSONScanner()
    var hasEscapes = false
    try scanner.beginObject(bytes)
    let first = try #require(try scanner.nextMember(bytes, hasEscapes: &hasEscapes))
    #expect(Array(text[first]) == Array("a".utf8))
    #expect(!hasEscapes)
    try scanner.beginArray(bytes)
    #expect(try scanner.nextElement(bytes))
    #expect(try scanner.readNumber(bytes).isInteger)
    #expect(try scanner.nextElement(bytes))
    let number = try scanner.readNumber(bytes)
    #expect(!number.isInteger)
    #expect(Array(text[number.range]) == Array("2.5".utf8))
    #expect(try scanner.nextElement(bytes))
    let string = try scanner.readString(bytes, hasEscapes: &hasEscapes)
    #expect(hasEscapes)
    var unescaped: [UInt8] = []
    #expect(JSONEscapes.resolve(bytes, string, into: &unescaped) == nil)
    #expect(unescaped == Array("x\n".utf8))
    #expect(try !scanner.nextElement(bytes))
    let second = try #require(try scanner.nextMember(bytes, hasEscapes: &hasEscapes))
    #expect(hasEscapes)
    #expect(Array(text[second]) == Array(#"b\u0021"#.utf8))
    try scanner.skipValue(bytes)
    #expect(try scanner.nextMember(bytes, hasEscapes: &hasEscapes) == nil)
    #expect(scanner.position == text.count)
  }

  @Test func `an empty container inside another does not confuse the commas`() throws {
    _ = try scanDocument(Array("[[],[],{},{\"a\":{}},1]".utf8))
    #expect(throws: JSONError.self) { try scanDocument(Array("[[] 1]".utf8)) }
    #expect(throws: JSONError.self) { try scanDocument(Array("[[]1,]".utf8)) }
  }

  @Test(arguments: [
    #""a}]\"\\","x"#, #"{"a":"}","b":["]",{}]},"#, "[[[[]]]] x", "-1.5e3,", "true]", "null}",
  ])
  func `skipping a value stops right after it`(text: String) throws {
    let bytes = Array(text.utf8)
    var scanner = JSONScanner()
    try scanner.skipValue(bytes.span)
    _ = try JSONParser.parse(Array(bytes[..<scanner.position]))
    #expect(scanner.position < bytes.count)
  }

  @Test(arguments: ["", "[", #"{"a":[1}"#, "[}", "]", "\"abc", #""abc\"#, "{\"a\":\"", "[[]"])
  func `skipping an unclosed or crossed value is an error`(text: String) {
    var scanner = JSONScanner()
    #expect(throws: JSONError.self) { try scanner.skipValue(Array(text.utf8).span) }
  }

  @Test(arguments: [1, 63, 64, 65, 128, 129, 300])
  func `brackets match by kind at every depth up to the limit`(depth: Int) throws {
    for flip in [false, true] {
      var text: [UInt8] = []
      for level in 0..<depth { text.append(level % 3 == 0 ? 0x7B : 0x5B) }
      for level in (0..<depth).reversed() { text.append(level % 3 == 0 ? 0x7D : 0x5D) }
      if flip { text[depth + depth / 2] ^= 0x26 }
      var scanner = JSONScanner(depthLimit: depth)
      if flip {
        #expect(throws: JSONError.self) { try scanner.skipValue(text.span) }
      } else {
        try scanner.skipValue(text.span)
        #expect(scanner.position == text.count)
        var shallow = JSONScanner(depthLimit: depth - 1)
        #expect(throws: JSONError.self) { try shallow.skipValue(text.span) }
      }
    }
  }

  @Test func `a string is read correctly wherever it ends in a word`() throws {
    for length in 0..<40 {
      let plain = String(repeating: "x", count: length)
      for (tail, isGood) in [("\"", true), ("\\n\"", true), ("\u{1F}\"", false), ("", false)] {
        let bytes = Array(("\"" + plain + tail).utf8)
        var scanner = JSONScanner()
        var hasEscapes = false
        let range = try? scanner.readString(bytes.span, hasEscapes: &hasEscapes)
        #expect((range != nil) == isGood)
        if isGood { #expect(range?.count == length + (tail.count > 1 ? 2 : 0)) }
      }
    }
  }
}
