// A b-tree page (SQLite File Format §1.6):
//
//   offset  bytes  meaning
//   0       1      2 index interior, 5 table interior, 10 index leaf, 13 table leaf
//   1       2      first freeblock, 0 for none
//   3       2      number of cells
//   5       2      where the cell content starts, 0 for 65,536
//   7       1      fragmented free bytes
//   8       4      right-most child, interior pages only
//   8 or 12 2 × n  where each cell starts, in key order
//   …              unused
//   …              cells, up to the end of the page
//
// On page 1 all of this comes after the 100 bytes of the database header; cell pointers still
// count from the page's first byte.

import Bytes

/// The cells of one page while it is filled, in key order.
struct PageCells: Sendable {
  /// All cells, one after another.
  var bytes: [UInt8] = []
  /// Start offset of each cell in `bytes`.
  var starts: [Int32] = []

  var count: Int { starts.count }

  /// Bytes of the page after its header: pointers and cells.
  var space: Int { 2 &* starts.count &+ bytes.count }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
  }

  /// Begins a cell at the end of `bytes`.
  mutating func beginCell() { starts.append(Int32(truncatingIfNeeded: bytes.count)) }

  /// Pads a cell to 4 bytes, the smallest size that SQLite counts (`cellSizePtr`).
  mutating func padCell(from start: Int) {
    while bytes.count &- start < 4 { bytes.append(0) }
  }

  /// Removes the last cell and returns its bytes.
  mutating func removeLastCell() -> [UInt8] {
    let start = Int(starts.removeLast())
    let cell = Array(bytes[start...])
    bytes.removeSubrange(start...)
    return cell
  }

  /// Appends the whole page to `page`. `prefix` is the number of bytes before the page header.
  func write(
    kind: PageKind, rightChild: UInt32, pageSize: Int, prefix: Int, to page: inout [UInt8]
  ) {
    let content = pageSize &- bytes.count
    page.append(kind.rawValue)
    page.append(bigEndian: UInt16(0))
    page.append(bigEndian: UInt16(truncatingIfNeeded: count))
    page.append(bigEndian: UInt16(truncatingIfNeeded: content))
    page.append(0)
    if kind.isInterior { page.append(bigEndian: rightChild) }
    for start in starts {
      page.append(bigEndian: UInt16(truncatingIfNeeded: content &+ Int(start)))
    }
    page.append(zeros: content &- prefix &- kind.headerLength &- 2 &* count)
    page.append(bytes.span)
  }
}
