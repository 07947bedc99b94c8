import Bytes

/// Checks that the three tables of an R-tree agree, as SQLite's `rtreecheck` does. Each node must
/// be reached once, boxes must be inside their parents', and rows and nodes where the tables say.
struct RTreeCheck {
  private let name: String
  /// Coordinates in a cell, two for each dimension.
  private let coordinates: Int
  private let isInteger: Bool

  /// Returns nil for a virtual table that is not an R-tree.
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

  /// Bytes of a cell: an id and a box.
  var cellSize: Int { 8 + 4 * coordinates }

  func run(
    in database: DatabaseReader, problems: inout ProblemList
  ) throws(SQLiteFileError) {
    let tables = ["_node", "_parent", "_rowid"].map { database.object(.table, named: name + $0) }
    guard tables.contains(where: { $0 != nil }) else {
      return problems.append(.rtreeLeftOver(table: name))
    }
    var agreement = RTreeAgreement(name, database, self)
    if (try? agreement.holds()) == true { return }
    do throws(SQLiteFileError) {
      var tables = try RTreeTables(name, database)
      try tables.forEachProblem(cellSize: cellSize, check: self) {
        problems.append(.rtreeBroken(table: name, node: $0, $1))
      }
    } catch .noSuchTable(let missing) {
      problems.append(.rtreeBroken(table: name, node: 0, .tableMissing(missing)))
    } catch {
      try problems.append(error, of: name)
    }
  }

  /// What is wrong with a box that must be inside an outer box, if there is one.
  func problem(
    ofBox box: Span<UInt8>, in outer: Span<UInt8>
  ) -> IntegrityProblem.RTreeProblem? {
    for low in stride(from: 0, to: 4 * coordinates, by: 8) {
      let sides = (value(box, low), value(box, low + 4))
      if !(sides.0 <= sides.1) { return .boxInverted }
      if !outer.isEmpty, sides.0 < value(outer, low) || sides.1 > value(outer, low + 4) {
        return .boxOutsideParent
      }
    }
    return nil
  }

  /// The sides of a box, the lower one of each dimension first.
  func sides(of bytes: Span<UInt8>, at start: Int) -> [Double] {
    (0..<coordinates).map { value(bytes, start + 4 * $0) }
  }

  /// Whether a box is valid and inside another. An outer box without sides contains everything.
  func isSound(_ bytes: Span<UInt8>, at start: Int, in outer: [Double]) -> Bool {
    for side in stride(from: 0, to: coordinates, by: 2) {
      let (low, high) = (value(bytes, start &+ 4 &* side), value(bytes, start &+ 4 &* side &+ 4))
      guard low <= high else { return false }
      if !outer.isEmpty, low < outer[side] || high > outer[side &+ 1] { return false }
    }
    return true
  }

  private func value(_ bytes: Span<UInt8>, _ at: Int) -> Double {
    let bits = bytes.bigEndianUInt32(at: at)
    return isInteger ? Double(Int32(bitPattern: bits)) : Double(Float(bitPattern: bits))
  }
}
