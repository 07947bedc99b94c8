import Bytes
import OrderedJSON
import Tiles

/// The levels of tiles, for people and programs.
struct TileLevels {
  private let tiles: TileSet

  init(_ tiles: TileSet) { self.tiles = tiles }

  /// A heading, a line for each level, and their sum.
  var lines: [String] {
    let levels = tiles.levels
    var rows = [["level", "scale", "tiles", "size"]] + levels.map(row)
    if levels.count > 1 {
      rows.append([
        "all", "", NumberText.grouped(tiles.entries.count), NumberText.bytes(tiles.byteCount),
      ])
    }
    return Self.aligned(rows)
  }

  private func row(_ level: TileSet.Level) -> [String] {
    let scale = TileGrid.scale(ofLevel: level.level, tileSize: tiles.tileSize)
    return [
      "\(level.level)", "1:\(NumberText.grouped(Int(scale.rounded())))",
      NumberText.grouped(level.count), NumberText.bytes(level.bytes),
    ]
  }

  /// Columns with their ends below each other.
  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, text in
        String(repeating: " ", count: widths[column] - text.count + 2) + text
      }.joined()
    }
  }

  /// Levels of these tiles, for programs.
  func json(_ levels: [TileSet.Level]) -> JSON {
    .array(
      levels.map { level in
        [
          "level": .number(level.level),
          "scale": .number(TileGrid.scale(ofLevel: level.level, tileSize: tiles.tileSize)),
          "tiles": .number(level.count), "bytes": .number(level.bytes),
        ]
      })
  }

  /// A line for each level that is left out because of its size.
  static func leftOut(_ levels: [TileSet.Level]) -> [String] {
    levels.map { level in
      let count = NumberText.plural(level.count, one: "tile", many: "tiles")
      return "left out: level \(level.level), \(count), \(NumberText.bytes(level.bytes))"
    }
  }
}
