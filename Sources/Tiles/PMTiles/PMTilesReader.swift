import Bytes
import OrderedJSON

/// Reads PMTiles archives, version 3, with image tiles.
struct PMTilesReader: TileReader {
  private let region: FileRegion
  private let header: PMTilesHeader
  let credits: TileCredits

  /// Leaf directories may have leaves themselves; real archives have one level.
  private static let deepest = 4
  private static let metadataLimit = 16 << 20
  /// The most tiles of an archive, and entries of directories. A small hostile archive could name
  /// the same leaf directory a million times, or make a run of all tiles of the world.
  private static let mostTiles = 500_000_000
  /// The most bytes of a directory, so that a hostile one can't fill the memory.
  private static let directoryLimit = 16 << 20

  /// Opens an archive and reads its header.
  ///
  /// - Throws: `TilesError` for a damaged header, and for vector tiles, Brotli and the like.
  init(_ region: FileRegion) throws {
    self.region = region
    let bytes = try region.read(at: 0, count: min(region.count, PMTilesHeader.length))
    header = try PMTilesHeader(bytes.span, fileSize: region.count)
    credits = try Self.credits(header, region)
  }

  private static func credits(_ header: PMTilesHeader, _ region: FileRegion) throws -> TileCredits {
    guard !header.metadata.isEmpty else { return TileCredits() }
    let bytes = try expanded(header.metadata, of: region, header, limit: metadataLimit)
    let json = try about("metadata") { try JSONParser.parse(bytes) }
    return TileCredits(name: json["name"]?.string, attribution: json["attribution"]?.string)
  }

  func list(_ found: (TileEntry) throws -> Void) throws {
    var left = Self.mostTiles
    try list(header.root, depth: 0, left: &left, found)
  }

  /// - Parameter left: how many tiles and entries may still come.
  private func list(
    _ place: Range<Int>, depth: Int, left: inout Int, _ found: (TileEntry) throws -> Void
  ) throws {
    guard depth < Self.deepest else {
      throw TilesError.tooMany(what: "levels of directories", limit: Self.deepest)
    }
    let bytes = try Self.expanded(place, of: region, header, limit: Self.directoryLimit)
    for entry in try PMTilesDirectory(bytes.span, start: place.lowerBound).entries {
      left -= max(1, entry.run)
      guard left >= 0 else { throw TilesError.tooMany(what: "tiles", limit: Self.mostTiles) }
      if entry.run == 0 {
        try list(section(header.leaves, entry), depth: depth + 1, left: &left, found)
        continue
      }
      let place = try section(header.tiles, entry)
      // Also keeps the sum below from overflowing.
      guard HilbertNumber.all.contains(entry.number),
        UInt64(entry.run) <= HilbertNumber.all.upperBound - entry.number
      else {
        throw TilesError.damaged(
          offset: place.lowerBound, expected: "levels up to \(TileID.deepestLevel)")
      }
      for number in entry.number..<entry.number + UInt64(entry.run) {
        guard let tile = HilbertNumber.tile(number) else { continue }
        try found(TileEntry(tile, place: place.lowerBound, length: place.count))
      }
    }
  }

  func read(_ entry: TileEntry) throws -> [UInt8] {
    try region.read(at: entry.place, count: entry.length)
  }

  /// Where an entry's content is in the file.
  private func section(
    _ section: Range<Int>, _ entry: PMTilesDirectory.Entry
  ) throws(TilesError) -> Range<Int> {
    guard entry.offset <= section.count, entry.length <= section.count - entry.offset else {
      throw .damaged(
        offset: section.lowerBound,
        expected: "\(entry.length) bytes at \(entry.offset) of a section")
    }
    let start = section.lowerBound + entry.offset
    return start..<start + entry.length
  }

  private static func expanded(
    _ place: Range<Int>, of region: FileRegion, _ header: PMTilesHeader, limit: Int
  ) throws -> [UInt8] {
    guard place.count <= limit else {
      throw TilesError.tooMany(what: "bytes of a directory", limit: limit)
    }
    let bytes = try region.read(at: place.lowerBound, count: place.count)
    guard header.compression == .gzip else { return bytes }
    return try Deflate.inflate(bytes.span, format: .gzip, limit: limit)
  }
}
