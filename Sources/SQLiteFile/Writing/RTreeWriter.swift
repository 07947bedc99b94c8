// An R-tree index of SQLite is three ordinary tables:
//
//   NAME_rowid   row id → number of the leaf node that holds it
//   NAME_node    node number → blob; node 1 is the root
//   NAME_parent  node number → parent's number; none for node 1
//
// A node blob, big-endian, zero-filled to one length for all nodes of a tree:
//
//   0   2   depth of the tree, in node 1 only
//   2   2   number of cells
//   4   24  per cell: i64 row id or child node, f32 min x, max x, min y, max y

import Bytes
import Records

/// Builds a packed two-dimensional R-tree: boxes in Hilbert order, nodes filled evenly.
package struct RTreeWriter: Sendable {
  /// The root pages of the three shadow tables.
  package struct Roots: Equatable, Sendable {
    /// Root of `NAME_rowid`.
    package var rowid: UInt32
    /// Root of `NAME_node`.
    package var node: UInt32
    /// Root of `NAME_parent`.
    package var parent: UInt32

    /// The same roots with all page numbers increased by `first`.
    package func moved(by first: UInt32) -> Roots {
      Roots(rowid: rowid &+ first, node: node &+ first, parent: parent &+ first)
    }
  }

  private var ids: [Int64] = []
  private var boxes: [RTreeBox] = []
  private let pageSize: Int
  private let isAsSQLite: Bool

  /// Creates a tree for a database with this page size.
  ///
  /// - Parameter isAsSQLite: whether boxes are rounded as SQLite rounds rows inserted through its
  ///   virtual table. If not, they are rounded to the nearest enclosing floats.
  package init(pageSize: Int, isAsSQLite: Bool = false) {
    self.pageSize = pageSize
    self.isAsSQLite = isAsSQLite
  }

  /// Boxes added so far.
  package var count: Int { ids.count }

  /// The approximate size of the pages of the three tables.
  package var expectedBytes: Int { 42 * count }

  /// Reserves memory for about this many boxes.
  package mutating func reserve(_ count: Int) {
    ids.reserveCapacity(count)
    boxes.reserveCapacity(count)
  }

  /// Adds a row's box. Ids must ascend. An empty box or one with NaN gets no entry, because an
  /// R-tree rejects it.
  package mutating func append(
    id: Int64, minX: Double, maxX: Double, minY: Double, maxY: Double
  ) {
    guard minX <= maxX, minY <= maxY else { return }
    ids.append(id)
    boxes.append(
      isAsSQLite
        ? RTreeBox(asSQLite: minX, maxX, minY, maxY)
        : RTreeBox(minX: minX, maxX: maxX, minY: minY, maxY: maxY))
  }

  /// Writes the three tables.
  ///
  /// - Throws: `SQLiteFileError.rowsOutOfOrder` if ids did not ascend.
  package mutating func finish(_ pages: inout PageWriter) throws(SQLiteFileError) -> Roots {
    // SQLite reads the node size from node 1. This is the size that SQLite would choose.
    let nodeSize = min(pageSize - 64, 4 + 24 * 51)
    let packing = RTreePacking(boxes: boxes, capacity: (nodeSize - 4) / 24)
    let rowid = try writeRowids(packing, to: &pages)
    let node = try writeNodes(packing, nodeSize: nodeSize, to: &pages)
    let parent = try writeParents(packing, to: &pages)
    return Roots(rowid: rowid, node: node, parent: parent)
  }

  private func writeRowids(
    _ packing: RTreePacking, to pages: inout PageWriter
  ) throws(SQLiteFileError) -> UInt32 {
    var nodeOf = [Int64](repeating: 1, count: ids.count)
    for leaf in 0..<packing.nodeCounts[0] {
      let number = Int64(packing.number(ofNode: leaf, level: 0))
      for position in packing.range(ofNode: leaf, level: 0) {
        nodeOf[Int(packing.order[position])] = number
      }
    }
    var tree = TableTreeWriter(pageSize: pageSize)
    var encoder = RecordEncoder()
    var record: [UInt8] = []
    for index in ids.indices {
      record.removeAll(keepingCapacity: true)
      encoder.removeAll()
      encoder.appendNull()
      encoder.append(nodeOf[index])
      encoder.write(to: &record)
      try tree.append(rowid: ids[index], record: record.span, to: &pages)
    }
    return tree.finish(&pages)
  }

  private func writeNodes(
    _ packing: RTreePacking, nodeSize: Int, to pages: inout PageWriter
  ) throws(SQLiteFileError) -> UInt32 {
    var tree = TableTreeWriter(pageSize: pageSize)
    var encoder = RecordEncoder()
    var record: [UInt8] = []
    var node: [UInt8] = []
    let depth = packing.nodeCounts.count - 1
    for level in (0...depth).reversed() {
      for index in 0..<packing.nodeCounts[level] {
        node.removeAll(keepingCapacity: true)
        node.append(bigEndian: UInt16(level == depth ? depth : 0))
        let range = packing.range(ofNode: index, level: level)
        node.append(bigEndian: UInt16(truncatingIfNeeded: range.count))
        for position in range { append(position, of: packing, level: level, to: &node) }
        node.append(zeros: nodeSize - node.count)
        record.removeAll(keepingCapacity: true)
        encoder.removeAll()
        encoder.appendNull()
        encoder.append(blob: node.span)
        encoder.write(to: &record)
        let number = Int64(packing.number(ofNode: index, level: level))
        try tree.append(rowid: number, record: record.span, to: &pages)
      }
    }
    return tree.finish(&pages)
  }

  private func append(
    _ position: Int, of packing: RTreePacking, level: Int, to node: inout [UInt8]
  ) {
    if level == 0 {
      let index = Int(packing.order[position])
      node.append(bigEndian: UInt64(bitPattern: ids[index]))
      boxes[index].append(to: &node)
    } else {
      node.append(bigEndian: UInt64(packing.number(ofNode: position, level: level - 1)))
      packing.nodeBoxes[level - 1][position].append(to: &node)
    }
  }

  private func writeParents(
    _ packing: RTreePacking, to pages: inout PageWriter
  ) throws(SQLiteFileError) -> UInt32 {
    var tree = TableTreeWriter(pageSize: pageSize)
    var encoder = RecordEncoder()
    var record: [UInt8] = []
    for level in (1..<max(1, packing.nodeCounts.count)).reversed() {
      for index in 0..<packing.nodeCounts[level] {
        for child in packing.range(ofNode: index, level: level) {
          record.removeAll(keepingCapacity: true)
          encoder.removeAll()
          encoder.appendNull()
          encoder.append(Int64(packing.number(ofNode: index, level: level)))
          encoder.write(to: &record)
          let number = Int64(packing.number(ofNode: child, level: level - 1))
          try tree.append(rowid: number, record: record.span, to: &pages)
        }
      }
    }
    return tree.finish(&pages)
  }
}
