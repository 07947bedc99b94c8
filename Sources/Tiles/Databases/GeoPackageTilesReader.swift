import Bytes
import Records
import SQLiteFile

/// Reads a tile table of a GeoPackage (GeoPackage 1.3 §2.2) whose tiles are those of the grid.
struct GeoPackageTilesReader: TileReader {
  private var tiles: TileTable
  private let matrices: [Int: Matrix]
  let credits: TileCredits

  /// Where a zoom level of the table is in the grid.
  private struct Matrix: Sendable {
    var level: Int
    var firstColumn: Int
    var firstRow: Int
  }

  /// Whether a database is a GeoPackage with tiles.
  static func recognizes(_ database: DatabaseReader) -> Bool {
    database.object(.table, named: "gpkg_tile_matrix_set") != nil
  }

  /// Opens the only tile table of a GeoPackage.
  ///
  /// - Throws: `TilesError.unsupported` for another grid, and for several tile tables.
  init(_ database: DatabaseReader) throws {
    let sets = try database.namedRows(
      of: "gpkg_tile_matrix_set", limit: 1_000, byteLimit: 1 << 20
    ).rows
    guard !sets.isEmpty else { throw TilesError.noTiles }
    guard sets.count == 1, case .text(let name) = sets[0]["table_name"] else {
      throw TilesError.unsupported(
        what: "\(sets.count) tile tables", supported: "GeoPackages with one of them")
    }
    guard sets[0]["srs_id"] == .integer(3_857) else {
      throw TilesError.unsupported(
        what: "tiles in another spatial reference", supported: "tiles in Web Mercator (EPSG 3857)")
    }
    guard let west = sets[0].number("min_x"), let north = sets[0].number("max_y") else {
      throw TilesError.badDescription(file: "gpkg_tile_matrix_set", expected: "numbers as extent")
    }
    guard
      let tiles = try TileTable(
        try database.table(named: name), content: "tile_data", in: database)
    else { throw TilesError.badDescription(file: name, expected: "the columns of a tile table") }
    self.tiles = tiles
    var matrices: [Int: Matrix] = [:]
    for row in try database.namedRows(of: "gpkg_tile_matrix", limit: 1_000, byteLimit: 1 << 20).rows
    where row["table_name"] == .text(name) {
      guard case .integer(let zoom) = row["zoom_level"] else { continue }
      matrices[Int(zoom)] = try Self.matrix(row, west: west, north: north)
    }
    self.matrices = matrices
    let contents = try database.namedRows(of: "gpkg_contents", limit: 1_000, byteLimit: 1 << 20)
    let content = contents.rows.first { $0["table_name"] == .text(name) }
    if case .text(let title)? = content?["identifier"] {
      credits = TileCredits(name: title)
    } else {
      credits = TileCredits()
    }
  }

  private static func matrix(
    _ row: NamedRow, west: Double, north: Double
  ) throws(TilesError) -> Matrix {
    guard let pixel = row.number("pixel_x_size"), let width = row.number("tile_width"),
      let place = TileGrid.place(west: west, north: north, side: pixel * width)
    else {
      throw .unsupported(what: "tiles of another grid", supported: "tiles of the Web Mercator grid")
    }
    return Matrix(level: place.level, firstColumn: place.column, firstRow: place.row)
  }

  func list(_ found: (TileEntry) throws -> Void) throws {
    try tiles.list { row in
      guard let matrix = matrices[row.level], row.column.magnitude <= 1 << 24,
        row.row.magnitude <= 1 << 24,
        let tile = TileID(
          level: matrix.level, column: matrix.firstColumn + row.column,
          row: matrix.firstRow + row.row)
      else {
        throw tiles.bad(row.rowid, "a tile of the grid, not \(row.level)/\(row.column)/\(row.row)")
      }
      try found(TileEntry(tile, place: Int(row.rowid), length: row.length))
    }
  }

  func damage() throws -> [String] { try tiles.damage() }

  mutating func read(_ entry: TileEntry) throws -> [UInt8] {
    try tiles.image(ofRow: Int64(entry.place))
  }
}

extension NamedRow {
  /// A column's number; nil if it has none.
  fileprivate func number(_ name: String) -> Double? {
    switch self[name] {
    case .integer(let value): Double(value)
    case .real(let value) where value.isFinite: value
    default: nil
    }
  }
}
