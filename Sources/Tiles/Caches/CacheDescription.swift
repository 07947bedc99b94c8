import Bytes
import Markup
import OrderedJSON

/// What describes a tile cache: `root.json` of a tile package, or `conf.xml` of an older one and of a
/// cache folder.
struct CacheDescription: Sendable {
  /// The folder of the levels.
  var folder: String
  /// Where each level of the cache, by its number in paths, is in the grid.
  var levels: [Int: Place]
  /// The version of the bundles.
  var version: CompactBundle.Version
  var credits = TileCredits()

  struct Place: Sendable {
    var level: Int
    var firstColumn: Int
    var firstRow: Int
  }

  /// Finds and reads the description among a cache's files; nil if there is none.
  ///
  /// - Throws: `TilesError.unsupported` for vector tiles, elevations and other grids.
  static func find(in files: CacheFiles) throws -> CacheDescription? {
    if files.paths.contains("root.json") {
      var description = try CacheDescription(
        root: about("root.json") { try JSONParser.parse(files.read("root.json")) })
      let file = "iteminfo.json"
      if description.credits.attribution == nil, files.paths.contains(file) {
        let item = try about(file) { try JSONParser.parse(files.read(file)) }
        description.credits = TileCredits(
          name: description.credits.name, attribution: item["accessInformation"]?.string)
      }
      return description
    }
    guard let path = files.paths.first(where: { $0 == "conf.xml" || $0.hasSuffix("/conf.xml") })
    else { return nil }
    let folder = String(path.dropLast("conf.xml".count))
    var description = try CacheDescription(
      conf: about(path) { try XMLReader.read(files.read(path)) }, folder: folder, path: path)
    let service = "servicedescriptions/mapserver/mapserver.json"
    if files.paths.contains(service) {
      let contents = try about(service) { try JSONParser.parse(files.read(service)) }["contents"]
      description.credits = TileCredits(
        name: contents?["mapName"]?.string, attribution: contents?["copyrightText"]?.string)
    }
    return description
  }

  /// Reads the `root.json` of a tile package (`.tpkx`).
  private init(root json: JSON) throws(TilesError) {
    let file = "root.json"
    guard let info = json["tileInfo"] else {
      throw .badDescription(file: file, expected: "a member tileInfo")
    }
    try self.init(
      file: file, folder: Self.relative(json["tileBundlesPath"]?.string ?? "./tile"),
      wkid: json["spatialReference"]?["wkid"]?.int ?? info["spatialReference"]?["wkid"]?.int,
      format: json["tileImageInfo"]?["format"]?.string ?? info["format"]?.string,
      storage: json["storageInfo"]?["storageFormat"]?.string,
      packetSize: json["storageInfo"]?["packetSize"]?.int,
      columns: info["cols"]?.int,
      origin: (info["origin"]?["x"]?.double, info["origin"]?["y"]?.double),
      levels: (info["lods"]?.array ?? []).map { ($0["level"]?.int, $0["resolution"]?.double) })
    credits = TileCredits(
      name: json["name"]?.string,
      attribution: json["copyrightText"]?.string)
  }

  /// Reads the `conf.xml` of a cache folder or an older tile package (`.tpk`).
  private init(conf: XMLElement, folder: String, path: String) throws(TilesError) {
    guard let info = conf["TileCacheInfo"] else {
      throw .badDescription(file: path, expected: "an element TileCacheInfo")
    }
    let reference = info["SpatialReference"]
    try self.init(
      file: path, folder: folder + "_alllayers",
      wkid: (reference?.number("LatestWKID") ?? reference?.number("WKID")).flatMap {
        Int(exactly: $0)
      },
      format: conf["TileImageInfo"]?.text("CacheTileFormat"),
      storage: conf["CacheStorageInfo"]?.text("StorageFormat"),
      packetSize: conf["CacheStorageInfo"]?.number("PacketSize").flatMap { Int(exactly: $0) },
      columns: info.number("TileCols").flatMap { Int(exactly: $0) },
      origin: (info["TileOrigin"]?.number("X"), info["TileOrigin"]?.number("Y")),
      levels: info.list("LODInfos").map {
        ($0.number("LevelID").flatMap { Int(exactly: $0) }, $0.number("Resolution"))
      })
  }

  private init(
    file: String, folder: String, wkid: Int?, format: String?, storage: String?, packetSize: Int?,
    columns: Int?, origin: (x: Double?, y: Double?), levels: [(Int?, Double?)]
  ) throws(TilesError) {
    guard let wkid, [3_857, 102_100, 102_113, 900_913].contains(wkid) else {
      throw .unsupported(
        what: "tiles in spatial reference \(wkid.map(String.init) ?? "unknown")",
        supported: "tiles in Web Mercator (EPSG 3857)")
    }
    if let format, format.uppercased().hasPrefix("LERC") {
      throw .unsupported(what: "elevations (LERC)", supported: "PNG, JPEG and WebP")
    }
    switch storage {
    case "esriMapCacheStorageModeCompactV2": version = .two
    case "esriMapCacheStorageModeCompact": version = .one
    default:
      throw .unsupported(
        what: "storage format \(storage ?? "unknown")", supported: "compact caches")
    }
    guard packetSize ?? CompactBundle.side == CompactBundle.side else {
      throw .unsupported(what: "bundles of another size", supported: "bundles of 128 × 128 tiles")
    }
    guard let columns, (1...4_096).contains(columns), let west = origin.x, let north = origin.y,
      !levels.isEmpty
    else { throw .badDescription(file: file, expected: "tile size, origin and levels") }
    self.folder = folder
    self.levels = [:]
    for (number, resolution) in levels {
      guard let number, let resolution else {
        throw .badDescription(file: file, expected: "a number and a resolution for each level")
      }
      guard
        let place = TileGrid.place(west: west, north: north, side: resolution * Double(columns))
      else {
        throw .unsupported(
          what: "levels of another grid", supported: "levels of the Web Mercator grid")
      }
      self.levels[number] = Place(
        level: place.level, firstColumn: place.column, firstRow: place.row)
    }
  }

  /// A path without `./`.
  private static func relative(_ path: String) -> String {
    path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}
