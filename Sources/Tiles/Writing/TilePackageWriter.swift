import Bytes
import OrderedJSON
import ZIPArchive

/// Writes a tile package (`.tpkx`): a ZIP archive of bundles (Esri compact cache V2), all stored.
enum TilePackageWriter {
  static func write<Output: PatchableOutput & ~Copyable>(
    _ copy: inout TileCopy, to output: consuming Output, now: Int64
  ) throws -> Output {
    var archive = ArchiveWriter(output)
    let entries = copy.entries(by: key)
    var first = 0
    while first < entries.count {
      let bundle = BundleID(entries[first].tile)
      let end = entries[first...].firstIndex { BundleID($0.tile) != bundle } ?? entries.count
      try write(bundle, entries[first..<end], &copy, to: &archive)
      first = end
    }
    let description = try TilePackageDescription(copy, now: now)
    try archive.appendStored("root.json", description.root.span)
    try archive.appendStored("iteminfo.json", description.item.span)
    return try archive.finished()
  }

  /// Sorts tiles by bundles, and in bundles by rows.
  private static func key(of tile: TileID) -> UInt64 {
    let (row, column) = (UInt64(tile.row), UInt64(tile.column))
    return UInt64(tile.level) << 48 | (row >> 7) << 31 | (column >> 7) << 14 | (row & 127) << 7
      | column & 127
  }

  /// A bundle by its level and its first tile.
  private struct BundleID: Equatable {
    var level: Int
    var row: Int
    var column: Int

    init(_ tile: TileID) {
      level = tile.level
      row = tile.row & ~(CompactBundle.side - 1)
      column = tile.column & ~(CompactBundle.side - 1)
    }

    var path: String {
      func digits(_ value: Int, _ radix: Int, _ count: Int) -> String {
        let text = String(value, radix: radix)
        return String(repeating: "0", count: max(0, count - text.count)) + text
      }
      return "tile/L\(digits(level, 10, 2))/R\(digits(row, 16, 4))C\(digits(column, 16, 4)).bundle"
    }
  }

  /// Writes a bundle. Its index is written last, when it is known which tiles are there.
  private static func write<Output: PatchableOutput & ~Copyable>(
    _ bundle: BundleID, _ entries: ArraySlice<TileEntry>, _ copy: inout TileCopy,
    to archive: inout ArchiveWriter<Output>
  ) throws {
    try archive.begin(
      bundle.path, method: .stored, sizeLimit: entries.reduce(indexEnd) { $0 + 4 + $1.length })
    let room = [UInt8](repeating: 0, count: indexEnd)
    try archive.append(room.span)
    var size = indexEnd
    var index = [UInt64](repeating: 0, count: CompactBundle.tileCount)
    var largest = 0
    for entry in entries {
      guard let (bytes, image) = try copy.read(entry) else { continue }
      guard image != .webp else {
        throw TilesError.unsupported(
          what: "WebP tiles, which tile packages cannot hold", supported: "PNG and JPEG")
      }
      let place =
        (entry.tile.row - bundle.row) * CompactBundle.side + entry.tile.column - bundle.column
      index[place] = UInt64(bytes.count) << 40 | UInt64(size + 4)
      largest = max(largest, bytes.count)
      var length: [UInt8] = []
      length.append(littleEndian: UInt32(bytes.count))
      try archive.append(length.span)
      try archive.append(bytes.span)
      size += 4 + bytes.count
    }
    var head = header(size: size, largest: largest)
    for value in index { head.append(littleEndian: value) }
    try archive.fill(head.span, at: 0)
    try archive.end()
  }

  /// Where the tiles of a bundle begin.
  private static let indexEnd = CompactBundle.headerLength + 8 * CompactBundle.tileCount

  private static func header(size: Int, largest: Int) -> [UInt8] {
    var header: [UInt8] = []
    for value in [3, CompactBundle.tileCount, largest, 5] {
      header.append(littleEndian: UInt32(value))
    }
    for value in [0, size, 40] { header.append(littleEndian: UInt64(value)) }
    let indexLength = 8 * CompactBundle.tileCount
    for value in [20 + indexLength, 3, 16, CompactBundle.tileCount, 5, indexLength] {
      header.append(littleEndian: UInt32(value))
    }
    return header
  }
}
