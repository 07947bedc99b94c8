import Bytes

/// The tables of an R-tree in memory.
struct RTreeTables {
  private var bytes: [UInt8] = []
  private var nodes = NumberedRows<Range<Int>>()
  private var parents = NumberedRows<Int64>()
  private var rows = NumberedRows<Int64>()

  /// All three tables.
  init(_ name: String, _ database: DatabaseReader) throws(SQLiteFileError) {
    try self.init(nodesOf: name, database)
    parents = try Self.numbers(of: name + "_parent", database)
    rows = try Self.numbers(of: name + "_rowid", database)
  }

  /// The table of nodes alone.
  init(nodesOf name: String, _ database: DatabaseReader) throws(SQLiteFileError) {
    var cursor = try database.cursor(over: try database.table(named: name + "_node"))
    var layout = RecordLayout()
    while try cursor.next() {
      let source = cursor.bytes
      let record = source.span.extracting(cursor.record)
      try Self.parse(record, &layout, cursor)
      guard case .blob(let range) = layout.value(1, in: record) else { continue }
      let start = bytes.count
      bytes.append(record.extracting(range))
      nodes.append(start..<bytes.count, rowid: cursor.rowid)
    }
  }

  /// The rows of a table that gives each of its ids a number.
  private static func numbers(
    of name: String, _ database: DatabaseReader
  ) throws(SQLiteFileError) -> NumberedRows<Int64> {
    var rows = NumberedRows<Int64>()
    var cursor = try database.cursor(over: try database.table(named: name))
    var layout = RecordLayout()
    while try cursor.next() {
      let source = cursor.bytes
      let record = source.span.extracting(cursor.record)
      try parse(record, &layout, cursor)
      guard case .integer(let number) = layout.value(1, in: record) else { continue }
      rows.append(number, rowid: cursor.rowid)
    }
    return rows
  }

  private static func parse(
    _ record: Span<UInt8>, _ layout: inout RecordLayout, _ cursor: borrowing TableCursor
  ) throws(SQLiteFileError) {
    do {
      try layout.parse(record)
    } catch {
      throw error.inRow(page: cursor.page, rowid: cursor.rowid)
    }
  }

  private struct Visit {
    var node: Int64
    var height: Int
    /// Where the box of the cell that points here begins.
    var box: Int?
  }

  func forEachProblem(
    cellSize: Int, check: RTreeCheck,
    _ report: (Int64, IntegrityProblem.RTreeProblem) -> Void
  ) throws(SQLiteFileError) {
    guard let root = nodes[1], root.count >= 4 else { return report(1, .nodeMissing) }
    let depth = Int(bytes.span.bigEndianUInt16(at: root.lowerBound))
    var visits = [Visit(node: 1, height: depth, box: nil)]
    var seen: Set<Int64> = [1]
    var leaves = 0
    while let visit = visits.popLast() {
      guard let range = nodes[visit.node] else {
        report(visit.node, .nodeMissing)
        continue
      }
      let count = range.count < 4 ? 0 : Int(bytes.span.bigEndianUInt16(at: range.lowerBound + 2))
      guard range.count == root.count, 4 + count * cellSize <= range.count, visit.height <= 40
      else {
        report(visit.node, .wrongSize(range.count))
        continue
      }
      for cell in 0..<count {
        let at = range.lowerBound + 4 + cell * cellSize
        let id = Int64(bitPattern: bytes.span.bigEndianUInt64(at: at))
        if let problem = check.isInside(at + 8, visit.box, bytes.span) {
          report(visit.node, problem)
        }
        if visit.height == 0 {
          leaves += 1
          if rows[id] != visit.node { report(visit.node, .rowInWrongNode(id)) }
        } else if !seen.insert(id).inserted {
          report(id, .nodeReachedTwice)
        } else {
          if parents[id] != visit.node { report(id, .wrongParent) }
          visits.append(Visit(node: id, height: visit.height - 1, box: at + 8))
        }
      }
    }
    if leaves != rows.count { report(1, .counts(found: leaves, expected: rows.count)) }
    if seen.count != nodes.count { report(1, .counts(found: seen.count, expected: nodes.count)) }
    if seen.count - 1 != parents.count {
      report(1, .counts(found: seen.count - 1, expected: parents.count))
    }
  }

  /// The entries of the leaves in two dimensions, by ascending id; nodes that are missing or of
  /// another size are passed over.
  func entries() -> [RTreeEntry] {
    guard let root = nodes[1], root.count >= 4 else { return [] }
    let span = bytes.span
    var entries: [RTreeEntry] = []
    entries.reserveCapacity(bytes.count / 24)
    var visits = [(node: Int64(1), height: Int(span.bigEndianUInt16(at: root.lowerBound)))]
    var seen: Set<Int64> = [1]
    while let visit = visits.popLast() {
      guard let range = nodes[visit.node], range.count >= 4 else { continue }
      let count = Int(span.bigEndianUInt16(at: range.lowerBound + 2))
      guard 4 + count * 24 <= range.count else { continue }
      for cell in 0..<count {
        let at = range.lowerBound + 4 + cell * 24
        let id = Int64(bitPattern: span.bigEndianUInt64(at: at))
        if visit.height == 0 {
          entries.append(RTreeEntry(id: id, box: at + 8, bytes: span))
        } else if seen.insert(id).inserted {
          visits.append((id, visit.height - 1))
        }
      }
    }
    entries.sort { $0.id < $1.id }
    return entries
  }
}

/// What the rows of a table hold, found by row id; they come in ascending order.
private struct NumberedRows<Value: Sendable>: Sendable {
  private var rowids: [Int64] = []
  private var values: [Value] = []

  var count: Int { values.count }

  mutating func append(_ value: Value, rowid: Int64) {
    rowids.append(rowid)
    values.append(value)
  }

  subscript(rowid: Int64) -> Value? {
    guard let first = rowids.first else { return nil }
    // Row ids mostly follow each other: a row is not before its place by more than there are gaps,
    // and most often by its share of them.
    let (distance, isFar) = rowid.subtractingReportingOverflow(first)
    guard !isFar, distance >= 0 else { return nil }
    let last = rowids.count &- 1
    var (low, high) = (0, Int(min(distance, Int64(last))) &+ 1)
    let (span, isWide) = rowids[last].subtractingReportingOverflow(first)
    if !isWide, span < 1 << 31, distance <= span {
      let gaps = Int(span) &- last
      low = max(0, high &- 1 &- gaps)
      let share = Int(distance) &* last / max(1, Int(span))
      let (near, far) = (share &- 32, share &+ 32)
      if near > low, near < high, rowids[near] < rowid { low = near }
      if far > low, far < high, rowids[far] >= rowid { high = far &+ 1 }
    }
    while low < high {
      let middle = (low &+ high) / 2
      if rowids[middle] < rowid { low = middle &+ 1 } else { high = middle }
    }
    return low < rowids.count && rowids[low] == rowid ? values[low] : nil
  }
}

/// A row's box in an R-tree of two dimensions.
package struct RTreeEntry: Equatable, Sendable {
  /// The row id.
  package var id: Int64
  /// The sides, as the index holds them.
  package var minX, maxX, minY, maxY: Float

  fileprivate init(id: Int64, box: Int, bytes: Span<UInt8>) {
    self.id = id
    minX = Float(bitPattern: bytes.bigEndianUInt32(at: box))
    maxX = Float(bitPattern: bytes.bigEndianUInt32(at: box + 4))
    minY = Float(bitPattern: bytes.bigEndianUInt32(at: box + 8))
    maxY = Float(bitPattern: bytes.bigEndianUInt32(at: box + 12))
  }
}

extension DatabaseReader {
  /// The entries of an R-tree of two dimensions, by ascending id; to be compared, not trusted.
  ///
  /// - Throws: `SQLiteFileError.noSuchTable` when its table of nodes is missing, and what reading
  ///   it throws.
  package func rtreeEntries(of name: String) throws(SQLiteFileError) -> [RTreeEntry] {
    try RTreeTables(nodesOf: name, self).entries()
  }
}
