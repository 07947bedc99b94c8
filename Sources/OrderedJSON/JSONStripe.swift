import Bytes

/// A run of whole elements of a streamed document, to be parsed apart from the rest, perhaps on
/// another core. Between the elements stand commas, white space or record separators as in the
/// source:
///
/// ```swift
/// var scanner = JSONScanner()
/// while scanner.nextStripeElement(stripe.bytes.span) { try scanner.skipValue(…) }
/// ```
package struct JSONStripe: Sendable, Equatable {
  /// The bytes from the first element to the last, as in the source.
  package var bytes: [UInt8]
  /// Bytes of the source before the stripe.
  package var offset: Int
  /// Elements of the source before the stripe.
  package var firstElement: Int
  /// Elements in the stripe.
  package var elementCount: Int
  /// The line, from 1, the stripe begins on; only known of line-delimited sources.
  package var firstLine: Int?
}

extension JSONScanner {
  /// Skips what separates the elements of a stripe (white space, commas, record separators);
  /// `false` when no element is left.
  @inlinable package mutating func nextStripeElement(_ bytes: Span<UInt8>) -> Bool {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D, 0x2C, 0x1E: position &+= 1
      default: return true
      }
    }
    return false
  }
}

/// Gathers whole elements until a stripe is long enough. Bytes of a block are copied in runs, not
/// one by one.
struct StripeBuilder: Sendable {
  private let size: Int
  private var bytes: [UInt8] = []
  /// Where the stripe begins in the source; `nil` between stripes.
  private var start: Int?
  /// Where the last whole element of the stripe ends in the source.
  private var end = 0
  /// Where the run of the present block begins that is not copied yet.
  private var copied = 0
  private var firstLine: Int?
  private var inStripe = 0
  /// Elements that have ended so far, in all stripes.
  private(set) var elementCount = 0

  init(size: Int) {
    self.size = max(size, 1)
  }

  /// A new block begins.
  mutating func beginBlock() {
    copied = 0
  }

  /// An element begins at index `at` of the block, `offset` of the source.
  mutating func beginElement(
    _ block: Span<UInt8>, at: Int, offset: Int, line: Int? = nil, into stripes: inout [JSONStripe]
  ) {
    if let start, offset - start >= size { flush(block, to: at, into: &stripes) }
    guard start == nil else { return }
    start = offset
    copied = at
    firstLine = line
    bytes.reserveCapacity(size &+ size / 4)
  }

  /// The element ends before index `at` of the block, `offset` of the source.
  mutating func endElement(
    _ block: Span<UInt8>, at: Int, offset: Int, into stripes: inout [JSONStripe]
  ) {
    end = offset
    elementCount += 1
    inStripe += 1
    if let start, offset - start >= size { flush(block, to: at, into: &stripes) }
  }

  /// The block ends; `isBetween` when no element is open. Keeps separators from piling up.
  mutating func endBlock(
    _ block: Span<UInt8>, offset: Int, isBetween: Bool, into stripes: inout [JSONStripe]
  ) {
    guard let start else { return }
    if isBetween, offset - start >= size {
      flush(block, to: block.count, into: &stripes)
    } else {
      bytes.append(block.extracting(copied..<block.count))
      copied = block.count
    }
  }

  /// Hands out what is whole; `at` is at or after the last element's end.
  mutating func flush(_ block: Span<UInt8>, to at: Int, into stripes: inout [JSONStripe]) {
    guard let start else { return }
    bytes.append(block.extracting(copied..<at))
    // Separators after the last element were taken in before it was known to be the last.
    let length = end - start
    if bytes.count > length { bytes.removeLast(bytes.count - length) }
    stripes.append(
      JSONStripe(
        bytes: bytes, offset: start, firstElement: elementCount - inStripe,
        elementCount: inStripe, firstLine: firstLine))
    bytes = []
    inStripe = 0
    self.start = nil
  }
}
