import Bytes
package import Records

/// Writes the b-tree of an index bottom-up from entries in key order.
///
/// Unlike a table's, an index b-tree keeps entries in its interior cells too: one between each two
/// neighboring leaves. Leaf cell: varint payload length, payload, u32 overflow page. An interior
/// cell starts with a u32 left child. An entry has at least two columns, the indexed ones and the
/// row id, so no cell is shorter than SQLite's minimum of 4 bytes.
package struct IndexTreeWriter: Sendable {
  private let split: PayloadSplit
  private let pageSize: Int
  private var leaf = PageCells()
  /// The entry that did not fit on the full leaf. It moves to the page above once another one
  /// follows.
  private var separator: [UInt8]?
  private var levels: [Level] = []
  private var cell: [UInt8] = []

  private struct Level: Sendable {
    var cells = PageCells()
    var held: Held?
  }

  /// A full page that waits until its right neighbor has a cell.
  private struct Held: Sendable {
    var cells: PageCells
    var rightChild: UInt32
    var separator: [UInt8]
  }

  /// Creates a writer of one index for pages of this size.
  package init(pageSize: Int) {
    self.pageSize = pageSize
    split = PayloadSplit(usable: pageSize, isTable: false)
  }

  /// Adds the entry for a key. The row id becomes its last column.
  package mutating func append(
    _ key: inout RecordEncoder, endingWith rowid: Int64, to pages: inout PageWriter
  ) {
    key.append(rowid)
    let count = key.byteCount
    guard split.local(count) == count else {
      var record: [UInt8] = []
      key.write(to: &record)
      return append(record: record.span, to: &pages)
    }
    let length = UInt64(truncatingIfNeeded: count)
    if separator == nil, isFree(for: Varint.length(length) &+ count) {
      leaf.beginCell()
      leaf.bytes.append(varint: length)
      key.write(to: &leaf.bytes)
      return
    }
    cell.removeAll(keepingCapacity: true)
    cell.append(varint: length)
    key.write(to: &cell)
    appendCell(to: &pages)
  }

  /// Whether a cell of this size fits on the leaf. An empty leaf takes any cell.
  private func isFree(for count: Int) -> Bool {
    leaf.count == 0 || 8 &+ leaf.space &+ 2 &+ count <= pageSize
  }

  /// Adds an entry. Entries must come in index order.
  package mutating func append(record: Span<UInt8>, to pages: inout PageWriter) {
    cell.removeAll(keepingCapacity: true)
    cell.append(varint: UInt64(truncatingIfNeeded: record.count))
    let local = split.local(record.count)
    cell.append(record.extracting(0..<local))
    if local < record.count {
      let overflow = pages.appendOverflow(record.extracting(local..<record.count))
      cell.append(bigEndian: overflow)
    }
    appendCell(to: &pages)
  }

  private mutating func appendCell(to pages: inout PageWriter) {
    if let separator {
      self.separator = nil
      let page = flushLeaf(to: &pages)
      add(page, separator, at: 0, to: &pages)
    } else if !isFree(for: cell.count) {
      separator = cell
      return
    }
    leaf.beginCell()
    leaf.bytes += cell
  }

  /// Writes the remaining pages and returns the root page.
  package mutating func finish(_ pages: inout PageWriter) -> UInt32 {
    if let separator {
      // No entry follows the one that did not fit, so the leaf's last entry becomes the separator.
      let above = leaf.removeLastCell()
      let page = flushLeaf(to: &pages)
      add(page, above, at: 0, to: &pages)
      leaf.beginCell()
      leaf.bytes.append(separator.span)
    }
    var last = flushLeaf(to: &pages)
    var depth = 0
    while depth < levels.count {
      settleHeld(at: depth, to: &pages)
      last = pages.append(
        kind: .indexInterior, cells: levels[depth].cells, rightChild: last)
      depth += 1
    }
    return last
  }

  private mutating func flushLeaf(to pages: inout PageWriter) -> UInt32 {
    let page = pages.append(kind: .indexLeaf, cells: leaf)
    leaf.removeAll()
    return page
  }

  private mutating func add(
    _ child: UInt32, _ entry: [UInt8], at depth: Int, to pages: inout PageWriter
  ) {
    if depth == levels.count { levels.append(Level()) }
    let space = 12 &+ levels[depth].cells.space &+ 2 &+ 4 &+ entry.count
    if levels[depth].cells.count > 0, space > pageSize {
      levels[depth].held = Held(
        cells: levels[depth].cells, rightChild: child, separator: entry)
      levels[depth].cells = PageCells()
      return
    }
    Self.append(child, entry, to: &levels[depth].cells)
    guard let held = levels[depth].held else { return }
    levels[depth].held = nil
    let page = pages.append(
      kind: .indexInterior, cells: held.cells, rightChild: held.rightChild)
    add(page, held.separator, at: depth + 1, to: &pages)
  }

  /// Finishes a level whose last page has no cell. Its left neighbor gives up its last cell as the
  /// separator, and the old separator moves down.
  private mutating func settleHeld(at depth: Int, to pages: inout PageWriter) {
    guard var held = levels[depth].held else { return }
    levels[depth].held = nil
    let given = held.cells.removeLastCell()
    Self.append(held.rightChild, held.separator, to: &levels[depth].cells)
    let page = pages.append(
      kind: .indexInterior, cells: held.cells,
      rightChild: given.span.bigEndianUInt32(at: 0))
    add(page, Array(given.dropFirst(4)), at: depth + 1, to: &pages)
  }

  private static func append(_ child: UInt32, _ entry: [UInt8], to cells: inout PageCells) {
    cells.beginCell()
    cells.bytes.append(bigEndian: child)
    cells.bytes.append(entry.span)
  }
}
