import Bytes
import OrderedJSON
import TestSupport
import Testing

/// Damaged documents: nothing traps, and the readers agree with each other.
@Suite struct JSONFuzzTests {
  @Test func `readers agree on damaged documents`() throws {
    try Fuzz.run(iterations: 600) { seed in
      var generator = SeededGenerator(seed: seed)
      let document = RandomJSON.featureDocument(&generator).text
      try check(RandomJSON.damaged(document, &generator), &generator, seed: seed)
    }
  }

  @Test func `readers agree on documents with changed bytes`() throws {
    var generator = SeededGenerator(seed: 0)
    let documents = (0..<40).map { _ in RandomJSON.featureDocument(&generator).text }
    try Fuzz.run(iterations: 600) { seed in
      var mutator = Mutator(seed: seed)
      let text = mutator.mutated(documents[Int(seed % 40)], others: documents)
      try check(text, &mutator.generator, seed: seed)
    }
  }

  private func check(
    _ text: [UInt8], _ generator: inout SeededGenerator, seed: UInt64
  ) throws {
    let isUTF8 = UTF8Validation.isValid(text.span)
    let parsed = try? JSONParser.parse(text)
    let scanned = try? scanDocument(text)
    #expect((parsed != nil) == (scanned != nil && isUTF8), "seed \(seed)")
    let isStrict = scanned?.allSatisfy { $0.kind != .notFinite && $0.kind != .trailingComma }
    #expect(isWholeValue(text) == isStrict ?? false, "seed \(seed)")
    if let parsed {
      #expect(try JSONParser.parse(JSONWriter.write(parsed)) == parsed, "seed \(seed)")
      var scanner = JSONScanner()
      scanner.skipByteOrderMark(text.span)
      try scanner.skipValue(text.span)
      scanner.skipWhitespace(text.span)
      #expect(scanner.position == text.count, "seed \(seed)")
    }
    try checkSplitters(text, parsed, &generator, seed: seed)
  }

  private func isWholeValue(_ text: [UInt8]) -> Bool {
    var scanner = JSONScanner()
    scanner.skipByteOrderMark(text.span)
    guard (try? scanner.readValue(text.span)) != nil else { return false }
    scanner.skipWhitespace(text.span)
    return scanner.position == text.count
  }

  private func checkSplitters(
    _ text: [UInt8], _ parsed: JSON?, _ generator: inout SeededGenerator, seed: UInt64
  ) throws {
    let cuts = (0..<5).map { _ in generator.integer(in: 0...text.count) }.sorted()
    let whole = SplitOutcome(text, cuts: [])
    #expect(whole == SplitOutcome(text, cuts: cuts), "seed \(seed), cuts \(cuts)")
    let lines = try splitLines(text, cuts: [])
    #expect(try splitLines(text, cuts: cuts) == lines, "seed \(seed), cuts \(cuts)")
    // Only what a streamed array may contain can be an error in a splitter but not in the parser.
    guard let parsed, let document = whole.document else { return }
    #expect(document.members["features"] == nil || !document.hasArray, "seed \(seed)")
    if document.hasArray {
      #expect(try whole.elements() == parsed["features"]?.array, "seed \(seed)")
    } else {
      #expect(.object(document.members) == parsed, "seed \(seed)")
    }
  }
}
