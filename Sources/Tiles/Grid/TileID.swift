/// A tile of the Web Mercator grid. Tiles are ordered by level, then from west to east, then from
/// north to south.
package struct TileID: Hashable, Sendable {
  /// Level, column and row, each in its own bits.
  private let code: UInt64

  /// The most detailed level, on which a pixel is 1 cm wide.
  package static let deepestLevel = 24

  /// Creates the ID of a tile; nil if the grid has none there.
  ///
  /// - Parameters:
  ///   - level: level z has 2^z columns and rows.
  ///   - column: from the west.
  ///   - row: from the north, as in XYZ folders.
  package init?(level: Int, column: Int, row: Int) {
    guard (0...Self.deepestLevel).contains(level), (0..<1 << level).contains(column),
      (0..<1 << level).contains(row)
    else { return nil }
    code = UInt64(level) << 48 | UInt64(column) << 24 | UInt64(row)
  }

  /// Creates the ID of a tile whose row is counted from the south, as in TMS folders and MBTiles.
  package init?(level: Int, column: Int, southernRow: Int) {
    guard (0...Self.deepestLevel).contains(level), (0..<1 << level).contains(southernRow) else {
      return nil
    }
    self.init(level: level, column: column, row: (1 << level) - 1 - southernRow)
  }

  /// The level: level z has 2^z columns and rows.
  package var level: Int { Int(code >> 48) }
  /// The column, from the west.
  package var column: Int { Int(code >> 24 & 0xFF_FFFF) }
  /// The row, from the north.
  package var row: Int { Int(code & 0xFF_FFFF) }
  /// The row, from the south.
  package var southernRow: Int { (1 << level) - 1 - row }

  /// The tile of the level above that has this one in it; nil on level 0.
  package var parent: TileID? { TileID(level: level - 1, column: column / 2, row: row / 2) }
}

extension TileID: Comparable {
  package static func < (one: TileID, two: TileID) -> Bool { one.code < two.code }
}

extension TileID: CustomStringConvertible {
  /// The level, column and row, as in the paths of XYZ folders.
  package var description: String { "\(level)/\(column)/\(row)" }
}
