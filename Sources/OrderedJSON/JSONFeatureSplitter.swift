import Bytes

/// Cuts a large document `{…, "features": [ {…}, {…} ], …}` into stripes of whole elements while it
/// streams in, so that the elements can be parsed in parallel and the document never stands in
/// memory whole. Everything outside the array (`crs`, `fields`, `spatialReference`, …) is handed
/// out as a value at the end, wherever it stood.
///
/// Only brackets and quotes are looked at inside elements: a stripe's reader finds what is wrong
/// there. Errors carry offsets in the source.
///
/// ```swift
/// var splitter = JSONFeatureSplitter()
/// while try stream.read(upTo: 1 << 20, appendingTo: &block) > 0 {
///   try splitter.append(block.span, to: &stripes)   // … take the stripes, empty the block
/// }
/// let document = try splitter.finish()
/// ```
package struct JSONFeatureSplitter: Sendable {
  /// What is left of a document when its features have been handed out.
  package struct Document: Sendable, Equatable {
    /// The members without the streamed array.
    package var members: JSONObject
    /// Whether there was such an array.
    package var hasArray: Bool
    /// Elements handed out.
    package var elementCount: Int
    /// What was let through outside the elements, with offsets in the source.
    package var leniencies: [JSONLeniency]
  }

  /// Bounds on what is kept in memory.
  package struct Limits: Sendable, Equatable {
    /// Bytes at which a stripe is handed out.
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

  private enum Place {
    case beforeDocument, header, betweenElements, element, afterDocument
  }

  private let limits: Limits
  private var place = Place.beforeDocument
  /// Bytes of the blocks before the present one.
  private var blockOffset = 0
  private var base = 0
  private var header: FeatureDocumentHeader
  private var element = ElementScan()
  private var elementOffset = 0
  private var stripe: StripeBuilder
  /// The offset of the comma that stands before the next element.
  private var comma: Int?
  private var leniencies: [JSONLeniency] = []

  /// A splitter of the array that is the top-level member `memberKey`.
  package init(memberKey: String = "features", limits: Limits = Limits()) {
    self.limits = limits
    header = FeatureDocumentHeader(
      memberKey: memberKey,
      limits: JSONLimits(
        size: limits.headerSize, depth: limits.depth, stringLength: limits.headerSize))
    stripe = StripeBuilder(size: limits.stripeSize)
  }

  /// Takes the next block of the source and adds the stripes that became whole.
  package mutating func append(
    _ block: Span<UInt8>, to stripes: inout [JSONStripe]
  ) throws(JSONError) {
    var at = 0
    stripe.beginBlock()
    while at < block.count {
      switch place {
      case .beforeDocument: try scanStart(block, at: &at)
      case .header: try scanHeader(block, at: &at)
      case .betweenElements: try scanSeparator(block, at: &at, to: &stripes)
      case .element: try scanElement(block, at: &at, to: &stripes)
      case .afterDocument: try scanEnd(block, at: &at)
      }
    }
    blockOffset += block.count
    stripe.endBlock(
      block, offset: blockOffset, isBetween: place == .betweenElements, into: &stripes)
    if place == .element, blockOffset - elementOffset > limits.elementSize { throw tooLarge() }
  }

  /// The source has ended: gives the document without its array.
  package mutating func finish() throws(JSONError) -> Document {
    let end = JSONPosition(offset: blockOffset)
    switch place {
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

  /// The members that stand before the array, while it is being streamed.
  package var membersSoFar: JSONObject? {
    guard place == .betweenElements || place == .element else { return nil }
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

// One function for each place of the document.
extension JSONFeatureSplitter {
  /// White space, a byte order mark, then `{`.
  private mutating func scanStart(_ block: Span<UInt8>, at: inout Int) throws(JSONError) {
    let byte = block[at]
    let offset = blockOffset + at
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if byte == 0x7B, base == 0 || base == 3 {
      base = offset
      place = .header
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
    case .beginArray: place = .betweenElements
    case .endDocument: place = .afterDocument
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
      place = .element
    case 0x5D:
      if let comma { leniencies.append(JSONLeniency(.trailingComma, offset: comma)) }
      stripe.flush(block, to: at, into: &stripes)
      header.endArray(offset: offset)
      place = .header
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
    place = .betweenElements
  }

  private mutating func scanEnd(_ block: Span<UInt8>, at: inout Int) throws(JSONError) {
    guard Self.isWhitespace(block[at]) else { throw unexpected(.endOfText, block, at: at) }
    at += 1
  }
}
