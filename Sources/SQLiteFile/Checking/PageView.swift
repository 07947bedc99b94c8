import Bytes

/// A b-tree page within a block of pages that were read together. Offsets count from the page's
/// first byte.
struct PageView {
  /// The pages that were read together.
  let pages: [UInt8]
  /// Offset of this page in `pages`.
  let base: Int
  /// Offset of the b-tree header: 100 on page 1, 0 elsewhere.
  let start: Int
  let number: UInt32
  let usable: Int

  /// The parts of a cell.
  struct Cell {
    /// The bytes that the cell occupies on the page.
    var extent: Range<Int>
    /// The left child; 0 on a leaf.
    var child: UInt32 = 0
    /// The row id of a table cell.
    var key: Int64 = 0
    /// The first page of the overflow chain; 0 if there is none.
    var overflow: UInt32 = 0
    /// Bytes on the overflow chain.
    var overflowBytes = 0
  }

  func kind(isIndex: Bool) throws(SQLiteFileError) -> PageKind {
    let byte = pages[base &+ start]
    guard let kind = PageKind(rawValue: byte), kind.isTable != isIndex else {
      throw damaged(start, .wrongKind(byte))
    }
    return kind
  }

  func cellCount(_ kind: PageKind, isRoot: Bool) throws(SQLiteFileError) -> Int {
    let count = number(at: start + 3)
    guard start + kind.headerLength + 2 * count <= usable else {
      throw damaged(start + 3, .tooManyCells(count))
    }
    guard count > 0 || (isRoot && (!kind.isInterior || number == 1)) else {
      throw damaged(start + 3, .noCells)
    }
    return count
  }

  var rightChild: UInt32 { pages.span.bigEndianUInt32(at: base &+ start + 8) }

  func cell(
    _ index: Int, of count: Int, kind: PageKind, split: PayloadSplit
  ) throws(SQLiteFileError) -> Cell {
    let pointers = start + kind.headerLength
    let offset = number(at: pointers &+ 2 &* index)
    guard offset >= pointers + 2 * count, offset + 4 <= usable else {
      throw damaged(pointers + 2 * index, .pointerOutside(offset))
    }
    var at = base &+ offset
    let end = base &+ usable
    var cell = Cell(extent: offset..<offset)
    let span = pages.span
    if kind.isInterior {
      cell.child = span.bigEndianUInt32(at: at)
      at &+= 4
    }
    var length: UInt64 = 0
    if kind != .tableInterior {
      guard let value = Varint.read(span, at: &at) else { throw outside(offset) }
      length = value
    }
    if kind.isTable {
      guard let key = Varint.read(span, at: &at) else { throw outside(offset) }
      cell.key = Int64(bitPattern: key)
    }
    guard length <= 0x7fff_ffff else { throw damaged(offset, .payloadTooLong(length)) }
    let payload = Int(length)
    let local = kind == .tableInterior ? 0 : split.local(payload)
    guard local <= end &- at else { throw outside(offset) }
    at &+= local
    if local < payload {
      guard at &+ 4 <= end else { throw outside(offset) }
      cell.overflow = span.bigEndianUInt32(at: at)
      cell.overflowBytes = payload - local
      guard cell.overflow != 0 else { throw damaged(offset, .overflowChainBroken) }
      at &+= 4
    }
    guard at <= end else { throw outside(offset) }
    cell.extent = offset..<max(at &- base, offset &+ 4)
    return cell
  }

  /// What can be wrong with the space of a page.
  enum SpaceFault {
    case cellsOverlap, freeBlocksBroken
    case fragments(found: Int, expected: Int)
  }

  /// Checks the content area of a page.
  ///
  /// Cells and free blocks must not overlap. Free blocks must ascend, with more than three bytes
  /// between them. The remaining bytes must match the header's fragment count.
  ///
  /// - Parameter cells: the extents of all cells in any order; sorted on return.
  func spaceFault(_ cells: inout [Range<Int>], kind: PageKind, count: Int) -> SpaceFault? {
    var content = number(at: start + 5)
    if content == 0 { content = 65_536 }
    guard content <= usable, content >= start + kind.headerLength + 2 * count else {
      return .cellsOverlap
    }
    guard let blocks = freeBlocks(from: content) else { return .freeBlocksBroken }
    var end = content
    var fragments = 0
    cells += blocks
    Self.sort(&cells)
    for extent in cells {
      guard extent.lowerBound >= end else {
        return blocks.contains(extent) ? .freeBlocksBroken : .cellsOverlap
      }
      fragments += extent.lowerBound - end
      end = extent.upperBound
    }
    guard end <= usable else { return .cellsOverlap }
    fragments += usable - end
    let expected = Int(pages[base &+ start &+ 7])
    return fragments == expected ? nil : .fragments(found: fragments, expected: expected)
  }

  /// Sorts by lower bound. Cells are mostly stored in key order from the end of the page downwards,
  /// so a reversal often suffices.
  private static func sort(_ cells: inout [Range<Int>]) {
    var isDescending = true
    for index in cells.indices.dropFirst()
    where cells[index].lowerBound >= cells[index &- 1].lowerBound { isDescending = false }
    if isDescending { return cells.reverse() }
    cells.sort { $0.lowerBound < $1.lowerBound }
  }

  private func freeBlocks(from content: Int) -> [Range<Int>]? {
    var blocks: [Range<Int>] = []
    var block = number(at: start + 1)
    var least = content
    while block != 0 {
      guard block >= least, block + 4 <= usable else { return nil }
      let size = number(at: block + 2)
      guard size >= 4, block + size <= usable else { return nil }
      blocks.append(block..<block + size)
      least = block + size + 4
      block = number(at: block)
    }
    return blocks
  }

  /// The two-byte number at an offset.
  private func number(at offset: Int) -> Int {
    Int(pages.span.bigEndianUInt16(at: base &+ offset))
  }

  private func outside(_ offset: Int) -> SQLiteFileError { damaged(offset, .cellOutside(offset)) }

  private func damaged(
    _ offset: Int, _ problem: SQLiteFileError.PageProblem
  ) -> SQLiteFileError {
    .damagedPage(page: number, offset: offset, problem: problem)
  }
}
