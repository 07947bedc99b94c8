import Geometry
import TestSupport
import Testing
import Tiles

/// The tiles that are seen around records.
@Suite struct TileSurroundingsTests {
  @Test func `each tile within two of one with a record is seen, on every level`() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<20 {
      let places = (0..<3).map { _ in
        (Double(random.integer(in: -9_000...9_000)), Double(random.integer(in: -9_000...9_000)))
      }
      let around = TileSurroundings { add in
        for (x, y) in places { add(Envelope(minX: x, minY: y, maxX: x, maxY: y)) }
      }
      for level in [0, 1, 10, 14, 17, 18, 20] {
        // Finer tiles are those on the tiles of level 17.
        let finest = min(level, 17)
        let side = 2 * TileGrid.reach / Double(1 << finest)
        let cells = places.map {
          (Int(($0.0 + TileGrid.reach) / side), Int((TileGrid.reach - $0.1) / side))
        }
        for _ in 0..<200 {
          let cell = cells[random.integer(in: 0...2)]
          let column = cell.0 + random.integer(in: -4...4),
            row = cell.1 + random.integer(in: -4...4)
          let finer = level - finest
          guard
            let tile = TileID(level: level, column: column << finer, row: row << finer)
          else { continue }
          let isNear = cells.contains { abs($0.0 - column) <= 2 && abs($0.1 - row) <= 2 }
          #expect(around.holds(tile) == isNear, "\(tile)")
        }
      }
    }
  }

  @Test func `records that are too wide to list their tiles count as one box`() throws {
    let world = Envelope(
      minX: -1e7, minY: -1e7, maxX: 1e7, maxY: 1e7)
    let around = TileSurroundings { $0(world) }
    #expect(around.holds(try #require(TileID(level: 17, column: 65_536, row: 65_536))))
    #expect(around.holds(try #require(TileID(level: 1, column: 0, row: 0))))
    #expect(!around.holds(try #require(TileID(level: 17, column: 100, row: 65_536))))
    #expect(!around.isEmpty)
  }

  @Test func `without records nothing is known`() {
    #expect(TileSurroundings { _ in }.isEmpty)
    let odd = TileSurroundings { add in
      add(Envelope(minX: .nan, minY: 0, maxX: .nan, maxY: 0))
    }
    #expect(odd.isEmpty)
  }
}
