import Bytes
import Records

/// The tables of an R-tree. Keeps in memory where rows and nodes are, and reads nodes on demand.
struct RTreeTables {
  private var nodes: TableCursor
  private var nodeCount = 0
  private var layout = RecordLayout()
  /// The node that was opened last.
  private(set) var node: [UInt8] = []
  private var parents = NumberedRows()
  private var rows = NumberedRows()

  /// Opens all three tables.
  init(_ name: String, _ database: DatabaseReader) throws(SQLiteFileError) {
    try self.init(nodesOf: name, database)
    var counted = nodes
    while try counted.next() { nodeCount += 1 }
    parents = try NumberedRows(of: name + "_parent", database)
    rows = try NumberedRows(of: name + "_rowid", database)
  }

  /// Opens the table of nodes alone.
  init(nodesOf name: String, _ database: DatabaseReader) throws(SQLiteFileError) {
    nodes = try database.cursor(over: try database.table(named: name + "_node"))
  }

  /// Opens a node. Returns false if it does not exist or is not a blob.
  mutating func open(_ number: Int64) throws(SQLiteFileError) -> Bool {
    guard try nodes.find(number) else { return false }
    try nodes.layOut(&layout)
    node.removeAll(keepingCapacity: true)
    nodes.withRecord { record in
      if case .blob(let range) = layout.value(1, in: record) {
        node.append(record.extracting(range))
      }
    }
    return !node.isEmpty
  }

  private struct Visit {
    var node: Int64
    var height: Int
    /// The box of the cell that points to this node; empty for the root.
    var box: [UInt8]
  }

  mutating func forEachProblem(
    cellSize: Int, check: RTreeCheck,
    _ report: (Int64, IntegrityProblem.RTreeProblem) -> Void
  ) throws(SQLiteFileError) {
    guard try open(1), node.count >= 4 else { return report(1, .nodeMissing) }
    let size = node.count
    let depth = Int(node.span.bigEndianUInt16(at: 0))
    var visits = [Visit(node: 1, height: depth, box: [])]
    var seen: Set<Int64> = [1]
    var leaves = 0
    while let visit = visits.popLast() {
      guard try open(visit.node) else {
        report(visit.node, .nodeMissing)
        continue
      }
      let count = node.count < 4 ? 0 : Int(node.span.bigEndianUInt16(at: 2))
      guard node.count == size, 4 + count * cellSize <= size, visit.height <= 40 else {
        report(visit.node, .wrongSize(node.count))
        continue
      }
      for cell in 0..<count {
        let at = 4 + cell * cellSize
        let id = Int64(bitPattern: node.span.bigEndianUInt64(at: at))
        let box = at + 8..<at + cellSize
        if let problem = check.problem(ofBox: node.span.extracting(box), in: visit.box.span) {
          report(visit.node, problem)
        }
        if visit.height == 0 {
          leaves += 1
          if rows[id] != visit.node { report(visit.node, .rowInWrongNode(id)) }
        } else if !seen.insert(id).inserted {
          report(id, .nodeReachedTwice)
        } else {
          if parents[id] != visit.node { report(id, .wrongParent) }
          visits.append(Visit(node: id, height: visit.height - 1, box: Array(node[box])))
        }
      }
    }
    if leaves != rows.count { report(1, .counts(found: leaves, expected: rows.count)) }
    if seen.count != nodeCount { report(1, .counts(found: seen.count, expected: nodeCount)) }
    if seen.count - 1 != parents.count {
      report(1, .counts(found: seen.count - 1, expected: parents.count))
    }
  }

  /// The entries of the leaves in two dimensions, by ascending id. Skips nodes that are missing or
  /// have another size.
  mutating func entries() throws(SQLiteFileError) -> [RTreeEntry] {
    guard try open(1), node.count >= 4 else { return [] }
    var entries: [RTreeEntry] = []
    var visits = [(node: Int64(1), height: Int(node.span.bigEndianUInt16(at: 0)))]
    var seen: Set<Int64> = [1]
    while let visit = visits.popLast() {
      guard try open(visit.node), node.count >= 4 else { continue }
      let count = Int(node.span.bigEndianUInt16(at: 2))
      guard 4 + count * 24 <= node.count else { continue }
      for cell in 0..<count {
        let at = 4 + cell * 24
        let id = Int64(bitPattern: node.span.bigEndianUInt64(at: at))
        if visit.height == 0 {
          entries.append(RTreeEntry(id: id, box: at + 8, bytes: node.span))
        } else if seen.insert(id).inserted {
          visits.append((id, visit.height - 1))
        }
      }
    }
    entries.sort { $0.id < $1.id }
    return entries
  }
}

/// The rows of a table that maps ids to numbers, found by row id.
private struct NumberedRows: Sendable {
  private var rowids: [Int64] = []
  private var values: [Int64] = []

  init() {}

  init(of name: String, _ database: DatabaseReader) throws(SQLiteFileError) {
    var cursor = try database.cursor(over: try database.table(named: name))
    var layout = RecordLayout()
    while try cursor.next() {
      if rowids.isEmpty {
        rowids.reserveCapacity(cursor.expectedRows)
        values.reserveCapacity(cursor.expectedRows)
      }
      try cursor.layOut(&layout)
      let rowid = cursor.rowid
      cursor.withRecord { record in
        guard case .integer(let number) = layout.value(1, in: record) else { return }
        rowids.append(rowid)
        values.append(number)
      }
    }
  }

  var count: Int { values.count }

  subscript(rowid: Int64) -> Int64? {
    guard let first = rowids.first else { return nil }
    // Row ids are mostly consecutive, so a row's distance from the start is at most its id's
    // distance, and usually in proportion to it.
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

/// A row's box in a two-dimensional R-tree.
package struct RTreeEntry: Equatable, Sendable {
  /// The row id.
  package var id: Int64
  /// The sides of the box, as the index stores them.
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
  /// The entries of a two-dimensional R-tree, by ascending id. They may be wrong; compare them with
  /// the rows.
  ///
  /// - Throws: `SQLiteFileError.noSuchTable` if the table of nodes is missing, and what reading it
  ///   throws.
  package func rtreeEntries(of name: String) throws(SQLiteFileError) -> [RTreeEntry] {
    var tables = try RTreeTables(nodesOf: name, self)
    return try tables.entries()
  }
}
