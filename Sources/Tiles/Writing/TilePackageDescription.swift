import Bytes
import Geometry
import OrderedJSON

/// The descriptions in a tile package, as Esri's specification and samples have them.
struct TilePackageDescription {
  private let copy: TileCopy
  private let tiles: TileSet
  private let now: Int64

  /// How many levels are listed, with tiles or without.
  private static let levelCount = 24

  init(_ copy: TileCopy, now: Int64) throws {
    self.copy = copy
    tiles = try copy.written()
    self.now = now
  }

  private static let reference: JSON = ["wkid": 102_100, "latestWkid": 3_857]

  /// The content of `root.json`.
  var root: [UInt8] {
    let format = !copy.has(.jpeg) ? "PNG" : copy.has(.png) ? "MIXED" : "JPEG"
    let extent = Self.extent(tiles.extent, Self.reference)
    let levels = tiles.levelRange
    var root: JSONObject = [
      "version": "1.0", "name": .string(copy.name), "serviceDescription": "",
      "tileBundlesPath": "./tile", "spatialReference": Self.reference, "units": "esriMeters",
      "minLOD": .number(levels.lowerBound), "maxLOD": .number(levels.upperBound),
      "minScale": .number(scale(levels.lowerBound)), "maxScale": .number(scale(levels.upperBound)),
      "resampling": false, "initialExtent": extent, "fullExtent": extent,
      "exportTilesAllowed": false,
      "tileImageInfo": [
        "format": .string(format), "compressionQuality": 75, "bandCount": 0, "lercError": 0,
      ],
      "tileInfo": tileInfo(format: format),
      "storageInfo": [
        "storageFormat": "esriMapCacheStorageModeCompactV2",
        "packetSize": .number(CompactBundle.side),
      ],
      "layers": [],
    ]
    if let attribution = copy.attribution {
      root.append("copyrightText", .string(attribution))
    }
    return JSONWriter.write(.object(root), style: .pretty)
  }

  private func tileInfo(format: String) -> JSON {
    [
      "rows": .number(tiles.tileSize), "cols": .number(tiles.tileSize), "dpi": 96,
      "format": .string(format), "compressionQuality": 75,
      "origin": ["x": .number(-TileGrid.reach), "y": .number(TileGrid.reach)],
      "spatialReference": Self.reference,
      "lods": .array(
        (0..<Self.levelCount).map { level in
          [
            "level": .number(level), "resolution": .number(resolution(level)),
            "scale": .number(scale(level)),
          ]
        }),
    ]
  }

  /// Meters in a pixel.
  private func resolution(_ level: Int) -> Double {
    2 * TileGrid.reach / Double(1 << level) / Double(tiles.tileSize)
  }

  private func scale(_ level: Int) -> Double {
    TileGrid.scale(ofLevel: level, tileSize: tiles.tileSize)
  }

  /// The content of `iteminfo.json`.
  var item: [UInt8] {
    let bounds = tiles.bounds
    let extent: JSON = Self.extent(
      Envelope(minX: bounds[0], minY: bounds[1], maxX: bounds[2], maxY: bounds[3]),
      ["wkid": 4_326, "latestWkid": 4_326])
    let item: JSON = [
      "type": "Compact Tile Package",
      "typeKeywords": ["Compact Tile Package", "Tile Package", "tpkx"],
      "version": "1.0", "guid": .string(guid), "name": .string(copy.name),
      "title": .string(copy.name), "creator": "fieldpack", "created": .number(Int(now)),
      "summary": "", "snippet": "", "description": "", "tags": [],
      "accessInformation": .string(copy.attribution ?? ""),
      "extent": extent,
    ]
    return JSONWriter.write(item, style: .pretty)
  }

  /// An ID that is the same for the same tiles.
  private var guid: String {
    var digest = SHA256()
    for entry in tiles.entries {
      let line = Array("\(entry.tile) \(entry.length)\n".utf8)
      digest.update(line.span)
    }
    let digits = Array(SHA256.hex(digest.finish()).uppercased())
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return "{\(parts.joined(separator: "-"))}"
  }

  private static func extent(_ box: Envelope, _ reference: JSON) -> JSON {
    [
      "xmin": .number(box.minX), "ymin": .number(box.minY), "xmax": .number(box.maxX),
      "ymax": .number(box.maxY), "spatialReference": reference,
    ]
  }
}
