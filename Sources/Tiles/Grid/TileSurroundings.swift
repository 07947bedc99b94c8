package import Geometry

/// The tiles that are seen around records: those with a record, and two more in each direction. On
/// levels finer than 17, where tiles are narrow, it is all tiles on those of level 17.
package struct TileSurroundings: Sendable {
  /// The tiles with a record on each level, and around them once they are spread.
  private var cells: [Set<UInt64>] = Array(repeating: [], count: finest + 1)
  /// The box around records that are too large to list their tiles.
  private var wide = Envelope.empty
  private var steps = 0

  private static let finest = 17
  private static let reach = 2
  /// The most tiles of a record that are listed, and of all records.
  private static let limit = (record: 1 << 16, all: 1 << 22)

  /// Lists the tiles around records.
  ///
  /// - Parameter records: calls its argument with the box of each record, in meters of Web Mercator.
  package init(of records: ((Envelope) -> Void) -> Void) {
    records { add($0) }
    for level in (0..<Self.finest).reversed() {
      for cell in cells[level + 1] {
        cells[level].insert(Self.cell(column: Int(cell >> 33), row: Int(cell & 0xFFFF_FFFF) >> 1))
      }
    }
    for level in cells.indices { spread(level) }
  }

  /// Whether nothing is known about any record.
  package var isEmpty: Bool { cells[0].isEmpty && wide.isEmpty }

  private mutating func add(_ box: Envelope) {
    guard box.minX.isFinite, box.maxX.isFinite, box.minY.isFinite, box.maxY.isFinite else { return }
    let count = 1 << Self.finest
    let side = 2 * TileGrid.reach / Double(count)
    func number(_ value: Double) -> Int {
      Int(max(0, min(Double(count - 1), (value / side).rounded(.down))))
    }
    let columns = number(box.minX + TileGrid.reach)...number(box.maxX + TileGrid.reach)
    let rows = number(TileGrid.reach - box.maxY)...number(TileGrid.reach - box.minY)
    steps += columns.count * rows.count
    guard columns.count * rows.count <= Self.limit.record, steps <= Self.limit.all else {
      wide.formUnion(box)
      return
    }
    for column in columns {
      for row in rows { cells[Self.finest].insert(Self.cell(column: column, row: row)) }
    }
  }

  private static func cell(column: Int, row: Int) -> UInt64 {
    UInt64(column) << 32 | UInt64(row)
  }

  /// Adds the tiles around those of a level.
  private mutating func spread(_ level: Int) {
    let last = (1 << level) - 1
    var around: Set<UInt64> = []
    for cell in cells[level] {
      let (column, row) = (Int(cell >> 32), Int(cell & 0xFFFF_FFFF))
      for east in max(0, column - Self.reach)...min(last, column + Self.reach) {
        for south in max(0, row - Self.reach)...min(last, row + Self.reach) {
          around.insert(Self.cell(column: east, row: south))
        }
      }
    }
    cells[level] = around
  }

  /// Whether a tile is one of them.
  package func holds(_ tile: TileID) -> Bool {
    let level = min(tile.level, Self.finest)
    let finer = tile.level - level
    if cells[level].contains(Self.cell(column: tile.column >> finer, row: tile.row >> finer)) {
      return true
    }
    guard !wide.isEmpty else { return false }
    let box = TileGrid.box(of: tile)
    let margin = 2 * TileGrid.reach / Double(1 << level) * Double(Self.reach)
    return box.minX <= wide.maxX + margin && box.maxX >= wide.minX - margin
      && box.minY <= wide.maxY + margin && box.maxY >= wide.minY - margin
  }
}
