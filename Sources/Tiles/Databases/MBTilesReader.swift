import Bytes
import Records
import SQLiteFile

/// Reads MBTiles (MBTiles 1.3): a table `tiles`, or a view of that name that joins a table `map` of
/// tiles with a table `images`.
struct MBTilesReader: TileReader {
  private var tiles: TileTable
  private var shared: SharedImages?
  let credits: TileCredits

  /// Whether a database has what MBTiles have.
  static func recognizes(_ database: DatabaseReader) -> Bool {
    database.object(.table, named: "tiles") != nil || database.object(.view, named: "tiles") != nil
  }

  /// Opens a database.
  ///
  /// - Throws: `TilesError.unsupported` for vector tiles and for other views.
  init(_ database: DatabaseReader) throws {
    let metadata = try Self.metadata(database)
    if metadata["format"] == "pbf" {
      throw TilesError.unsupported(what: "vector tiles", supported: "PNG, JPEG and WebP")
    }
    credits = TileCredits(name: metadata["name"], attribution: metadata["attribution"])
    guard database.object(.table, named: "tiles") == nil else {
      let table = try database.table(named: "tiles")
      guard let tiles = try TileTable(table, content: "tile_data", in: database) else {
        throw Self.unknownTables
      }
      self.tiles = tiles
      return
    }
    guard let sql = database.object(.view, named: "tiles")?.sql, Self.joins(sql),
      database.object(.table, named: "map") != nil,
      let map = try TileTable(try database.table(named: "map"), content: "tile_id", in: database),
      let shared = try SharedImages(database)
    else { throw Self.unknownTables }
    tiles = map
    self.shared = shared
  }

  private static let unknownTables = TilesError.unsupported(
    what: "tables or views of its own kind",
    supported: "a table tiles, and a view of the tables map and images,")

  /// Whether a view takes from the two tables what everybody takes. Views that do more have other
  /// words.
  private static func joins(_ sql: String) -> Bool {
    let words = Set(
      sql.lowercased().split { !$0.isLetter && $0 != "_" && !$0.isNumber }.map(String.init))
    let known: Set = [
      "create", "view", "temp", "if", "not", "exists", "tiles", "as", "select", "map", "images",
      "zoom_level", "tile_column", "tile_row", "tile_data", "tile_id", "from", "join", "inner",
      "left", "on", "using", "where",
    ]
    return words.isSuperset(of: ["map", "images", "tile_id", "tile_data"])
      && words.isSubset(of: known)
  }

  private static func metadata(_ database: DatabaseReader) throws -> [String: String] {
    var metadata: [String: String] = [:]
    for row in try database.namedRows(of: "metadata", limit: 1_000, byteLimit: 16 << 20).rows {
      if case .text(let name) = row["name"], case .text(let value) = row["value"] {
        metadata[name] = value
      }
    }
    return metadata
  }

  func list(_ found: (TileEntry) throws -> Void) throws {
    let images = try shared?.images()
    try tiles.list(withContent: images != nil) { row in
      guard let tile = TileID(level: row.level, column: row.column, southernRow: row.row) else {
        throw tiles.bad(
          row.rowid, "a tile of the grid, not \(row.level)/\(row.column)/\(row.row)")
      }
      guard let images else {
        return try found(TileEntry(tile, place: Int(row.rowid), length: row.length))
      }
      guard let id = row.content, let image = images[SharedImages.IDDigest(id)] else {
        throw tiles.bad(row.rowid, "the tile_id of an image")
      }
      try found(TileEntry(tile, place: Int(image.rowid), length: image.length))
    }
  }

  func damage() throws -> [String] { try tiles.damage() }

  mutating func read(_ entry: TileEntry) throws -> [UInt8] {
    try shared?.image(ofRow: Int64(entry.place)) ?? tiles.image(ofRow: Int64(entry.place))
  }
}
