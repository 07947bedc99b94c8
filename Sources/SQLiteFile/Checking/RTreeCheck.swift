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
