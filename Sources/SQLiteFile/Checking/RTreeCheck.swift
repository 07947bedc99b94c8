import Bytes

/// Checks that the three tables of an R-tree agree, as SQLite's `rtreecheck` does: every node is
/// reached once, boxes lie inside their parents', rows and nodes are where the tables say.
struct RTreeCheck {
  private let name: String
  /// Coordinates of a cell: two a dimension.
  private let coordinates: Int
  private let isInteger: Bool

  /// nil for a virtual table that is no R-tree.
  init?(_ object: SchemaObject) {
    guard let sql = object.sql else { return nil }
    var lexer = SQLLexer(sql)
    var module: String?
    var columns = 0
    var isAuxiliary = false
    while let token = lexer.next(), token.kind != .end {
      if lexer.isWord(token, "using"), let next = lexer.next() {
        module = Identifier.folded(lexer.name(next))
      } else if module != nil, lexer.isMark(token, "+") {
        isAuxiliary = true
      } else if module != nil, !isAuxiliary, lexer.isMark(token, "(") || lexer.isMark(token, ",") {
        columns += 1
      }
    }
    if isAuxiliary { columns -= 1 }
    guard let module, module == "rtree" || module == "rtree_i32", columns >= 3, columns & 1 == 1
    else { return nil }
    name = object.name
    coordinates = columns - 1
    isInteger = module == "rtree_i32"
  }

  func run(in database: DatabaseReader, problems: inout ProblemList) {
    do {
      let nodes = try RTreeTables(name, database)
      try nodes.forEachProblem(cellSize: 8 + 4 * coordinates, check: self) {
        problems.append(.rtreeBroken(table: name, node: $0, $1))
      }
    } catch .noSuchTable(let missing) {
      problems.append(.rtreeBroken(table: name, node: 0, .tableMissing(missing)))
    } catch {
      problems.append(.unreadable(object: name, error))
    }
  }

  /// Whether the box at `inner` lies inside the one at `outer`, and no side is inverted.
  func isInside(_ inner: Int, _ outer: Int?, _ bytes: Span<UInt8>) -> IntegrityProblem.RTreeProblem?
  {
    for axis in 0..<coordinates / 2 {
      let low = value(bytes, inner + 8 * axis)
      let high = value(bytes, inner + 8 * axis + 4)
      if !(low <= high) { return .boxInverted }
      if let outer,
        low < value(bytes, outer + 8 * axis) || high > value(bytes, outer + 8 * axis + 4)
      {
        return .boxOutsideParent
      }
    }
    return nil
  }

  private func value(_ bytes: Span<UInt8>, _ at: Int) -> Double {
    let bits = bytes.bigEndianUInt32(at: at)
    return isInteger ? Double(Int32(bitPattern: bits)) : Double(Float(bitPattern: bits))
  }
}

/// The three tables of an R-tree in memory.
private struct RTreeTables {
  private var bytes: [UInt8] = []
  private var nodes: [Int64: Range<Int>] = [:]
  private var parents: [Int64: Int64] = [:]
  private var rows: [Int64: Int64] = [:]

  init(_ name: String, _ database: DatabaseReader) throws(SQLiteFileError) {
    var layout = RecordLayout()
    for suffix in ["_node", "_parent", "_rowid"] {
      let table = try database.table(named: name + suffix)
      var cursor = try database.cursor(over: table)
      while try cursor.next() {
        let source = cursor.bytes
        let record = source.span.extracting(cursor.record)
        do {
          try layout.parse(record)
        } catch {
          throw error.inRow(page: cursor.page, rowid: cursor.rowid)
        }
        switch (suffix, layout.value(1, in: record)) {
        case ("_node", .blob(let range)):
          let start = bytes.count
          bytes.append(record.extracting(range))
          nodes[cursor.rowid] = start..<bytes.count
        case ("_parent", .integer(let parent)): parents[cursor.rowid] = parent
        case ("_rowid", .integer(let node)): rows[cursor.rowid] = node
        default: break
        }
      }
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
}
