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
}

/// Collects the rows of a table.
struct RowStoreWriter: ~Copyable {
  private var file: OutputFile
  private var starts = [0]

  init(scratchIn folder: String) throws(BytesError) {
    file = try OutputFile(scratchIn: folder)
  }

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
