import Bytes
import Markup
import OrderedJSON
import Packages
package import Tiles

/// The tiles above and below the layers of pages.
package struct PageBaseMap: Sendable {
  /// The most bytes of images without a wish. Free hosts take sites of ten times that.
  package static let usualBudget = 100_000_000

  /// The tiles of one layer.
  struct Layer: Sendable {
    var tiles: TileSet
    /// Whether they are drawn above the layers of the map.
    let isReference: Bool
  }

  /// The layers, top first.
  private(set) var layers: [Layer]
  /// The most bytes of images.
  private let budget: Int

  /// - Parameters:
  ///   - layers: the tiles, top first.
  ///   - budget: the most bytes of images.
  /// - Returns: nil without tiles.
  package init?(_ layers: [(tiles: TileSet, isReference: Bool)], budget: Int = usualBudget) {
    guard !layers.isEmpty else { return nil }
    self.layers = layers.map { Layer(tiles: $0.tiles, isReference: $0.isReference) }
    self.budget = budget
  }

  /// Takes the tiles around records, and leaves out the finest levels until the images fit.
  ///
  /// - Returns: what is to be said about it.
  mutating func settle(around records: TileSurroundings) -> [Finding] {
    var findings = layers.compactMap(\.tiles.attributionFinding)
    for index in layers.indices where !records.isEmpty {
      layers[index].tiles.remove { !records.holds($0) }
    }
    var sets = layers.map(\.tiles)
    let dropped = TileSet.drop(beyond: budget, from: &sets)
    for (index, levels) in dropped.enumerated() {
      layers[index].tiles = sets[index]
      if var finding = sets[index].finding(leftOut: levels, limit: budget) {
        finding.fix = "To show them, allow more with --base-map-budget."
        findings.append(finding)
      } else if sets[index].entries.isEmpty {
        findings.append(
          Finding(
            .tilesOutsideArea, subject: sets[index].fileNames,
            "No tile is near the records, so the pages don't have these tiles."))
      }
    }
    layers.removeAll { $0.tiles.entries.isEmpty }
    return findings
  }

  /// The folders of the scripts in `data`, which no layer can have.
  static let folders = ["basemap", "basemap-above"]

  /// Writes the scripts with the tiles.
  func write(
    into output: inout SiteOutput, report: @Sendable (JobProgress) -> Void
  ) throws -> WrittenBaseMap {
    var findings: [Finding] = []
    let total = layers.reduce(0) { $0 + $1.tiles.byteCount }
    var before = 0
    let described = try layers.map { layer -> JSON in
      let folder = Self.folders[layer.isReference ? 1 : 0]
      var shards = TileShards(layer.tiles, folder: folder)
      let levels = try shards.write(into: &output) { done in
        report(
          JobProgress(phase: "Writing", subject: "base map", done: before + done, total: total))
      }
      before += layer.tiles.byteCount
      findings += TileSet.Faults(noImages: shards.broken).findings(of: layer.tiles.fileNames)
      return [
        "folder": .string(folder), "above": .bool(layer.isReference),
        "size": .number(layer.tiles.tileSize), "levels": .array(levels),
      ]
    }
    return WrittenBaseMap(
      levels: layers.flatMap(\.tiles.levels), layers: described, credits: credits,
      findings: findings)
  }

  /// Whom to thank, as plain text, from the top layer on.
  private var credits: [String] {
    var credits: [String] = []
    for credit in layers.compactMap(\.tiles.credits.attribution).map(HTMLText.plain(of:))
    where !credit.isEmpty && !credits.contains(where: { $0.hasSameUTF8(as: credit) }) {
      credits.append(credit)
    }
    return credits
  }
}
