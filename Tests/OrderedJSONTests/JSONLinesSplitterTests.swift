import OrderedJSON
import TestSupport
import Testing

/// The stripes of a text that arrives in blocks cut at the given offsets.
func splitLines(
  _ text: [UInt8], cuts: [Int], stripeSize: Int = 1 << 20, elementSize: Int = 1 << 20
) throws(JSONError) -> [JSONStripe] {
  var splitter = JSONLinesSplitter(stripeSize: stripeSize, elementSize: elementSize)
  var stripes: [JSONStripe] = []
  var start = 0
  for end in cuts + [text.count] {
    try splitter.append(text.span.extracting(start..<end), to: &stripes)
    start = end
  }
  splitter.finish(to: &stripes)
  return stripes
}

@Suite struct JSONLinesSplitterTests {
  @Test(arguments: [
    ("{\"a\":1}\n{\"b\":2}\n", 2), ("\u{FEFF}{\"a\":1}\r\n\r\n \t\n{}", 2), ("", 0), ("\n\n \n", 0),
    ("{}", 1), ("\u{1E}{\"a\":1}\n\u{1E}{\n\"b\":\n2}\n", 2), ("\n\u{1E}{}\u{1E}\n\u{1E}{}", 2),
    ("1\n\"x\"\nnull\n[1,2]", 4), ("{\n \"a\": [\n1\n]\n}\n", 1), ("{} {}{\"a\":\n\"}\"}", 3),
    ("{} , {}\n{}", 3), ("{} {}\n{}{}\n{\"a\":\"}{\"} \r\n{}", 6),
    ("{\"a\":{\"b\":{}}, \"c\":\"}\"}\n{\n}\n{}", 3),
  ])
  func `whole texts are returned, and blank lines are not counted`(text: String, count: Int) throws
  {
    let bytes = Array(text.utf8)
    for stripeSize in [1, 9, 1 << 20] {
      let whole = try splitLines(bytes, cuts: [], stripeSize: stripeSize)
      #expect(try whole.flatMap { try elementsOf($0) }.count == count)
      for cut in 0...bytes.count {
        #expect(try splitLines(bytes, cuts: [cut], stripeSize: stripeSize) == whole)
      }
      let single = try splitLines(bytes, cuts: Array(0...bytes.count), stripeSize: stripeSize)
      #expect(single == whole)
    }
  }

  @Test func `a stripe has its offset and no white space around it`() throws {
    let text = Array("{\"a\":1} \n\n{\"b\":2}\n \r\n{\"c\":3}\n".utf8)
    let stripes = try splitLines(text, cuts: [], stripeSize: 5)
    #expect(stripes.map(\.offset) == [0, 10, 21])
    #expect(stripes.map(\.bytes.count) == [7, 7, 7])
  }

  /// The number of stripes shows where texts were separated.
  @Test(arguments: [
    ("{}\n{}", 2), ("{}\n[]\n{}", 3), ("{}{}\n{} {}", 2), ("1\n2\n{}", 2),
    ("{\"a\":\n{\n}\n,\n\"b\":[\n{},\n{}\n]}", 1), ("{},\n{}", 1), ("{\n\u{1E}{}", 2),
    ("\u{1E}{\n\"a\":[\n{}]}\u{1E}{}\n", 2), ("{\"a\":1\n{\"b\":2}\n{\"c\":3}", 3),
  ])
  func `a bracket at the start of a line begins a text, unless it continues one`(
    text: String, count: Int
  ) throws {
    let bytes = Array(text.utf8)
    let whole = try splitLines(bytes, cuts: [], stripeSize: 1)
    #expect(whole.count == count)
    #expect(try splitLines(bytes, cuts: Array(0...bytes.count), stripeSize: 1) == whole)
  }

  @Test func `a text longer than the limit is rejected with its offset`() throws {
    let text = Array("{}\n{\"a\":123456}\n{}".utf8)
    for cuts in [[], Array(0...text.count)] {
      _ = try splitLines(text, cuts: cuts, elementSize: 12)
      for limit in [5, 11] {
        #expect(throws: JSONError.elementTooLarge(JSONPosition(offset: 3), limit: limit)) {
          try splitLines(text, cuts: cuts, elementSize: limit)
        }
      }
    }
    let blanks = Array("{}".utf8) + [UInt8](repeating: 0x0A, count: 13)
    #expect(throws: JSONError.elementTooLarge(JSONPosition(offset: 0), limit: 12)) {
      try splitLines(blanks, cuts: [7], elementSize: 12)
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `any lines split into themselves, however they are cut`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let values = (0..<generator.integer(in: 0...8)).map { _ in
      JSON.object(RandomJSON.object(depth: 3, &generator))
    }
    let isSequence = generator.integer(in: 0...1) == 1
    var text: [UInt8] = []
    for value in values {
      if isSequence { text.append(0x1E) }
      text += JSONWriter.write(value, style: generator.integer(in: 0...1) == 1 ? .pretty : .compact)
      text.append(0x0A)
    }
    let stripeSize = generator.integer(in: 1...200)
    let cuts = (0..<generator.integer(in: 0...9)).map { _ in
      generator.integer(in: 0...text.count)
    }
    let stripes = try splitLines(text, cuts: cuts.sorted(), stripeSize: stripeSize)
    #expect(try stripes.flatMap { try elementsOf($0) } == values)
    #expect(stripes == (try splitLines(text, cuts: [], stripeSize: stripeSize)))
  }
}
