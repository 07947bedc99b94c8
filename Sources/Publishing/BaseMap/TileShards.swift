import Bytes
import OrderedJSON
import Packages
import Tiles

// The tiles of pages are in scripts, each with a block of 8 × 8 tiles, or 4 × 4 tiles of 512 pixels:
//
//   data/basemap/14/20-45.js   FP.tiles("basemap/14/20-45",{"at":[…],"sizes":[…],"images":"base64"});
//
// The numbers of the block's column and row are in its name. `at` has the number of the image of each
// tile plus 1, row by row, or 0 where there is no tile. Equal images are there once.

/// Writes the tiles of pages.
struct TileShards {
  private var tiles: TileSet
  /// The folder in `data`.
  private let folder: String
  /// Tiles that are not images, or can't be read.
  private(set) var broken: [TileID] = []

  init(_ tiles: TileSet, folder: String) {
    (self.tiles, self.folder) = (tiles, folder)
  }

  /// The tiles of a block's side.
  private var side: Int { 2_048 / tiles.tileSize }

  /// A block of tiles on a level. Blocks are ordered by level, row and column.
  private struct Block: Comparable {
    var level: Int
    var row: Int
    var column: Int

    init(of tile: TileID, side: Int) {
      (level, row, column) = (tile.level, tile.row / side, tile.column / side)
    }

    static func < (one: Block, two: Block) -> Bool {
      (one.level, one.row, one.column) < (two.level, two.row, two.column)
    }
  }

  /// Writes all scripts.
  ///
  /// - Parameter report: receives the bytes of images that are written.
  /// - Returns: for `meta.js`, the levels with the blocks that have tiles: for each row of blocks its
  ///   number, and the first and last column of each run.
  mutating func write(into output: inout SiteOutput, report: (Int) -> Void) throws -> [JSON] {
    let side = side
    let sorted = tiles.entries.map { (block: Block(of: $0.tile, side: side), entry: $0) }
      .sorted { ($0.block, $0.entry.tile) < ($1.block, $1.entry.tile) }
    var index = BlockIndex()
    var done = 0
    for group in sorted.chunked(by: \.block) {
      guard let block = group.first?.block,
        let script = try script(of: group.map(\.entry), block, &done)
      else { continue }
      try output.write(script, to: "data/\(name(of: block)).js")
      index.add(level: block.level, row: block.row, column: block.column)
      report(done)
    }
    return index.json
  }

  private func name(of block: Block) -> String {
    "\(folder)/\(block.level)/\(block.column)-\(block.row)"
  }

  /// The script of a block; nil if nothing in it is an image.
  private mutating func script(
    of entries: [TileEntry], _ block: Block, _ done: inout Int
  ) throws -> [UInt8]? {
    var at = [Int](repeating: 0, count: side * side)
    var sizes: [JSON] = []
    var images: [UInt8] = []
    var known: [[UInt8]: Int] = [:]
    for entry in entries {
      done += entry.length
      // A page is more use without a tile than not made at all.
      guard let (bytes, _) = try unlessUnreadable({ try tiles.read(entry) }) ?? nil else {
        broken.append(entry.tile)
        continue
      }
      let place =
        (entry.tile.row - block.row * side) * side + entry.tile.column - block.column * side
      if let number = known[bytes] {
        at[place] = number
        continue
      }
      sizes.append(.number(bytes.count))
      images += bytes
      at[place] = sizes.count
      known[bytes] = sizes.count
    }
    guard !sizes.isEmpty else { return nil }
    var script = ScriptText("tiles", layer: name(of: block))
    script.member("at", .array(at.map { .number($0) }))
    script.member("sizes", .array(sizes))
    script.member("images", base64: images)
    return script.finish()
  }
}

/// Which blocks of tiles there are, level by level.
private struct BlockIndex {
  private var levels: [(level: Int, rows: [(row: Int, runs: [ClosedRange<Int>])])] = []

  /// Adds a block. Blocks come ordered by level, row and column.
  mutating func add(level: Int, row: Int, column: Int) {
    if levels.last?.level != level { levels.append((level, [])) }
    let last = levels.count - 1
    if levels[last].rows.last?.row != row { levels[last].rows.append((row, [])) }
    let lastRow = levels[last].rows.count - 1
    var runs = levels[last].rows[lastRow].runs
    if let run = runs.last, run.upperBound == column - 1 {
      runs[runs.count - 1] = run.lowerBound...column
    } else {
      runs.append(column...column)
    }
    levels[last].rows[lastRow].runs = runs
  }

  var json: [JSON] {
    levels.map { level in
      [
        "level": .number(level.level),
        "rows": .array(
          level.rows.map { row in
            .array(
              [.number(row.row)]
                + row.runs.flatMap { [.number($0.lowerBound), .number($0.upperBound)] })
          }),
      ]
    }
  }
}

extension Array {
  /// The runs of neighbors with the same key.
  fileprivate func chunked<Key: Equatable>(by key: (Element) -> Key) -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    var start = startIndex
    for index in indices where index > start && key(self[index]) != key(self[start]) {
      chunks.append(self[start..<index])
      start = index
    }
    if start < endIndex { chunks.append(self[start...]) }
    return chunks
  }
}
