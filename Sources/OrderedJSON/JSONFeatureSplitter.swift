import Bytes

/// Splits a large document `{…, "features": [ {…}, {…} ], …}` into stripes of whole elements while
/// it is read. The stripes can be parsed in parallel, and the whole document is never in memory.
/// Everything outside the array (`crs`, `fields`, `spatialReference`, …) is returned as a value at
/// the end, wherever it is in the document.
///
/// Inside elements, only brackets and quotes are examined. The reader of a stripe finds errors
/// there. Errors have offsets in the source.
///
/// ```swift
/// var splitter = JSONFeatureSplitter()
/// while try stream.read(upTo: 1 << 20, appendingTo: &block) > 0 {
///   try splitter.append(block.span, to: &stripes)   // … take the stripes, empty the block
/// }
/// let document = try splitter.finish()
/// ```
package struct JSONFeatureSplitter: Sendable {
  /// A document without its features.
  package struct Document: Sendable, Equatable {
    /// The members without the streamed array.
    package var members: JSONObject
    /// Whether the document has the array.
    package var hasArray: Bool
    /// The number of elements in the stripes.
    package var elementCount: Int
    /// Errors tolerated outside the elements, with offsets in the source.
    package var leniencies: [JSONLeniency]
  }

  /// Bounds on what is kept in memory.
  package struct Limits: Sendable, Equatable {
    /// The size in bytes at which a stripe is complete.
    package var stripeSize = 1 << 20
    /// Longest element in bytes.
    package var elementSize = 256 << 20
    /// Longest document without its array, in bytes.
    package var headerSize = 16 << 20
    /// Deepest nesting outside the array.
    package var depth = 512

    /// Stripes of 1 MB, elements of 256 MB, headers of 16 MB, 512 levels.
    package init() {}
  }

  private enum State {
    case beforeDocument, header, betweenElements, element, afterDocument
  }

  private let limits: Limits
  private var state = State.beforeDocument
  /// The number of bytes in the blocks before the current one.
  private var blockOffset = 0
  private var base = 0
  private var header: FeatureDocumentHeader
  private var element = ElementScan()
  private var elementOffset = 0
  private var stripe: StripeBuilder
  /// The offset of the comma before the next element.
  private var comma: Int?
  private var leniencies: [JSONLeniency] = []

  /// Splits the array that is the top-level member `memberKey`.
  package init(memberKey: String = "features", limits: Limits = Limits()) {
    self.limits = limits
    header = FeatureDocumentHeader(
      memberKey: memberKey,
      limits: JSONLimits(
        size: limits.headerSize, depth: limits.depth, stringLength: limits.headerSize))
    stripe = StripeBuilder(size: limits.stripeSize)
  }

  /// Reads the next block of the source and adds the completed stripes.
  package mutating func append(
    _ block: Span<UInt8>, to stripes: inout [JSONStripe]
  ) throws(JSONError) {
    var at = 0
    stripe.beginBlock()
    while at < block.count {
      switch state {
      case .beforeDocument: try scanStart(block, at: &at)
      case .header: try scanHeader(block, at: &at)
      case .betweenElements: try scanSeparator(block, at: &at, to: &stripes)
      case .element: try scanElement(block, at: &at, to: &stripes)
      case .afterDocument: try scanEnd(block, at: &at)
      }
    }
    blockOffset += block.count
    stripe.endBlock(
      block, offset: blockOffset, isBetween: state == .betweenElements, into: &stripes)
    if state == .element, blockOffset - elementOffset > limits.elementSize { throw tooLarge() }
  }

  /// Ends the source and returns the document without its array.
  package mutating func finish() throws(JSONError) -> Document {
    let end = JSONPosition(offset: blockOffset)
    switch state {
    case .beforeDocument: throw .unexpected(end, expected: .object, found: nil)
    case .header: throw .unexpected(end, expected: .commaOrBrace, found: nil)
    case .betweenElements: throw .unexpected(end, expected: .commaOrBracket, found: nil)
    case .element: throw .unexpected(end, expected: .matchingBracket, found: nil)
    case .afterDocument: break
    }
    let members = try header.parse(base: base, leniencies: &leniencies)
    return Document(
      members: members, hasArray: header.hasArray, elementCount: stripe.elementCount,
      leniencies: leniencies)
  }

  /// The members before the array, while the array is being read.
  package var membersSoFar: JSONObject? {
    guard state == .betweenElements || state == .element else { return nil }
    var ended = header
    ended.endArray(offset: blockOffset)
    ended.endDocument()
    var ignored: [JSONLeniency] = []
    return try? ended.parse(base: base, leniencies: &ignored)
  }

  private func unexpected(
    _ expected: JSONExpectation, _ block: Span<UInt8>, at: Int
  ) -> JSONError {
    .unexpected(
      JSONPosition(offset: blockOffset + at), expected: expected,
      found: at < block.count ? block[at] : nil)
  }

  private func tooLarge() -> JSONError {
    .elementTooLarge(JSONPosition(offset: elementOffset), limit: limits.elementSize)
  }

  private static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}

// One function for each state.
extension JSONFeatureSplitter {
  /// White space, a byte order mark, then `{`.
  private mutating func scanStart(_ block: Span<UInt8>, at: inout Int) throws(JSONError) {
    let byte = block[at]
    let offset = blockOffset + at
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if byte == 0x7B, base == 0 || base == 3 {
      base = offset
      state = .header
    } else if offset < 3, base == offset, byte == mark[offset] {
      base += 1
      if base == 3 { leniencies.append(JSONLeniency(.byteOrderMark, offset: 0)) }
      at += 1
    } else if Self.isWhitespace(byte), base == 0 || base == 3 {
      at += 1
    } else {
      throw unexpected(.object, block, at: at)
    }
  }

  private mutating func scanHeader(_ block: Span<UInt8>, at: inout Int) throws(JSONError) {
    switch try header.scan(block, at: &at, offset: blockOffset + at) {
    case .endOfBlock: break
    case .beginArray: state = .betweenElements
    case .endDocument: state = .afterDocument
    }
  }

  private mutating func scanSeparator(
    _ block: Span<UInt8>, at: inout Int, to stripes: inout [JSONStripe]
  ) throws(JSONError) {
    let byte = block[at]
    let offset = blockOffset + at
    let needsComma = stripe.elementCount > 0 && comma == nil
    switch byte {
    case 0x20, 0x0A, 0x0D, 0x09:
      break
    case 0x2C where needsComma:
      comma = offset
    case 0x7B where !needsComma:
      comma = nil
      elementOffset = offset
      element = ElementScan()
      stripe.beginElement(block, at: at, offset: offset, into: &stripes)
      state = .element
    case 0x5D:
      if let comma { leniencies.append(JSONLeniency(.trailingComma, offset: comma)) }
      stripe.flush(block, to: at, into: &stripes)
      header.endArray(offset: offset)
      state = .header
    default:
      throw unexpected(needsComma ? .commaOrBracket : .object, block, at: at)
    }
    at += 1
  }

  private mutating func scanElement(
    _ block: Span<UInt8>, at: inout Int, to stripes: inout [JSONStripe]
  ) throws(JSONError) {
    guard let end = element.scan(block, from: at) else {
      at = block.count
      return
    }
    at = end
    let offset = blockOffset + end
    guard offset - elementOffset <= limits.elementSize else { throw tooLarge() }
    stripe.endElement(block, at: end, offset: offset, into: &stripes)
    state = .betweenElements
  }

  private mutating func scanEnd(_ block: Span<UInt8>, at: inout Int) throws(JSONError) {
    guard Self.isWhitespace(block[at]) else { throw unexpected(.endOfText, block, at: at) }
    at += 1
  }
}
