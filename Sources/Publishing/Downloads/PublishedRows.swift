import Bytes

/// The rows of a layer's GeoPackage: new ones, and those that are kept from an earlier site.
struct PublishedRows: Sendable {
  private let new: RowStore
  private let earlier: RowStore?
  private let runs: [Run]

  /// Rows that follow each other in one of both.
  fileprivate struct Run: Sendable {
    let isKept: Bool
    var rows: Range<Int>
  }

  fileprivate init(new: RowStore, earlier: RowStore?, _ runs: [Run]) {
    (self.new, self.earlier, self.runs) = (new, earlier, runs)
  }

  var count: Int { runs.reduce(0) { $0 + $1.rows.count } }

  /// Calls `body` with the records of some rows, a few at a time, and with the end of each.
  ///
  /// - Parameter batch: The number of rows that are read together.
  func forEach(
    _ range: Range<Int>, batch: Int, _ body: (inout [UInt8], inout [Int]) throws -> Void
  ) throws {
    var bytes: [UInt8] = []
    var number = 0
    for run in runs {
      let part = range.clamped(to: number..<number + run.rows.count)
      let first = run.rows.lowerBound - number
      number += run.rows.count
      guard let store = run.isKept ? earlier : new else { continue }
      for start in stride(from: part.lowerBound + first, to: part.upperBound + first, by: batch) {
        let rows = start..<min(start + batch, part.upperBound + first)
        var ends = try store.read(rows, into: &bytes)
        try body(&bytes, &ends)
      }
    }
  }
}

/// Collects the rows of a layer's GeoPackage.
struct PublishedRowsWriter: ~Copyable {
  private var new: RowStoreWriter
  private let earlier: RowStore?
  private var runs: [PublishedRows.Run] = []

  /// - Parameter earlier: The rows of the GeoPackage in an earlier site.
  init(earlier: RowStore?, scratchIn folder: String) throws(BytesError) {
    new = try RowStoreWriter(scratchIn: folder)
    self.earlier = earlier
  }

  /// Adds new rows: records that follow each other, each ending at one of `ends`.
  mutating func append(_ records: Span<UInt8>, ends: [Int]) throws(BytesError) {
    let start = new.count
    try new.append(records, ends: ends)
    add(PublishedRows.Run(isKept: false, rows: start..<new.count))
  }

  /// Adds rows of the earlier site. They stay where they are.
  mutating func append(kept rows: Range<Int>) {
    add(PublishedRows.Run(isKept: true, rows: rows))
  }

  private mutating func add(_ run: PublishedRows.Run) {
    guard let last = runs.last, last.isKept == run.isKept,
      last.rows.upperBound == run.rows.lowerBound
    else { return runs.append(run) }
    runs[runs.count - 1].rows = last.rows.lowerBound..<run.rows.upperBound
  }

  consuming func finish() throws(BytesError) -> PublishedRows {
    let (earlier, runs) = (earlier, runs)
    return PublishedRows(new: try new.finish(), earlier: earlier, runs)
  }
}
