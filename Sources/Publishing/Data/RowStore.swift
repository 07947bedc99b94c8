import Bytes

/// The rows of one table in an unnamed temporary file, to be read again in any order. This keeps
/// memory small for large tables.
struct RowStore: Sendable {
  private let file: InputFile
  /// The start of each row, followed by the end of the last.
  private let starts: [Int]

  fileprivate init(_ file: InputFile, _ starts: [Int]) {
    self.file = file
    self.starts = starts
  }

  var count: Int { starts.count - 1 }

  /// Reads one row's record into `buffer`, replacing its content.
  func read(_ row: Int, into buffer: inout [UInt8]) throws(BytesError) {
    try file.read(at: starts[row], count: starts[row + 1] - starts[row], into: &buffer)
  }

  /// Reads the records of rows that follow each other into `buffer`, replacing its content. Returns
  /// the end of each.
  func read(_ rows: Range<Int>, into buffer: inout [UInt8]) throws(BytesError) -> [Int] {
    let start = starts[rows.lowerBound]
    try file.read(at: start, count: starts[rows.upperBound] - start, into: &buffer)
    return rows.map { starts[$0 + 1] - start }
  }

  /// The number of bytes that are read at once, unless a row is longer.
  private static let blockSize = 1 << 17

  /// Reads a row and those after it into `block`, replacing its content.
  ///
  /// - Returns: The rows, and where the block begins in the file.
  fileprivate func read(
    from row: Int, into block: inout [UInt8]
  ) throws(BytesError) -> (rows: Range<Int>, start: Int) {
    var end = row + 1
    while end < count, starts[end + 1] - starts[row] <= Self.blockSize { end += 1 }
    try file.read(at: starts[row], count: starts[end] - starts[row], into: &block)
    return (row..<end, starts[row])
  }

  /// Returns the range of a row in a block that begins at `start`.
  fileprivate func range(ofRow row: Int, from start: Int) -> Range<Int> {
    starts[row] - start..<starts[row + 1] - start
  }

  /// Calls `body` with each row and its record, in order.
  func forEach(_ body: (Int, Span<UInt8>) throws -> Void) throws {
    var block: [UInt8] = []
    var row = 0
    while row < count {
      let (rows, start) = try read(from: row, into: &block)
      let bytes = block.span
      for inner in rows {
        try body(inner, bytes.extracting(range(ofRow: inner, from: start)))
      }
      row = rows.upperBound
    }
  }
}

/// Reads rows of a store one by one. If they are in its order, many are read at once.
struct RowReader {
  private let store: RowStore
  private var block: [UInt8] = []
  /// The rows in the block, and where it begins in the file.
  private var rows = 0..<0
  private var start = 0
  private var last = -1

  init(_ store: RowStore) { self.store = store }

  /// Reads one row's record into `buffer`, replacing its content.
  mutating func read(_ row: Int, into buffer: inout [UInt8]) throws(BytesError) {
    let isNext = row == last + 1
    last = row
    if !rows.contains(row) {
      guard isNext else { return try store.read(row, into: &buffer) }
      (rows, start) = try store.read(from: row, into: &block)
    }
    buffer.removeAll(keepingCapacity: true)
    buffer.append(block.span.extracting(store.range(ofRow: row, from: start)))
  }
}

/// Collects the rows of a table.
struct RowStoreWriter: ~Copyable {
  private var file: OutputFile
  private var starts = [0]

  init(scratchIn folder: String) throws(BytesError) {
    file = try OutputFile(scratchIn: folder)
  }

  /// The number of rows.
  var count: Int { starts.count - 1 }

  mutating func append(_ record: Span<UInt8>) throws(BytesError) {
    try file.append(record)
    starts.append(file.count)
  }

  /// Adds records that follow each other in `records`, each ending at one of `ends`.
  mutating func append(_ records: Span<UInt8>, ends: [Int]) throws(BytesError) {
    let start = file.count
    try file.append(records)
    for end in ends { starts.append(start + end) }
  }

  consuming func finish() throws(BytesError) -> RowStore {
    let starts = starts
    return RowStore(try file.reopen(), starts)
  }
}
