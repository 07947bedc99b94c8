import Bytes
import Records
import SQLiteFile

/// Writes MBTiles 1.3, with a plain table that all programs read.
enum MBTilesWriter {
  /// `MPBX`, by which `file` knows MBTiles.
  private static let applicationID: UInt32 = 0x4D50_4258
  /// Bytes of pages to keep in memory.
  private static let room = 4 << 20

  static func write<Output: PatchableOutput & ~Copyable>(
    _ copy: inout TileCopy, to output: consuming Output
  ) throws -> Output {
    var file = output
    var writer = DatabaseWriter()
    var table = writer.beginTable()
    var index = IndexTreeWriter(pageSize: writer.pages.pageSize)
    var encoder = RecordEncoder()
    var record: [UInt8] = []
    let entries = copy.entries { tile in
      UInt64(tile.level) << 48 | UInt64(tile.column) << 24 | UInt64(tile.southernRow)
    }
    for entry in entries {
      guard let (bytes, _) = try copy.read(entry) else { continue }
      let rowid = Int64(table.count + 1)
      let numbers = [entry.tile.level, entry.tile.column, entry.tile.southernRow].map(Int64.init)
      encoder.removeAll()
      for number in numbers { encoder.append(number) }
      encoder.append(blob: bytes.span)
      record.removeAll(keepingCapacity: true)
      encoder.write(to: &record)
      try table.append(rowid: rowid, record: record.span, to: &writer.pages)
      encoder.removeAll()
      for number in numbers { encoder.append(number) }
      encoder.append(rowid)
      record.removeAll(keepingCapacity: true)
      encoder.write(to: &record)
      index.append(record: record.span, to: &writer.pages)
      if writer.pages.pendingCount > room { try writer.pages.drain(into: &file) }
    }
    writer.addTable(
      name: "tiles",
      sql: "CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, "
        + "tile_data blob)", root: table.finish(&writer.pages))
    writer.addIndex(
      name: "tile_index", table: "tiles",
      sql: "CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)",
      root: index.finish(&writer.pages))
    try writer.add(
      DatabaseWriter.SmallTable(
        name: "metadata", sql: "CREATE TABLE metadata (name text, value text)",
        rows: metadata(copy).map { [.text($0.name), .text($0.value)] }))
    try writer.finish(into: &file, applicationID: applicationID, userVersion: 0)
    return file
  }

  private static func metadata(
    _ copy: TileCopy
  ) throws -> [(name: String, value: String)] {
    let tiles = try copy.written()
    let (bounds, levels) = (tiles.bounds, tiles.levelRange)
    var rows = [
      ("name", copy.name), ("format", copy.image.ending), ("type", "baselayer"),
      ("minzoom", "\(levels.lowerBound)"), ("maxzoom", "\(levels.upperBound)"),
      ("bounds", bounds.map(\.description).joined(separator: ",")),
      (
        "center",
        [
          "\((bounds[0] + bounds[2]) / 2)", "\((bounds[1] + bounds[3]) / 2)",
          "\(levels.lowerBound)",
        ].joined(separator: ",")
      ),
    ]
    if let attribution = copy.attribution { rows.append(("attribution", attribution)) }
    return rows
  }
}
