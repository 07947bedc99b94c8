import Bytes
import OrderedJSON

/// How the rows of a folder are counted.
package enum TileRows: String, Sendable, CaseIterable {
  case fromNorth = "xyz"
  case fromSouth = "tms"
}

/// Reads a folder `level/column/row.png`, with rows from the north (XYZ) or from the south (TMS).
struct TileFolderReader: TileReader {
  private let files: FolderFiles
  private let tiles: [(tile: TileID, path: String)]
  let credits: TileCredits

  private static let endings: Set = ["png", "jpg", "jpeg", "webp"]

  /// Opens a folder; nil if it has no tiles.
  ///
  /// - Parameter rows: how rows are counted; nil to take what the folder says. Folders that say nothing
  ///   count from the north.
  init?(_ path: String, rows: TileRows?) throws {
    files = FolderFiles(path)
    let paths = try files.paths(depth: 2)
    let description = try Self.description(paths, files)
    credits = description.credits
    let isSouthern = (rows ?? description.rows) == .fromSouth
    tiles = paths.compactMap { path in
      Self.tile(path, isSouthern: isSouthern).map { ($0, path) }
    }
    guard !tiles.isEmpty else { return nil }
  }

  private static func tile(_ path: String, isSouthern: Bool) -> TileID? {
    let parts = path.split(separator: "/")
    guard parts.count == 3, let level = number(parts[0]), let column = number(parts[1]) else {
      return nil
    }
    let name = parts[2].split(separator: ".")
    guard name.count == 2, endings.contains(name[1].lowercased()), let row = number(name[0]) else {
      return nil
    }
    return isSouthern
      ? TileID(level: level, column: column, southernRow: row)
      : TileID(level: level, column: column, row: row)
  }

  /// A number as paths have it, without sign and zeros in front.
  private static func number(_ text: Substring) -> Int? {
    guard text.utf8.count <= 8, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  /// Reads `metadata.json`, or sees from `tilemapresource.xml` that rows are counted from the south.
  private static func description(
    _ paths: [String], _ files: FolderFiles
  ) throws -> (rows: TileRows, credits: TileCredits) {
    if let file = try files.open("metadata.json") {
      let json = try about("metadata.json") {
        try JSONParser.parse(FileRegion(file).readAll(limit: 16 << 20))
      }
      return (
        json["scheme"]?.string == "tms" ? .fromSouth : .fromNorth,
        TileCredits(name: json["name"]?.string, attribution: json["attribution"]?.string)
      )
    }
    return (paths.contains("tilemapresource.xml") ? .fromSouth : .fromNorth, TileCredits())
  }

  func list(_ found: (TileEntry) throws -> Void) throws {
    for (index, (tile, path)) in tiles.enumerated() {
      guard let file = try files.open(path) else {
        throw BytesError.fileNotFound(path: files.path + "/" + path)
      }
      try found(TileEntry(tile, place: 0, length: file.size, file: index))
    }
  }

  func read(_ entry: TileEntry) throws -> [UInt8] {
    let path = tiles[Int(entry.file)].path
    guard let file = try files.open(path), file.size == entry.length else {
      throw BytesError.fileNotFound(path: files.path + "/" + path)
    }
    return try file.read(at: 0, count: entry.length)
  }
}
