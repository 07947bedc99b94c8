import OrderedJSON
import TestSupport
import Testing

/// The result of a splitter for a text that arrives in blocks cut at the given offsets.
struct SplitOutcome: Equatable {
  var stripes: [JSONStripe] = []
  var document: JSONFeatureSplitter.Document?
  var error: JSONError?

  init(_ text: [UInt8], cuts: [Int], limits: JSONFeatureSplitter.Limits = .init()) {
    var splitter = JSONFeatureSplitter(limits: limits)
    do throws(JSONError) {
      var start = 0
      for end in cuts + [text.count] {
        try splitter.append(text.span.extracting(start..<end), to: &stripes)
        start = end
      }
      document = try splitter.finish()
    } catch {
      self.error = error
    }
  }

  /// The elements of all stripes.
  func elements() throws -> [JSON] {
    try stripes.flatMap { try elementsOf($0) }
  }
}

/// The elements of one stripe.
func elementsOf(_ stripe: JSONStripe) throws -> [JSON] {
  var scanner = JSONScanner()
  var elements: [JSON] = []
  while scanner.nextStripeElement(stripe.bytes.span) {
    let start = scanner.position
    try scanner.skipValue(stripe.bytes.span)
    elements.append(try JSONParser.parse(Array(stripe.bytes[start..<scanner.position])))
  }
  return elements
}

private func split(_ text: String, stripeSize: Int = 1 << 20) -> SplitOutcome {
  var limits = JSONFeatureSplitter.Limits()
  limits.stripeSize = stripeSize
  return SplitOutcome(Array(text.utf8), cuts: [], limits: limits)
}

@Suite struct JSONFeatureSplitterTests {
  static let document = """
    \u{FEFF} {"type":"FeatureCollection","fe\\u0061tures2":[{}],"crs":{"features":[1,{"a":"}"}]},
    "features" : [ {"a":"]}\\"","b":[{}]} ,{"é":"\\\\"},\r\n {} ],"name":"x","last":[]} \n
    """

  @Test func `whole elements are returned, and the rest of the document without them`() throws {
    let outcome = split(Self.document)
    let document = try #require(outcome.document)
    #expect(document.members.keys == ["type", "features2", "crs", "name", "last"])
    #expect(document.hasArray)
    #expect(document.elementCount == 3)
    #expect(document.leniencies == [JSONLeniency(.byteOrderMark, offset: 0)])
    #expect(
      try outcome.elements() == [
        ["a": "]}\"", "b": [[:]]], ["é": "\\"], [:],
      ])
  }

  @Test func `cutting blocks anywhere makes no difference`() {
    let text = Array(Self.document.utf8)
    for stripeSize in [1, 8, 1 << 20] {
      var limits = JSONFeatureSplitter.Limits()
      limits.stripeSize = stripeSize
      let whole = SplitOutcome(text, cuts: [], limits: limits)
      #expect(whole.error == nil)
      for first in 0...text.count {
        #expect(SplitOutcome(text, cuts: [first], limits: limits) == whole, "cut at \(first)")
      }
      #expect(SplitOutcome(text, cuts: Array(0...text.count), limits: limits) == whole)
    }
  }

  @Test func `stripes are parts of the source, with their offsets`() throws {
    let text = Array(Self.document.utf8)
    let outcome = split(Self.document, stripeSize: 1)
    #expect(outcome.stripes.count == 3)
    for stripe in outcome.stripes {
      #expect(Array(text[stripe.offset...].prefix(stripe.bytes.count)) == stripe.bytes)
    }
  }

  @Test func `a stripe ends with the element that fills it`() throws {
    let features = (0..<100).map { "{\"id\":\($0 + 100)}" }.joined(separator: ", ")
    let outcome = split("{\"features\":[\(features)]}", stripeSize: 30)
    #expect(outcome.stripes.count == 34)
    #expect(outcome.stripes.allSatisfy { $0.bytes.count <= 34 })
    #expect(try outcome.elements().count == 100)
  }

  @Test(arguments: [
    (#"{"features":[]}"#, true), (#"{"features":[ ],"a":1}"#, true), ("{}", false),
    (#"{"features":null}"#, false), (#"{"features":{"features":[]}}"#, false),
    (#"{"a":"features","b":["features",[]]}"#, false), (#"{"Features":[{}]}"#, false),
  ])
  func `a document without elements is not an error`(text: String, hasArray: Bool) throws {
    let outcome = split(text)
    #expect(outcome.error == nil)
    #expect(outcome.document?.hasArray == hasArray)
    #expect(outcome.stripes == [])
    var expected = try JSONParser.parse(Array(text.utf8)).object
    if hasArray { expected?["features"] = nil }
    #expect(outcome.document?.members == expected)
  }

  @Test(arguments: [
    ("", 0), ("  ", 2), ("[]", 0), (" 1", 1), (#"{"features":[{}"#, 15),
    (#"{"features":[{},"#, 16), (#"{"features":[{"a":"#, 18), (#"{"features":[{}]"#, 16),
    (#"{"features":[{}]} x"#, 18), (#"{"features":[{}]}}"#, 17), (#"{"features":[{} {}]}"#, 16),
    (#"{"features":[,{}]}"#, 13), (#"{"features":[{},,{}]}"#, 16), (#"{"features":[1]}"#, 13),
    (#"{"features":[{}],"features":[{}]}"#, 27), (#"{"a":[}}"#, 6),
    (#"{"features":[{}],"b":tru}"#, 21), (#"{"a":tru,"features":[{}]}"#, 5),
    (#"{"features":[{}] "b":1}"#, 17), ("\u{FEFF}", 3), ("\u{FEFF}x", 3),
  ])
  func `structural errors have their offset in the source`(text: String, offset: Int) throws {
    let outcome = split(text)
    #expect(outcome.error?.position?.offset == offset)
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      #expect(SplitOutcome(bytes, cuts: [cut]).error == outcome.error)
    }
  }

  @Test func `a comma before the closing bracket is tolerated`() {
    let outcome = split(#"{"features":[{} , ]}"#)
    #expect(outcome.document?.leniencies == [JSONLeniency(.trailingComma, offset: 16)])
    #expect(outcome.document?.elementCount == 1)
  }

  @Test func `elements, header and nesting are limited`() {
    var limits = JSONFeatureSplitter.Limits()
    limits.elementSize = 10
    limits.headerSize = 20
    limits.depth = 2
    func outcome(_ text: String) -> SplitOutcome {
      SplitOutcome(Array(text.utf8), cuts: [], limits: limits)
    }
    #expect(outcome(#"{"features":[{"a":1234}]}"#).error == nil)
    #expect(
      outcome(#"{"features":[{"a":12345}]}"#).error
        == .elementTooLarge(JSONPosition(offset: 13), limit: 10))
    #expect(outcome(#"{"features":[{"a":123456"#).error?.position?.offset == 13)
    #expect(outcome(#"{"features":[],"a":12}"#).error == .tooLarge(size: 21, limit: 20))
    #expect(outcome(#"{"a":[[]]}"#).error == .tooDeep(JSONPosition(offset: 6), limit: 2))
  }

  @Test func `white space between elements does not accumulate`() {
    var limits = JSONFeatureSplitter.Limits()
    limits.stripeSize = 100
    let space = String(repeating: " ", count: 1_000)
    let text = Array("{\"features\":[{},\(space){}\(space)]}".utf8)
    let whole = SplitOutcome(text, cuts: [], limits: limits)
    #expect(whole.stripes.map(\.bytes) == [Array("{}".utf8), Array("{}".utf8)])
    #expect(SplitOutcome(text, cuts: [500, 900, 1_500], limits: limits) == whole)
  }

  @Test(arguments: 0..<150 as Range<UInt64>)
  func `any document splits into what the parser reads, however it is cut`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (text, members, features) = RandomJSON.featureDocument(&generator)
    var limits = JSONFeatureSplitter.Limits()
    limits.stripeSize = generator.integer(in: 1...300)
    let cuts = (0..<generator.integer(in: 0...9)).map { _ in
      generator.integer(in: 0...text.count)
    }
    let outcome = SplitOutcome(text, cuts: cuts.sorted(), limits: limits)
    #expect(outcome.error == nil)
    #expect(outcome.document?.members == members)
    #expect(try outcome.elements() == features)
    #expect(outcome == SplitOutcome(text, cuts: [], limits: limits))
  }
}
