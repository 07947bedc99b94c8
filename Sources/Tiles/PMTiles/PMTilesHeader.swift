import Bytes

/// The header of a PMTiles archive (PMTiles 3, "Header"): 127 bytes, little-endian.
///
/// | offset | content |
/// | --- | --- |
/// | 0 | `PMTiles`, 3 |
/// | 8 | offset and length of: root directory, metadata, leaf directories, tiles |
/// | 72 | number of tiles, of entries, of different tiles |
/// | 96 | clustered, compression of directories, of tiles, type of tiles, coarsest and finest level |
/// | 102 | west, south, east, north in ten-millionths of a degree |
/// | 118 | level and position of the center |
struct PMTilesHeader: Sendable, Equatable {
  static let length = 127
  static let magic = Array("PMTiles".utf8) + [3]

  /// How directories and metadata are compressed.
  enum Compression: UInt8, Sendable {
    case none = 1
    case gzip = 2
  }

  var root: Range<Int>
  var metadata: Range<Int>
  var leaves: Range<Int>
  var tiles: Range<Int>
  var tileCount: UInt64
  var entryCount: UInt64
  var contentCount: UInt64
  var isClustered: Bool
  var compression: Compression
  var image: TileImage
  var levels: ClosedRange<Int>
  /// West, south, east, north in ten-millionths of a degree.
  var bounds: [Int32]

  init(
    root: Range<Int>, metadata: Range<Int>, leaves: Range<Int>, tiles: Range<Int>,
    tileCount: UInt64, entryCount: UInt64, contentCount: UInt64, isClustered: Bool,
    compression: Compression, image: TileImage, levels: ClosedRange<Int>, bounds: [Int32]
  ) {
    (self.root, self.metadata, self.leaves, self.tiles) = (root, metadata, leaves, tiles)
    (self.tileCount, self.entryCount) = (tileCount, entryCount)
    self.contentCount = contentCount
    self.isClustered = isClustered
    self.compression = compression
    self.image = image
    self.levels = levels
    self.bounds = bounds
  }

  /// The bytes of the header.
  var bytes: [UInt8] {
    var bytes = Self.magic
    for section in [root, metadata, leaves, tiles] {
      bytes.append(littleEndian: UInt64(section.lowerBound))
      bytes.append(littleEndian: UInt64(section.count))
    }
    for count in [tileCount, entryCount, contentCount] { bytes.append(littleEndian: count) }
    bytes += [isClustered ? 1 : 0, compression.rawValue, 1, Self.code(of: image)]
    bytes += [UInt8(levels.lowerBound), UInt8(levels.upperBound)]
    for degrees in bounds { bytes.append(littleEndian: UInt32(bitPattern: degrees)) }
    bytes.append(UInt8(levels.lowerBound))
    for (low, high) in [(bounds[0], bounds[2]), (bounds[1], bounds[3])] {
      let center = Int32((Int(low) + Int(high)) / 2)
      bytes.append(littleEndian: UInt32(bitPattern: center))
    }
    return bytes
  }

  /// Reads a header.
  ///
  /// - Parameter fileSize: all sections are inside of the file.
  init(_ bytes: Span<UInt8>, fileSize: Int) throws(TilesError) {
    guard bytes.count >= Self.length else {
      throw .damaged(offset: bytes.count, expected: "a header of 127 bytes")
    }
    for (offset, byte) in Self.magic.enumerated() where bytes[offset] != byte {
      throw .damaged(offset: offset, expected: "PMTiles version 3")
    }
    func section(_ offset: Int, _ name: String) throws(TilesError) -> Range<Int> {
      let (start, count) = (
        bytes.littleEndianUInt64(at: offset), bytes.littleEndianUInt64(at: offset + 8)
      )
      let size = UInt64(fileSize)
      guard start <= size, count <= size - start else {
        throw .damaged(offset: offset, expected: "\(name) inside of the file of \(fileSize) bytes")
      }
      return Int(start)..<Int(start + count)
    }
    root = try section(8, "a root directory")
    metadata = try section(24, "metadata")
    leaves = try section(40, "leaf directories")
    tiles = try section(56, "tiles")
    tileCount = bytes.littleEndianUInt64(at: 72)
    entryCount = bytes.littleEndianUInt64(at: 80)
    contentCount = bytes.littleEndianUInt64(at: 88)
    isClustered = bytes[96] == 1
    compression = try Self.compression(bytes[97])
    image = try Self.image(bytes[99])
    guard bytes[98] <= 1 else {
      throw .unsupported(what: "compressed images", supported: "images as they are")
    }
    let (coarsest, finest) = (Int(bytes[100]), Int(bytes[101]))
    guard coarsest <= finest, finest <= TileID.deepestLevel else {
      throw .damaged(offset: 100, expected: "levels from 0 to \(TileID.deepestLevel), ascending")
    }
    levels = coarsest...finest
    bounds = [102, 106, 110, 114].map { Int32(bitPattern: bytes.littleEndianUInt32(at: $0)) }
  }

  private static func compression(_ code: UInt8) throws(TilesError) -> Compression {
    if let known = Compression(rawValue: code) { return known }
    let names: [UInt8: String] = [3: "Brotli", 4: "Zstandard"]
    throw .unsupported(
      what: "directories compressed with \(names[code] ?? "method \(code)")",
      supported: "gzip and no compression")
  }

  private static func code(of image: TileImage) -> UInt8 {
    switch image {
    case .png: 2
    case .jpeg: 3
    case .webp: 4
    }
  }

  private static func image(_ code: UInt8) throws(TilesError) -> TileImage {
    if let image = TileImage.allCases.first(where: { Self.code(of: $0) == code }) { return image }
    let names: [UInt8: String] = [1: "vector tiles", 5: "AVIF tiles", 6: "vector tiles (MLT)"]
    throw .unsupported(
      what: names[code] ?? "tiles of type \(code)", supported: "PNG, JPEG and WebP")
  }
}
