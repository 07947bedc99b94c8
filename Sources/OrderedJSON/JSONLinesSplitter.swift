import Bytes

/// Splits newline-delimited JSON or a JSON text sequence into stripes of whole texts while it is
/// read. In a text sequence (RFC 7464), a record separator 0x1E precedes each text.
///
/// Only the ends of lines are examined. Inside a value, an opening bracket follows a comma, a colon
/// or another opening bracket (RFC 8259 §2), and strings have no raw line feeds. So a line that
/// begins with a bracket after anything else begins a text. Texts may span lines. Several texts on
/// one line stay together, as do texts without brackets: the reader of a stripe separates them.
package struct JSONLinesSplitter: Sendable {
  private static let lineFeed: UInt8 = 0x0A
  private static let recordSeparator: UInt8 = 0x1E

  private let elementSize: Int
  private var blockOffset = 0
  /// The byte that ends a line. Unknown until the first byte of the first text.
  private var delimiter: UInt8?
  /// The texts that are being read, or `nil` before the first.
  private var open: OpenText?
  private var stripe: StripeBuilder
  /// Tolerated errors: at most a byte order mark.
  package private(set) var leniencies: [JSONLeniency] = []

  /// One or more texts whose end is not known yet.
  private struct OpenText {
    /// The offset of the first byte.
    let start: Int
    /// The offset after the last byte so far that isn't white space.
    var end: Int
    /// The byte before `end`.
    var last: UInt8
    /// Whether only white space follows the end of a line.
    var isAtLineStart = false

    /// Whether a bracket at the start of a line begins another text.
    var mayEnd: Bool { !",:[".utf8.contains(last) }
  }

  /// Creates stripes of about `stripeSize` bytes. More than `elementSize` bytes in one text are an
  /// error, and so are more bytes of white space after it.
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
      if let open, !open.isAtLineStart {
        skipLine(block, at: &at)
      } else {
        try skipLineStart(block, at: &at, to: &stripes)
      }
    }
    blockOffset += block.count
    try checkSize()
    stripe.endBlock(block, offset: blockOffset, isBetween: open == nil, into: &stripes)
  }

  /// Ends the source and adds the last stripe.
  package mutating func finish(to stripes: inout [JSONStripe]) {
    let nothing: [UInt8] = []
    stripe.beginBlock()
    if let open {
      stripe.endElement(nothing.span, at: 0, offset: open.end, into: &stripes)
      self.open = nil
    }
    stripe.flush(nothing.span, to: 0, into: &stripes)
  }

  /// Skips the rest of a line.
  private mutating func skipLine(_ block: Span<UInt8>, at: inout Int) {
    let delimiter = delimiter ?? Self.lineFeed
    let lineEnd = block.firstIndex(of: delimiter, from: at)
    var end = lineEnd ?? block.count
    let next = lineEnd.map { $0 &+ 1 } ?? block.count
    while end > at, Self.isBlank(block[end &- 1]) { end &-= 1 }
    if end > at {
      open?.end = blockOffset + end
      open?.last = block[end &- 1]
    }
    open?.isAtLineStart = lineEnd != nil
    at = next
  }

  /// Reads one byte at the start of a line or of the source.
  private mutating func skipLineStart(
    _ block: Span<UInt8>, at: inout Int, to stripes: inout [JSONStripe]
  ) throws(JSONError) {
    let byte = block[at]
    let offset = blockOffset + at
    switch byte {
    case Self.recordSeparator:
      delimiter = delimiter ?? Self.recordSeparator
    case _ where Self.isBlank(byte):
      break
    case 0xEF where offset == 0, 0xBB where offset == 1, 0xBF where offset == 2:
      if offset == 2 { leniencies.append(JSONLeniency(.byteOrderMark, offset: 0)) }
    default:
      delimiter = delimiter ?? Self.lineFeed
      try endText(before: byte, block, at: at, to: &stripes)
      open?.isAtLineStart = false
      // The byte itself may end the block, so it is noted with the rest of its line.
      return
    }
    at += 1
  }

  /// Ends the open texts and begins others, if the byte after a line's end shows that.
  private mutating func endText(
    before byte: UInt8, _ block: Span<UInt8>, at: Int, to stripes: inout [JSONStripe]
  ) throws(JSONError) {
    let offset = blockOffset + at
    if let open {
      guard open.mayEnd, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else { return }
      try checkSize()
      stripe.endElement(block, at: at, offset: open.end, into: &stripes)
    }
    open = OpenText(start: offset, end: offset, last: byte)
    stripe.beginElement(block, at: at, offset: offset, into: &stripes)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == recordSeparator
  }

  private func checkSize() throws(JSONError) {
    guard let open,
      open.end - open.start > elementSize || blockOffset - open.end > elementSize
    else { return }
    throw .elementTooLarge(JSONPosition(offset: open.start), limit: elementSize)
  }
}
