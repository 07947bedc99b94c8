package import Bytes
package import OrderedJSON

/// A piece of a source that can be read by itself: whole features, whole lines.
package struct Stripe: Sendable {
  package var bytes: [UInt8]
  /// Where the bytes stand in the (inflated) file.
  package var offset: Int
  /// The place of the stripe in its source; the same in every pass.
  package var index: Int
  /// Which of the source's files it comes from.
  package var page: Int

  package init(bytes: [UInt8], offset: Int, index: Int, page: Int = 0) {
    self.bytes = bytes
    self.offset = offset
    self.index = index
    self.page = page
  }
}

/// Numbers the stripes of a pass over rows that are not read from a text, and counts their bytes.
package struct StripeCount: Sendable {
  /// Bytes of the stripes so far.
  package private(set) var bytes = 0
  private var stripes = 0

  package init() {}

  /// The stripe of the rows that follow; nil where there are none.
  package mutating func stripe(of rows: [UInt8]) -> Stripe? {
    guard !rows.isEmpty else { return nil }
    defer {
      stripes += 1
      bytes += rows.count
    }
    return Stripe(bytes: rows, offset: bytes, index: stripes)
  }
}

/// One pass over a source, stripe by stripe.
package protocol StripeReader {
  /// The next stripe, or `nil` at the end.
  mutating func next() throws(FeatureDataError) -> Stripe?
  /// Bytes of the files read so far, as they are on disk.
  var bytesRead: Int { get }
  /// What stands around the features of each page begun so far, with `features` left out; of the
  /// last page only what stands before them, until it has been read whole.
  var documents: [JSON] { get }
}

/// Where the rows of one table come from.
///
/// A source is read as a stream of stripes: the first ones to survey them, which tells the columns,
/// their types and the kind of geometry, and then all of them to make the rows. Making rows
/// surveys them too, so that a row that does not fit what the first ones told is never lost: the
/// whole source is surveyed then, and read again. All work is on single stripes, so that stripes
/// can be spread over the cores.
package protocol FeatureSource: Sendable {
  /// The file or folder, for messages.
  var path: String { get }
  /// The files it reads, in order; none for features that stand in the map itself.
  var files: [FileRegion] { get }
  /// The files' sizes on disk, in bytes.
  var byteCount: Int { get }
  /// Starts a pass.
  func makeStripes() throws(FeatureDataError) -> any StripeReader
  /// Tells what is in a stripe. Rows in errors count from the stripe's first.
  func survey(_ stripe: Stripe) throws(FeatureDataError) -> Survey
  /// What the documents around the features, or the source's options, declare.
  func declaration(documents: [JSON]) throws(FeatureDataError) -> SourceDeclaration
  /// Makes the rows of a stripe, and their survey. Rows in errors and notices count from the
  /// stripe's first.
  func rows(
    of stripe: Stripe, declaration: SourceDeclaration, builder: inout RowBuilder
  ) throws(FeatureDataError) -> RowBatch
}

extension FeatureDataError {
  /// The same error for rows that count from `firstRow` on.
  package func moved(byRows firstRow: Int) -> FeatureDataError {
    switch self {
    case .geometry(let path, let row, let offset, let error):
      .geometry(path: path, row: row + firstRow, offset: offset, error)
    case .feature(let path, let row, let offset, let expected):
      .feature(path: path, row: row + firstRow, offset: offset, expected: expected)
    case .tooManyCells(let path, let row, let offset, let expected, let found):
      .tooManyCells(
        path: path, row: row + firstRow, offset: offset, expected: expected, found: found)
    case .unclosedQuote(let path, let row, let offset):
      .unclosedQuote(path: path, row: row + firstRow, offset: offset)
    case .textAfterQuote(let path, let row, let offset):
      .textAfterQuote(path: path, row: row + firstRow, offset: offset)
    default: self
    }
  }
}
