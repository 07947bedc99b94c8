import Bytes
package import Tiles

// What is to be said about base maps, whether of packages or of pages.

extension TileSet.Faults {
  /// What is to be said about these tiles.
  ///
  /// - Parameter path: the file or folder that has them, or that goes without them.
  package func findings(of path: String) -> [Finding] {
    func finding(_ id: FindingID, _ tiles: [TileID], one: String, many: String) -> Finding? {
      guard !tiles.isEmpty else { return nil }
      return Finding(
        id, subject: path, NumberText.plural(tiles.count, one: one, many: many) + ".",
        count: tiles.count, samples: tiles.map(\.description))
    }
    return [
      finding(.tilesNoImages, noImages, one: "tile is not an image", many: "tiles are not images"),
      finding(
        .tilesSizesDiffer, otherSizes, one: "tile has a different size than the first",
        many: "tiles have a different size than the first"),
    ].compactMap(\.self)
  }
}

extension TileSet {
  /// The names of its files, for messages.
  package var fileNames: String {
    sources.map { LocalPath.lastPart($0.path) }.joined(separator: ", ")
  }

  /// A finding if nobody says whose the tiles are.
  package var attributionFinding: Finding? {
    guard credits.attribution == nil else { return nil }
    return Finding(
      .tilesAttributionMissing, subject: fileNames, "The tiles don't say whose they are.")
  }

  /// A finding about levels that are left out because of their size; nil without any.
  ///
  /// - Parameter limit: the most bytes of images.
  package func finding(leftOut levels: [Level], limit: Int) -> Finding? {
    guard !levels.isEmpty else { return nil }
    let samples = levels.map { level in
      let tiles = NumberText.plural(level.count, one: "tile", many: "tiles")
      return "level \(level.level): \(tiles), \(NumberText.bytes(level.bytes))"
    }
    return Finding(
      .tilesLevelsLeftOut, subject: fileNames,
      NumberText.plural(levels.count, one: "level is", many: "levels are")
        + " left out of the base map, so that its images have at most "
        + "\(NumberText.bytes(limit)).", count: levels.count, samples: samples)
  }
}
