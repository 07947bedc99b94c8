import Bytes
package import Geometry
import OrderedJSON

/// The tiles of one or several containers, each tile once, ready to be written to another.
package struct TileSet: Sendable {
  /// The containers, in the order in which they were given.
  package private(set) var sources: [TileSource]
  /// The tiles. Where several containers have one, it is that of the first.
  package private(set) var entries: [TileEntry] = []
  /// The pixels of a tile's side; 256 or 512.
  package private(set) var tileSize = 256
  /// The box of the area, in meters; nil without an area.
  private var area: Envelope?
  /// Whom to thank; nil for whom the containers name.
  package var attribution: String?
  /// The formats of the containers' first images, where there are any.
  private(set) var firstImages: [Int: TileImage] = [:]

  /// The most tiles of a set, and containers.
  private static let limit = (tiles: 50_000_000, sources: 10_000)
  /// The most bytes of a tile, as the bundles of tile packages have it.
  static let longestTile = (1 << 24) - 1

  /// Lists the tiles of containers.
  ///
  /// - Parameter area: the area to take; nil for all tiles.
  /// - Throws: ``TilesError`` for what cannot be read or joined.
  package init(_ sources: [TileSource], area: TileCoverage? = nil) throws {
    self.sources = sources
    self.area = area?.box
    var coverage = area
    guard sources.count <= Self.limit.sources else {
      throw TilesError.tooMany(what: "inputs", limit: Self.limit.sources)
    }
    for (index, source) in sources.enumerated() {
      try source.list { entry in
        guard entry.length > 0, coverage?.holds(entry.tile) ?? true else { return }
        guard entries.count < Self.limit.tiles else {
          throw TilesError.tooMany(what: "tiles", limit: Self.limit.tiles)
        }
        guard entry.length <= Self.longestTile else {
          throw TilesError.tooMany(what: "bytes in tile \(entry.tile)", limit: Self.longestTile)
        }
        var entry = entry
        entry.input = UInt16(index)
        entries.append(entry)
      }
    }
    entries.sort { ($0.tile, $0.input, $0.place) < ($1.tile, $1.input, $1.place) }
    removeRepeated()
    try measure()
  }

  private mutating func removeRepeated() {
    var kept = 0
    for entry in entries where kept == 0 || entries[kept - 1].tile != entry.tile {
      entries[kept] = entry
      kept += 1
    }
    entries.removeLast(entries.count - kept)
  }

  /// Reads the size of each container's first image.
  private mutating func measure() throws {
    var found: Int?
    for input in sources.indices {
      guard let size = try size(ofInput: input) else { continue }
      guard found ?? size == size else { throw TilesError.differentSizes(found ?? 0, size) }
      found = size
    }
    tileSize = found ?? tileSize
  }

  private mutating func size(ofInput input: Int) throws -> Int? {
    for entry in entries where Int(entry.input) == input {
      guard let (bytes, image) = try read(entry) else { continue }
      firstImages[input] = image
      guard let (width, height) = image.size(bytes.span), width == height,
        [256, 512].contains(width)
      else {
        throw LocatedError(
          location: sources[input].path,
          reason: TilesError.unsupported(
            what: "tiles of another size (\(entry.tile))", supported: "256 and 512 pixels"))
      }
      return width
    }
    return nil
  }

  /// Reads a tile; nil if its bytes are no image.
  package mutating func read(_ entry: TileEntry) throws -> (bytes: [UInt8], image: TileImage)? {
    try sources[Int(entry.input)].read(entry)
  }

  /// Tiles that programs cannot draw.
  package struct Faults: Sendable, Equatable {
    /// Those whose bytes are no image.
    package var noImages: [TileID]
    /// Those of another size than the first one.
    package var otherSizes: [TileID]

    package init(noImages: [TileID] = [], otherSizes: [TileID] = []) {
      self.noImages = noImages
      self.otherSizes = otherSizes
    }
  }

  /// Reads all tiles, and returns those that programs cannot draw.
  ///
  /// - Parameter progress: receives the bytes that are read.
  package mutating func faults(progress: (Int) -> Void) throws -> Faults {
    var faults = Faults()
    var done = 0
    for entry in entries {
      done += entry.length
      progress(done)
      guard let (bytes, image) = try read(entry) else {
        faults.noImages.append(entry.tile)
        continue
      }
      let size = image.size(bytes.span)
      if size?.width != tileSize || size?.height != tileSize {
        faults.otherSizes.append(entry.tile)
      }
    }
    return faults
  }

  /// How many tiles a level has.
  package struct Level: Sendable, Equatable {
    package var level: Int
    package var count: Int
    /// The bytes of the images.
    package var bytes: Int
  }

  /// The bytes of all images.
  package var byteCount: Int { entries.reduce(0) { $0 + $1.length } }

  /// The levels that have tiles, from the coarsest on.
  package var levels: [Level] {
    var levels: [Level] = []
    for entry in entries {
      if levels.last?.level != entry.tile.level {
        levels.append(Level(level: entry.tile.level, count: 0, bytes: 0))
      }
      levels[levels.count - 1].count += 1
      levels[levels.count - 1].bytes += entry.length
    }
    return levels
  }

  /// Removes tiles.
  package mutating func remove(where isUnwanted: (TileID) -> Bool) {
    entries.removeAll { isUnwanted($0.tile) }
  }

  /// The tiles that have a part of an area.
  package func clipped(to area: TileCoverage) -> TileSet {
    var (clipped, coverage) = (self, area)
    clipped.area = area.box
    clipped.entries = entries.filter { coverage.holds($0.tile) }
    return clipped
  }

  /// A digest that two sets have in common only if they have the same tiles: of the tiles' numbers
  /// and lengths, and of some images. A change of style changes nearly all images.
  package mutating func digest() throws -> [UInt8] {
    var digest = SHA256()
    var numbers: [UInt8] = []
    for entry in entries {
      numbers.removeAll(keepingCapacity: true)
      for number in [entry.tile.level, entry.tile.column, entry.tile.row, entry.length] {
        numbers.append(littleEndian: UInt32(number))
      }
      digest.update(numbers.span)
    }
    for index in stride(from: 0, to: entries.count, by: max(1, entries.count / 64)) {
      if let bytes = try read(entries[index])?.bytes { digest.update(bytes.span) }
    }
    return digest.finish()
  }

  /// Whether the first image of a container is WebP, which tile packages cannot hold.
  package var hasWebP: Bool { firstImages.values.contains(.webp) }

  /// The coarsest and the finest level; 0 if there are no tiles.
  var levelRange: ClosedRange<Int> {
    (entries.first?.tile.level ?? 0)...(entries.last?.tile.level ?? 0)
  }

  /// The finest level that has tiles; nil without tiles.
  var finestLevel: Int? { entries.last?.tile.level }

  /// Drops the finest level, and returns it; nil if there is none.
  private mutating func dropFinest() -> Level? {
    guard let finest = levels.last else { return nil }
    entries.removeLast(finest.count)
    return finest
  }

  /// Drops the finest levels until the images fit. Returns those that were dropped.
  package mutating func drop(beyond bytes: Int) -> [Level] {
    var sets = [self]
    let dropped = Self.drop(beyond: bytes, from: &sets)
    self = sets[0]
    return dropped[0]
  }

  /// Drops the finest levels of several sets until all images fit. Returns those that were dropped
  /// of each.
  package static func drop(beyond bytes: Int, from sets: inout [TileSet]) -> [[Level]] {
    var dropped: [[Level]] = sets.map { _ in [] }
    while sets.reduce(0, { $0 + $1.byteCount }) > bytes {
      let finest = sets.compactMap(\.finestLevel).max()
      for index in sets.indices where sets[index].finestLevel == finest {
        if let level = sets[index].dropFinest() { dropped[index].append(level) }
      }
    }
    return dropped
  }

  /// The box in meters around what the tiles show, within the area.
  package var extent: Envelope {
    var extent = Envelope.empty
    let finest = entries.last?.tile.level
    for entry in entries.reversed() {
      guard entry.tile.level == finest else { break }
      extent.formUnion(TileGrid.box(of: entry.tile))
    }
    guard let area else { return extent }
    return Envelope(
      minX: max(extent.minX, area.minX), minY: max(extent.minY, area.minY),
      maxX: min(extent.maxX, area.maxX), maxY: min(extent.maxY, area.maxY))
  }

  /// West, south, east and north of ``extent``, in degrees.
  package var bounds: [Double] {
    let box = extent
    let (west, south) = TileGrid.degrees(x: box.minX, y: box.minY)
    let (east, north) = TileGrid.degrees(x: box.maxX, y: box.maxY)
    return [west, south, east, north]
  }

  /// The name of the first container that has one, and all attributions.
  package var credits: TileCredits {
    let name = sources.lazy.compactMap(\.credits.name).first
    if let attribution { return TileCredits(name: name, attribution: attribution) }
    var attributions: [String] = []
    for attribution in sources.compactMap(\.credits.attribution)
    where !attributions.contains(where: { $0.hasSameUTF8(as: attribution) }) {
      attributions.append(attribution)
    }
    return TileCredits(name: name, attribution: attributions.joined(separator: " "))
  }
}
