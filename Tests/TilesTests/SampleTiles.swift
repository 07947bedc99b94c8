import Bytes
import TestSupport
import Tiles

/// Tiles for tests: images with a header that is right, and random bytes after it.
struct SampleTiles {
  var tiles: [(tile: TileID, image: [UInt8])] = []

  /// Tiles on levels 3 to 9, some of them with the same bytes.
  init(_ count: Int, seed: UInt64, size: Int = 256, images: [TileImage] = [.png, .jpeg]) {
    var generator = SeededGenerator(seed: seed)
    var taken: Set<TileID> = []
    let blank = Self.image(.png, size: size, of: [1, 2, 3])
    while tiles.count < count {
      let level = generator.integer(in: 3...9)
      let last = (1 << level) - 1
      guard
        let tile = TileID(
          level: level, column: generator.integer(in: 0...last),
          row: generator.integer(in: 0...last)), taken.insert(tile).inserted
      else { continue }
      let image = images[generator.integer(in: 0...images.count - 1)]
      let bytes = generator.bytes(generator.integer(in: 1...3_000))
      tiles.append(
        (
          tile,
          generator.integer(in: 0...3) == 0 ? blank : Self.image(image, size: size, of: bytes)
        ))
    }
  }

  /// An image of a format with a header that gives the size.
  static func image(_ format: TileImage, size: Int, of bytes: [UInt8]) -> [UInt8] {
    var image: [UInt8] = []
    switch format {
    case .png:
      image = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
      image += "IHDR".utf8
      image.append(bigEndian: UInt32(size))
      image.append(bigEndian: UInt32(size))
    case .jpeg:
      image = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 11, 8]
      image.append(bigEndian: UInt16(size))
      image.append(bigEndian: UInt16(size))
    case .webp:
      image += "RIFF".utf8
      image += [0, 0, 0, 0]
      image += "WEBPVP8X".utf8
      image += [10, 0, 0, 0, 0, 0, 0, 0]
      for side in [size - 1, size - 1] {
        image += [UInt8(side & 0xFF), UInt8(side >> 8 & 0xFF), UInt8(side >> 16)]
      }
    }
    return image + bytes
  }

  /// Writes the tiles to a folder `level/column/row.png`.
  func write(to folder: TemporaryFolder, at path: String, southern: Bool = false) throws -> String {
    for (tile, image) in tiles {
      let row = southern ? tile.southernRow : tile.row
      _ = try folder.write(image, to: "\(path)/\(tile.level)/\(tile.column)/\(row).png")
    }
    return folder.path(path)
  }

  /// The tiles with the digests of their images, as text.
  var lines: [String] {
    tiles.map { Self.line($0.tile, $0.image) }.sorted()
  }

  static func line(_ tile: TileID, _ image: [UInt8]) -> String {
    "\(tile) \(SHA256.hex(SHA256.of(image.span)))"
  }

  /// The same of a container.
  static func lines(of path: String) throws -> [String] {
    var tiles = try TileSet([TileSource(path: path)])
    return try tiles.entries.map { entry in
      line(entry.tile, try tiles.read(entry)?.bytes ?? [])
    }.sorted()
  }
}

extension TileOutput {
  /// The ending of a file for tests.
  var ending: String {
    switch self {
    case .mbtiles: ".mbtiles"
    case .pmtiles: ".pmtiles"
    case .tilePackage: ".tpkx"
    case .folder: ""
    }
  }

  /// Writes containers to another one.
  @discardableResult
  func write(_ inputs: [String], to path: String) throws -> [TileID] {
    try write(
      TileSet(try inputs.map { try TileSource(path: $0) }), to: path, replacing: true,
      name: "sample", now: 0
    ) { _ in }
  }
}
