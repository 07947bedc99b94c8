import Bytes

/// A run of whole elements of a streamed document. It is parsed separately, perhaps on another
/// core. The elements are separated by commas, white space or record separators as in the source:
///
/// ```swift
/// var scanner = JSONScanner()
/// while scanner.nextStripeElement(stripe.bytes.span) { try scanner.skipValue(…) }
/// ```
package struct JSONStripe: Sendable, Equatable {
  /// The bytes from the first to the last element, as in the source.
  package var bytes: [UInt8]
  /// The number of source bytes before the stripe.
  package var offset: Int
}

/// Collects whole elements until a stripe is long enough. Bytes of a block are copied in runs, not
/// one by one.
struct StripeBuilder: Sendable {
  private let size: Int
  private var bytes: [UInt8] = []
  /// The source offset of the stripe, or `nil` between stripes.
  private var start: Int?
  /// The source offset of the end of the stripe's last whole element.
  private var end = 0
  /// The index in the current block from which bytes have not been copied yet.
  private var copied = 0
  /// The number of elements that have ended so far, in all stripes.
  private(set) var elementCount = 0

  init(size: Int) {
    self.size = max(size, 1)
  }

  /// Begins a new block.
  mutating func beginBlock() {
    copied = 0
  }

  /// Begins an element at index `at` of the block, `offset` of the source.
  mutating func beginElement(
    _ block: Span<UInt8>, at: Int, offset: Int, into stripes: inout [JSONStripe]
  ) {
    if let start, offset - start >= size { flush(block, to: at, into: &stripes) }
    guard start == nil else { return }
    start = offset
    copied = at
    bytes.reserveCapacity(size &+ size / 4)
  }

  /// Ends the element before index `at` of the block, `offset` of the source.
  mutating func endElement(
    _ block: Span<UInt8>, at: Int, offset: Int, into stripes: inout [JSONStripe]
  ) {
    end = offset
    elementCount += 1
    if let start, offset - start >= size { flush(block, to: at, into: &stripes) }
  }

  /// Ends the block. `isBetween` is true if no element is open. Keeps separators from accumulating.
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

  /// Completes the stripe. `at` is at or after the end of the last element.
  mutating func flush(_ block: Span<UInt8>, to at: Int, into stripes: inout [JSONStripe]) {
    guard let start else { return }
    bytes.append(block.extracting(copied..<at))
    // Separators after the last element were added before it was known to be the last.
    let length = end - start
    if bytes.count > length { bytes.removeLast(bytes.count - length) }
    stripes.append(JSONStripe(bytes: bytes, offset: start))
    bytes = []
    self.start = nil
  }
}
