import Bytes
package import Packages
package import Tiles

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
