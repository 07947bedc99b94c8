package import Geometry

/// The tiles of each level that have a part of an area. A tile that only touches it has none.
package struct TileCoverage: Sendable {
  private let area: PreparedPolygon
  /// What is known about tiles, so that each is compared with the area once.
  private var known: [TileID: Part] = [:]

  private enum Part { case none, some, all }

  /// The most tiles to remember.
  private static let limit = 1 << 18

  /// Prepares an area in meters of Web Mercator.
  package init(_ area: PreparedPolygon) { self.area = area }

  /// The box around the area, in meters.
  package var box: Envelope { area.envelope }

  /// Whether a tile has a part of the area.
  package mutating func holds(_ tile: TileID) -> Bool {
    TileGrid.box(of: tile).intersects(box) && part(of: tile) != .none
  }

  /// Compares a tile with the area, unless a coarser tile is inside or outside of it.
  private mutating func part(of tile: TileID) -> Part {
    if let part = known[tile] { return part }
    var part: Part?
    if let parent = tile.parent {
      let around = self.part(of: parent)
      if around != .some { part = around }
    }
    let found = part ?? compare(tile)
    if known.count == Self.limit { known.removeAll(keepingCapacity: true) }
    known[tile] = found
    return found
  }

  private func compare(_ tile: TileID) -> Part {
    var box = TileGrid.box(of: tile)
    // A millionth smaller, so that sides in common do not count.
    let margin = box.width * 1e-6
    box = Envelope(
      minX: box.minX + margin, minY: box.minY + margin, maxX: box.maxX - margin,
      maxY: box.maxY - margin)
    guard box.intersects(area.envelope), Geometry(box).intersects(area) else { return .none }
    return area.covers(box) ? .all : .some
  }
}
