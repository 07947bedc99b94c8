package import Bytes
package import OrderedJSON

/// A piece of a source that can be read independently: whole features, whole lines.
package struct Stripe: Sendable {
  package var bytes: [UInt8]
  /// The offset of the bytes in the (inflated) file.
  package var offset: Int
  /// The index of the stripe in its source. It is the same in every pass.
  package var index: Int
  /// The index of the source's file.
  package var page: Int

  package init(bytes: [UInt8], offset: Int, index: Int, page: Int = 0) {
    self.bytes = bytes
    self.offset = offset
    self.index = index
    self.page = page
  }
}

/// Numbers the stripes of a pass over rows that are not text, and counts their bytes.
package struct StripeCount: Sendable {
  /// The bytes of the stripes so far.
  package private(set) var bytes = 0
  private var stripes = 0

  package init() {}

  /// Returns a stripe of the next rows, or nil if there are none.
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
  /// Returns the next stripe, or `nil` at the end.
  mutating func next() throws -> Stripe?
  /// The number of bytes of the files read so far, as on disk.
  var bytesRead: Int { get }
  /// The document around the features of each page so far, without `features`. For the current
  /// page, only the members before the features are included until the page has been read.
  var documents: [JSON] { get }
}

/// A source of the rows of one table.
///
/// A source is read as a stream of stripes. The first stripes are surveyed for columns, types and
/// geometry kind. Then rows are made from all stripes. Making rows surveys them too. If a row
/// doesn't fit the first survey, the whole source is surveyed and read again, so that nothing is
/// lost. All work is done on single stripes, so that stripes can be distributed over the cores.
package protocol FeatureSource: Sendable {
  /// The file or folder, for messages.
  var path: String { get }
  /// The files of the source in order. Empty for features in the map itself.
  var files: [FileRegion] { get }
  /// The total size of the files on disk, in bytes.
  var byteCount: Int { get }
  /// Starts a pass.
  func makeStripes() throws -> any StripeReader
  /// Surveys a stripe. Row numbers in errors count from the stripe's first row.
  func survey(_ stripe: Stripe) throws -> Survey
  /// Returns what the documents around the features, or the source's options, declare.
  func declaration(documents: [JSON]) throws -> SourceDeclaration
  /// Makes and surveys the rows of a stripe. Row numbers in errors and notices count from the
  /// stripe's first row.
  func rows(
    of stripe: Stripe, declaration: SourceDeclaration, builder: inout RowBuilder
  ) throws -> RowBatch
}

extension FeatureDataError {
  /// Returns an error of reading with row numbers that count from `firstRow`.
  package static func moved(_ error: any Error, byRows firstRow: Int) -> any Error {
    (error as? FeatureDataError)?.moved(byRows: firstRow) ?? error
  }

  /// Does work on rows that count from 1, and moves the row numbers of its errors.
  static func moving<Result>(byRows firstRow: Int, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch { throw moved(error, byRows: firstRow) }
  }

  /// Returns the same error with row numbers that count from `firstRow`.
  private func moved(byRows firstRow: Int) -> FeatureDataError {
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
    case .notUTF8(let path, let row, let offset):
      .notUTF8(path: path, row: row.map { $0 + firstRow }, offset: offset)
    case .tooLarge, .nulByte, .shapesLost, .coordinatesMissing, .empty, .serviceError,
      .changedWhileReading, .spatialReferenceUnknown, .spatialReferenceUnreadable, .mixedGeometry,
      .geometryTypeMismatch,
      .columnTwice, .tooManyColumns, .columnMissing, .pagesDisagree:
      self
    }
  }
}
