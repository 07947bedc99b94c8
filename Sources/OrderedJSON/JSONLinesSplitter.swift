import Bytes

/// Splits newline-delimited JSON or a JSON text sequence into stripes of whole texts while it is
/// read. In a text sequence (RFC 7464), a record separator 0x1E precedes each text.
///
/// An object or array ends with its bracket, so it may span lines, and a file may have a single one.
/// Of other texts, the first byte that isn't white space decides what ends them. Blank lines are
/// skipped. Inside objects and arrays, only brackets and quotes are examined.
package struct JSONLinesSplitter: Sendable {
  private static let lineFeed: UInt8 = 0x0A
  private static let recordSeparator: UInt8 = 0x1E

  private let elementSize: Int
  private var blockOffset = 0
  /// The byte that ends a text. Unknown until the first byte of the first text.
  private var delimiter: UInt8?
  /// The offset of the open text, or `nil` between texts.
  private var elementOffset: Int?
  /// Finds the end of the open text, if it began with a bracket.
  private var brackets: ElementScan?
  private var stripe: StripeBuilder
  /// Tolerated errors: at most a byte order mark.
  package private(set) var leniencies: [JSONLeniency] = []

  /// The number of texts so far.
  package var elementCount: Int { stripe.elementCount }

  /// Creates stripes of about `stripeSize` bytes. A text of more than `elementSize` bytes is an
  /// error.
  package init(stripeSize: Int = 1 << 20, elementSize: Int = 256 << 20) {
    self.elementSize = elementSize
    stripe = StripeBuilder(size: stripeSize)
  }

  /// Reads the next block of the source and adds the completed stripes.
  package mutating func append(
    _ block: Span<UInt8>, to stripes: inout [JSONStripe]
  ) throws(JSONError) {
    stripe.beginBlock()
    var at = 0
    while at < block.count {
      if elementOffset == nil {
        try skipBlank(block, at: &at, to: &stripes)
      } else {
        try scanText(block, at: &at, to: &stripes)
      }
    }
    blockOffset += block.count
    try checkSize(endingAt: blockOffset)
    stripe.endBlock(
      block, offset: blockOffset, isBetween: elementOffset == nil, into: &stripes)
  }

  /// Ends the source and adds the last stripe.
  package mutating func finish(to stripes: inout [JSONStripe]) {
    let nothing: [UInt8] = []
    stripe.beginBlock()
    if elementOffset != nil {
      elementOffset = nil
      stripe.endElement(nothing.span, at: 0, offset: blockOffset, into: &stripes)
    }
    stripe.flush(nothing.span, to: 0, into: &stripes)
  }

  /// Skips one byte between texts, or begins a text there.
  private mutating func skipBlank(
    _ block: Span<UInt8>, at: inout Int, to stripes: inout [JSONStripe]
  ) throws(JSONError) {
    let byte = block[at]
    let offset = blockOffset + at
    switch byte {
    case Self.lineFeed, 0x20, 0x09, 0x0D:
      break
    case Self.recordSeparator:
      delimiter = delimiter ?? Self.recordSeparator
    case 0xEF where offset == 0, 0xBB where offset == 1, 0xBF where offset == 2:
      if offset == 2 { leniencies.append(JSONLeniency(.byteOrderMark, offset: 0)) }
    default:
      delimiter = delimiter ?? Self.lineFeed
      elementOffset = offset
      brackets = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") ? ElementScan() : nil
      stripe.beginElement(block, at: at, offset: offset, into: &stripes)
    }
    at += 1
  }

  /// Skips the rest of the open text up to its end.
  private mutating func scanText(
    _ block: Span<UInt8>, at: inout Int, to stripes: inout [JSONStripe]
  ) throws(JSONError) {
    guard let end = end(of: block, from: at) else {
      at = block.count
      return
    }
    try checkSize(endingAt: blockOffset + end)
    elementOffset = nil
    stripe.endElement(block, at: end, offset: blockOffset + end, into: &stripes)
    at = end
  }

  /// Returns the offset in the block after the open text, or `nil` if the text goes on.
  private mutating func end(of block: Span<UInt8>, from at: Int) -> Int? {
    if brackets != nil { return brackets?.scan(block, from: at) }
    return delimiter.flatMap { block.firstIndex(of: $0, from: at) }
  }

  private func checkSize(endingAt offset: Int) throws(JSONError) {
    guard let elementOffset, offset - elementOffset > elementSize else { return }
    throw .elementTooLarge(JSONPosition(offset: elementOffset), limit: elementSize)
  }
}
