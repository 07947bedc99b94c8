import Bytes
import Records

/// Checks quickly whether the three tables of an R-tree agree and boxes are inside their parents'.
/// A negative result does not say what is wrong.
///
/// The check visits the nodes above the leaves level by level. It then reads the leaves in storage
/// order, and compares leaves and rows by sums of hashes. So it keeps nothing of them in memory.
struct RTreeAgreement {
  private let name: String
  private let database: DatabaseReader
  private let check: RTreeCheck
  private var layout = RecordLayout()
  /// Bytes of each node.
  private var nodeSize = 0
  /// The root and all nodes that cells point to.
  private var reached: Set<Int64> = [1]
  private var parents = EntrySum()
  private var rows = EntrySum()

  /// A node that a cell points to, and the cell's box. The root has no box.
  private struct Child {
    var node: Int64
    var sides: [Double]
  }

  init(_ name: String, _ database: DatabaseReader, _ check: RTreeCheck) {
    self.name = name
    self.database = database
    self.check = check
  }

  /// Whether the tables agree.
  ///
  /// - Throws: `SQLiteFileError` if a table cannot be read.
  mutating func holds() throws(SQLiteFileError) -> Bool {
    guard let leaves = try leaves(), try agree(leaves) else { return false }
    guard try sum(of: name + "_rowid") == rows else { return false }
    return try sum(of: name + "_parent") == parents
  }

  /// The leaves by node number; nil if something above them is wrong.
  private mutating func leaves() throws(SQLiteFileError) -> [Child]? {
    var tables = try RTreeTables(nodesOf: name, database)
    guard try tables.open(1), tables.node.count >= 4 else { return nil }
    nodeSize = tables.node.count
    let depth = Int(tables.node.span.bigEndianUInt16(at: 0))
    guard depth <= 40 else { return nil }
    var level = [Child(node: 1, sides: [])]
    for _ in 0..<depth {
      var below: [Child] = []
      for parent in level {
        guard try tables.open(parent.node) else { return nil }
        let node = tables.node
        guard let cells = cells(of: node.span, in: parent) else { return nil }
        for cell in 0..<cells {
          let at = 4 &+ cell &* check.cellSize
          let child = Int64(bitPattern: node.span.bigEndianUInt64(at: at))
          guard reached.insert(child).inserted else { return nil }
          parents.add(Self.hash(child, parent.node))
          below.append(Child(node: child, sides: check.sides(of: node.span, at: at &+ 8)))
        }
      }
      level = below
    }
    return level.sorted { $0.node < $1.node }
  }

  /// Reads the leaves in the table of nodes. Returns false if a leaf is wrong, or if no cell points
  /// to a node.
  private mutating func agree(_ leaves: [Child]) throws(SQLiteFileError) -> Bool {
    var cursor = try database.cursor(over: try database.table(named: name + "_node"))
    var count = 0
    var next = 0
    while try cursor.next() {
      count += 1
      guard next < leaves.count, cursor.rowid == leaves[next].node else { continue }
      try cursor.layOut(&layout)
      let isRight = cursor.withRecord { record in
        guard case .blob(let range) = layout.value(1, in: record) else { return false }
        return note(leaves[next], record.extracting(range))
      }
      guard isRight else { return false }
      next += 1
    }
    return next == leaves.count && count == reached.count
  }

  /// Records the rows of a leaf.
  private mutating func note(_ leaf: Child, _ node: Span<UInt8>) -> Bool {
    guard let cells = cells(of: node, in: leaf) else { return false }
    for cell in 0..<cells {
      let id = node.bigEndianUInt64(at: 4 &+ cell &* check.cellSize)
      rows.add(Self.hash(Int64(bitPattern: id), leaf.node))
    }
    return true
  }

  /// The number of cells of a node; nil if its size differs from the root's, or if a box is outside
  /// its own.
  private func cells(of node: Span<UInt8>, in parent: Child) -> Int? {
    guard node.count == nodeSize else { return nil }
    let count = Int(node.bigEndianUInt16(at: 2))
    guard 4 &+ count &* check.cellSize <= nodeSize else { return nil }
    for cell in 0..<count
    where !check.isSound(node, at: 12 &+ cell &* check.cellSize, in: parent.sides) { return nil }
    return count
  }

  /// The sum over a table that maps ids to numbers; nil if an id has no number.
  private mutating func sum(of table: String) throws(SQLiteFileError) -> EntrySum? {
    var cursor = try database.cursor(over: try database.table(named: table))
    var sum = EntrySum()
    while try cursor.next() {
      try cursor.layOut(&layout)
      let rowid = cursor.rowid
      let isNumber = cursor.withRecord { record in
        guard case .integer(let number) = layout.value(1, in: record) else { return false }
        sum.add(Self.hash(rowid, number))
        return true
      }
      guard isNumber else { return nil }
    }
    return sum
  }

  private static func hash(_ id: Int64, _ number: Int64) -> EntryHash {
    var hash = EntryHash()
    hash.add(id)
    hash.add(number)
    return hash
  }
}
