import FeatureData
import Geometry
import MapModel
import Packages
import Tiles

/// Where the tiles of a base map come from, open for reading.
struct BaseMapSources: Sendable {
  /// The tiles below all layers. Where several have a tile, the first one wins.
  private(set) var ground: [TileSource] = []
  /// The tiles above all layers, such as labels.
  private(set) var reference: [TileSource] = []
  /// The features that tiles are drawn from, where no others are.
  private var drawings: [DrawnFile] = []
  /// The denominator of the largest scale that is drawn. Finer levels of a city are gigabytes.
  private var maxScale = DrawnTiles.usualScale
  /// Whom to thank for what the bindings name, and for files that thank nobody; nil for what the files
  /// say.
  private let attribution: String?
  private let options: BaseMapOptions

  /// Opens what the options name, otherwise what the bindings name, otherwise what lies beside the
  /// data.
  ///
  /// - Throws: ``TilesError`` for what is not tiles, and the errors of reading.
  init(_ options: BaseMapOptions, in folder: DataFolder) throws {
    self.options = options
    let bound = folder.bindings.baseMap
    attribution = bound?.attribution
    if !options.files.isEmpty {
      ground = try options.files.map { try TileSource(path: $0) }
    } else if let bound, bound.namesTiles {
      ground = try bound.tiles.map { try TileSource(path: $0) }
      reference = try bound.reference.map { try TileSource(path: $0) }
      drawings = bound.drawings.map { DrawnFile($0) }
      maxScale = bound.maxScale ?? maxScale
    } else {
      ground = try folder.baseMaps.map { try TileSource(path: $0) }
    }
  }

  /// Draws and lists the tiles for some scales; nil if there are no sources.
  ///
  /// - Parameter area: the only area that packages may have tiles of; nil for packages of many
  ///   areas.
  func listed(
    area: AreaOfInterest?, scale: ScaleRange, report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> PlannedBaseMap? {
    let coverage = try area.map { TileCoverage(try $0.webMercator()) }
    var findings: [Finding] = []
    var ground = ground
    if !drawings.isEmpty {
      ground.append(
        try await DrawnFile.tiles(
          of: drawings, style: TileStyle(.light),
          levels: DrawnTiles.levels(
            fromScale: scale.minimum == 0 ? nil : scale.minimum,
            to: max(scale.maximum, maxScale)),
          area: coverage, findings: &findings, report: report))
    }
    let layers = try [(reference, true), (ground, false)].compactMap { sources, isReference in
      sources.isEmpty
        ? nil
        : PlannedBaseMap.Layer(
          try tiles(of: sources, area: coverage, scale: scale), isReference: isReference)
    }
    return layers.isEmpty ? nil : PlannedBaseMap(layers, options: options, findings: findings)
  }

  private func tiles(
    of sources: [TileSource], area: TileCoverage?, scale: ScaleRange
  ) throws -> TileSet {
    var tiles = try TileSet(sources, area: area)
    // Files from elsewhere know better than the bindings whose they are.
    if options.files.isEmpty || tiles.credits.attribution == nil {
      tiles.attribution = attribution ?? tiles.attribution
    }
    let levels = TileGrid.levels(
      fromScale: scale.minimum, to: scale.maximum, tileSize: tiles.tileSize)
    tiles.remove { !levels.contains($0.level) }
    return tiles
  }
}
