/// A straight piece of a street with its name.
package struct StreetName: Sendable {
  package let text: String
  /// The place of its class in `DrawnClass.streetClasses`: the higher, the more important.
  package let rank: Int
  /// Longitude and latitude in degrees of both ends.
  package let ends: [(longitude: Double, latitude: Double)]
}

/// Reads the names of streets that drawn tiles have.
package enum StreetNames {
  /// The level whose pieces are read for each rank. On it, streets of the rank are long enough for
  /// their names, and names are not too close at the scales where they are seen.
  private static let levels = [16, 16, 15, 15, 14]

  /// The names, level by level.
  ///
  /// - Returns: an empty list for tiles that Fieldpack did not draw.
  /// - Throws: the errors of reading tiles.
  package static func read(_ tiles: inout TileSet) throws -> [StreetName] {
    let there = tiles.levels.map(\.level)
    // The finest level there is, for a file that ends early.
    let wanted = levels.map { level in there.last { $0 <= level } }
    // Photos are large, so the first tile of a file decides.
    var isDrawn: [UInt16: Bool] = [:]
    var names: [StreetName] = []
    for entry in tiles.entries
    where wanted.contains(entry.tile.level) && isDrawn[entry.input] != false {
      guard let bytes = try tiles.read(entry)?.bytes else { continue }
      let chunks = PNGChunks(bytes)
      if isDrawn[entry.input] == nil {
        isDrawn[entry.input] = TileTheme.allCases.contains { chunks[$0.chunkType] != nil }
      }
      guard let range = chunks[TileNames.chunkType] else { continue }
      names += TileNames.read(bytes[range], of: entry.tile).filter {
        $0.rank < wanted.count && wanted[$0.rank] == entry.tile.level
      }
    }
    return names
  }
}
