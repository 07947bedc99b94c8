import Bytes

/// A file of 128 × 128 tiles of a compact cache (Esri compact cache V2; V1 as found in packages).
struct CompactBundle: Sendable {
  /// The two layouts.
  enum Version: Sendable {
    /// An index of offsets beside the bundle, column by column.
    case one
    /// An index of offsets and sizes in the bundle, row by row.
    case two
  }

  /// The tiles along a side.
  static let side = 128
  static let tileCount = side * side
  /// Bytes before the index of version 2.
  static let headerLength = 64
  /// Bytes before the offsets of an index of version 1.
  private static let indexHeaderLength = 16

  /// The column and row of the first tile.
  let column: Int
  let row: Int

  /// Reads the place of a bundle from its name, such as `R0180c0300.bundle`; nil if it is no name of
  /// a bundle.
  init?(name: Substring) {
    let parts = name.dropFirst().split(separator: ".", maxSplits: 1)
    guard name.utf8.first == UInt8(ascii: "R"), parts.count == 2, parts[1] == "bundle" else {
      return nil
    }
    let halves = parts[0].split(separator: "C")
    guard halves.count == 2, let row = Int(halves[0], radix: 16),
      let column = Int(halves[1], radix: 16), (0...1 << 24).contains(row),
      (0...1 << 24).contains(column)
    else { return nil }
    self.row = row
    self.column = column
  }

  /// A tile in a bundle.
  struct Tile: Sendable {
    var column: Int
    var row: Int
    var offset: Int
    var length: Int
  }

  /// Lists the tiles of a bundle of version 2.
  func tiles(of bundle: FileRegion) throws -> [Tile] {
    let end = Self.headerLength + 8 * Self.tileCount
    guard bundle.count >= end else {
      throw TilesError.damaged(offset: bundle.count, expected: "an index of \(end) bytes")
    }
    let index = try bundle.read(at: 0, count: end)
    guard index.span.littleEndianUInt32(at: 0) == 3 else {
      throw TilesError.damaged(offset: 0, expected: "a bundle of version 2")
    }
    var tiles: [Tile] = []
    for number in 0..<Self.tileCount {
      let entry = index.span.littleEndianUInt64(at: Self.headerLength + 8 * number)
      let length = Int(entry >> 40)
      guard length > 0 else { continue }
      let offset = Int(entry & 0xFF_FFFF_FFFF)
      guard offset <= bundle.count, length <= bundle.count - offset else {
        throw TilesError.damaged(
          offset: Self.headerLength + 8 * number,
          expected: "a tile inside of the \(bundle.count) bytes")
      }
      tiles.append(
        Tile(
          column: column + number % Self.side, row: row + number / Self.side, offset: offset,
          length: length))
    }
    return tiles
  }

  /// Lists the tiles of a bundle of version 1, whose index is another file.
  func tiles(of bundle: FileRegion, index: FileRegion) throws -> [Tile] {
    let end = Self.indexHeaderLength + 5 * Self.tileCount
    guard index.count >= end else {
      throw TilesError.damaged(offset: index.count, expected: "an index of \(end) bytes")
    }
    let bytes = try index.read(at: 0, count: end)
    var tiles: [Tile] = []
    for number in 0..<Self.tileCount {
      let start = Self.indexHeaderLength + 5 * number
      let offset =
        Int(bytes.span.littleEndianUInt32(at: start)) | Int(bytes[start + 4]) << 32
      // What is absent points at a size of 0 in the bundle's own table.
      guard offset != 60 + 4 * number else { continue }
      guard offset <= bundle.count - 4 else {
        throw TilesError.damaged(
          offset: start, expected: "a tile inside of the \(bundle.count) bytes")
      }
      let size = try bundle.read(at: offset, count: 4)
      let length = Int(size.span.littleEndianUInt32(at: 0))
      guard length > 0 else { continue }
      guard length <= bundle.count - offset - 4 else {
        throw TilesError.damaged(offset: offset, expected: "a tile inside of the file")
      }
      tiles.append(
        Tile(
          column: column + number / Self.side, row: row + number % Self.side, offset: offset + 4,
          length: length))
    }
    return tiles
  }
}
