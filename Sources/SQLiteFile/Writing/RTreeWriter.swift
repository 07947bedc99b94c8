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

  /// The rows with their boxes, in the order of their ids. All keys are empty.
  private var rows: KeySorter
  private var extent: RTreeBox?
  private let pageSize: Int
  private let isAsSQLite: Bool
  private let room: Int

  /// Creates a tree for a database with this page size.
  ///
  /// - Parameters:
  ///   - isAsSQLite: whether boxes are rounded as SQLite rounds rows inserted through its virtual
  ///     table. If not, they are rounded to the nearest enclosing floats.
  ///   - room: bytes of boxes to keep in memory.
  package init(pageSize: Int, isAsSQLite: Bool = false, room: Int = KeySorter.room) {
    self.pageSize = pageSize
    self.isAsSQLite = isAsSQLite
    self.room = room
    rows = KeySorter(payloadLength: BoxedRow.length, room: room)
  }

  /// Boxes added so far.
  package var count: Int { rows.count }

  /// The approximate size of the pages of the three tables.
  package var expectedBytes: Int { 42 * count }

  /// Reserves memory for about this many boxes.
  package mutating func reserve(_ count: Int) {
    rows.reserve(count, keyLength: 0, bytes: .max)
  }

  /// Adds a row's box. Ids must ascend. An empty box or one with NaN gets no entry, because an
  /// R-tree rejects it.
  ///
  /// - Throws: `SQLiteFileError.file` if a file for sorting cannot be written.
  package mutating func append(
    id: Int64, minX: Double, maxX: Double, minY: Double, maxY: Double
  ) throws(SQLiteFileError) {
    guard minX <= maxX, minY <= maxY else { return }
    let box =
      isAsSQLite
      ? RTreeBox(asSQLite: minX, maxX, minY, maxY)
      : RTreeBox(minX: minX, maxX: maxX, minY: minY, maxY: maxY)
    if extent == nil { extent = box } else { extent?.formUnion(box) }
    try rows.append(key: { _ in }, payload: { BoxedRow(id: id, box: box).append(to: &$0) })
  }

  /// Writes the three tables.
  ///
  /// - Throws: `SQLiteFileError.rowsOutOfOrder` if ids did not ascend, `.file` if a file for
  ///   sorting cannot be written or read.
  package func finish(_ pages: inout PageWriter) throws(SQLiteFileError) -> Roots {
    // SQLite reads the node size from node 1. This is the size that SQLite would choose.
    let nodeSize = min(pageSize - 64, 4 + 24 * 51)
    let packing = RTreePacking(count: count, capacity: (nodeSize - 4) / BoxedRow.length)
    let leaves = try RTreeLeaves(rows, extent: extent, packing, room: room)
    let tables = RTreeTableWriter(packing, leaves, pageSize: pageSize, nodeSize: nodeSize)
    return Roots(
      rowid: try tables.writeRowids(to: &pages), node: try tables.writeNodes(to: &pages),
      parent: try tables.writeParents(to: &pages))
  }
}

/// A row id and its box, as they stand in a leaf.
struct BoxedRow {
  /// Bytes of an entry, in a leaf and as a payload.
  static let length = 24

  var id: Int64
  var box: RTreeBox

  init(id: Int64, box: RTreeBox) {
    self.id = id
    self.box = box
  }

  /// Reads an entry.
  init(_ bytes: Span<UInt8>, at offset: Int) {
    id = Int64(bitPattern: bytes.bigEndianUInt64(at: offset))
    box = RTreeBox(bytes, at: offset &+ 8)
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt64(bitPattern: id))
    box.append(to: &bytes)
  }
}

/// The rows of a tree assigned to its leaves.
private struct RTreeLeaves {
  /// The rows in leaf order. Their payload is an ``BoxedRow``.
  let rows: SortedKeys
  /// The row ids in ascending order. Their payload is the number of the leaf.
  let numbers: SortedKeys
  /// The box of each node, level by level, leaves first.
  let boxes: [[RTreeBox]]

  init(
    _ rows: KeySorter, extent: RTreeBox?, _ packing: RTreePacking, room: Int
  ) throws(SQLiteFileError) {
    self.rows = try Self.alongCurve(rows, extent: extent, room: room)
    var numbers = KeySorter(payloadLength: 8, room: room)
    var boxes: [RTreeBox] = []
    var leaves = self.rows
    for leaf in 0..<packing.nodeCounts[0] {
      var union: RTreeBox?
      for _ in packing.range(ofNode: leaf, level: 0) where try leaves.next() {
        let entry = leaves.withEntry { BoxedRow($0, at: leaves.keyLength) }
        if union == nil { union = entry.box } else { union?.formUnion(entry.box) }
        let number = UInt64(packing.number(ofNode: leaf, level: 0))
        try numbers.append {
          SortableNumber.append(entry.id, to: &$0)
        } payload: {
          $0.append(bigEndian: number)
        }
      }
      if let union { boxes.append(union) }
    }
    self.numbers = try numbers.sorted()
    self.boxes = Self.levels(over: boxes, packing)
  }

  /// The rows along a curve that connects neighbors.
  private static func alongCurve(
    _ rows: KeySorter, extent: RTreeBox?, room: Int
  ) throws(SQLiteFileError) -> SortedKeys {
    guard let extent else { return try rows.sorted() }
    let curve = HilbertOrder(extent: extent)
    var ordered = KeySorter(payloadLength: BoxedRow.length, room: room)
    var rows = try rows.sorted()
    while try rows.next() {
      let row = rows.withEntry { BoxedRow($0, at: 0) }
      try ordered.append {
        $0.append(bigEndian: curve.distance(row.box))
      } payload: {
        row.append(to: &$0)
      }
    }
    return try ordered.sorted()
  }

  private static func levels(
    over leaves: [RTreeBox], _ packing: RTreePacking
  ) -> [[RTreeBox]] {
    guard !leaves.isEmpty else { return [] }
    var levels = [leaves]
    for level in packing.nodeCounts.indices.dropFirst() {
      levels.append(
        (0..<packing.nodeCounts[level]).map { node in
          let range = packing.range(ofNode: node, level: level)
          var union = levels[level - 1][range.lowerBound]
          for child in range { union.formUnion(levels[level - 1][child]) }
          return union
        })
    }
    return levels
  }
}

/// Writes the three tables of a tree.
private struct RTreeTableWriter {
  private let packing: RTreePacking
  private let leaves: RTreeLeaves
  private let pageSize: Int
  private let nodeSize: Int

  init(_ packing: RTreePacking, _ leaves: RTreeLeaves, pageSize: Int, nodeSize: Int) {
    self.packing = packing
    self.leaves = leaves
    self.pageSize = pageSize
    self.nodeSize = nodeSize
  }

  func writeRowids(to pages: inout PageWriter) throws(SQLiteFileError) -> UInt32 {
    var tree = TableTreeWriter(pageSize: pageSize)
    var row = RTreeRow()
    var numbers = leaves.numbers
    while try numbers.next() {
      let (id, leaf) = numbers.withEntry {
        (
          SortableNumber.value($0.bigEndianUInt64(at: 0)),
          $0.bigEndianUInt64(at: numbers.keyLength)
        )
      }
      row.set(Int64(bitPattern: leaf))
      try tree.append(rowid: id, record: row.record.span, to: &pages)
    }
    return tree.finish(&pages)
  }

  func writeNodes(to pages: inout PageWriter) throws(SQLiteFileError) -> UInt32 {
    var tree = TableTreeWriter(pageSize: pageSize)
    var row = RTreeRow()
    var node: [UInt8] = []
    var rows = leaves.rows
    let depth = packing.nodeCounts.count - 1
    for level in (0...depth).reversed() {
      for index in 0..<packing.nodeCounts[level] {
        node.removeAll(keepingCapacity: true)
        node.append(bigEndian: UInt16(level == depth ? depth : 0))
        let range = packing.range(ofNode: index, level: level)
        node.append(bigEndian: UInt16(truncatingIfNeeded: range.count))
        for child in range {
          if level > 0 {
            node.append(bigEndian: UInt64(packing.number(ofNode: child, level: level - 1)))
            leaves.boxes[level - 1][child].append(to: &node)
          } else if try rows.next() {
            rows.withEntry { node.append($0.extracting(rows.keyLength...)) }
          }
        }
        node.append(zeros: nodeSize - node.count)
        row.set(blob: node.span)
        let number = Int64(packing.number(ofNode: index, level: level))
        try tree.append(rowid: number, record: row.record.span, to: &pages)
      }
    }
    return tree.finish(&pages)
  }

  func writeParents(to pages: inout PageWriter) throws(SQLiteFileError) -> UInt32 {
    var tree = TableTreeWriter(pageSize: pageSize)
    var row = RTreeRow()
    for level in (1..<max(1, packing.nodeCounts.count)).reversed() {
      for index in 0..<packing.nodeCounts[level] {
        for child in packing.range(ofNode: index, level: level) {
          row.set(Int64(packing.number(ofNode: index, level: level)))
          let number = Int64(packing.number(ofNode: child, level: level - 1))
          try tree.append(rowid: number, record: row.record.span, to: &pages)
        }
      }
    }
    return tree.finish(&pages)
  }
}

/// A row of one of the three tables. It has one value beside its row id.
private struct RTreeRow {
  private(set) var record: [UInt8] = []
  private var encoder = RecordEncoder()

  mutating func set(_ number: Int64) {
    encoder.removeAll()
    encoder.appendNull()
    encoder.append(number)
    write()
  }

  mutating func set(blob: Span<UInt8>) {
    encoder.removeAll()
    encoder.appendNull()
    encoder.append(blob: blob)
    write()
  }

  private mutating func write() {
    record.removeAll(keepingCapacity: true)
    encoder.write(to: &record)
  }
}
