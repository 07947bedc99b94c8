import Bytes

/// Why tiles were refused.
package enum TilesError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Something at an offset of a file is not what the format allows there.
  case damaged(offset: Int, expected: String)
  /// A row of a database is not what the format allows.
  case badRow(table: String, rowid: Int64, expected: String)
  /// A description, such as a JSON document, is not what the format allows.
  case badDescription(file: String, expected: String)
  /// The tiles are sound, but in a form that is not supported, such as vector tiles.
  case unsupported(what: String, supported: String)
  /// There is more of something than is allowed.
  case tooMany(what: String, limit: Int)
  /// Nothing at a path is a container of tiles.
  case notTiles
  /// There are no tiles, or none in the area and the levels.
  case noTiles
  /// Two inputs cannot be joined.
  case differentSizes(Int, Int)
  /// A tile's bytes have changed, or are not those that the list of tiles has.
  case cutShort(tile: TileID)

  package var description: String {
    switch self {
    case .damaged(let offset, let expected): "byte \(offset): expected \(expected)"
    case .badRow(let table, let rowid, let expected):
      "row \(rowid) of table \(table): expected \(expected)"
    case .badDescription(let file, let expected): "\(file): expected \(expected)"
    case .unsupported(let what, let supported): "it has \(what); only \(supported) are supported"
    case .tooMany(let what, let limit): "more than \(NumberText.grouped(limit)) \(what)"
    case .notTiles: "it has no tiles in a known form"
    case .noTiles: "there are no tiles"
    case .differentSizes(let one, let other):
      "the tiles are \(one) pixels wide in one input and \(other) in another"
    case .cutShort(let tile): "tile \(tile) is cut short"
    }
  }
}
