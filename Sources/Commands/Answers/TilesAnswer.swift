import Bytes
import Console
import OrderedJSON
import Packages
import Tiles

/// What `fieldpack tiles` tells about tiles.
struct TilesAnswer {
  let tiles: TileSet
  /// Levels that were left out because of their size.
  var dropped: [TileSet.Level] = []
  /// Tiles that were left out because their bytes are no image.
  var noImages: [TileID] = []
  /// The file or folder that was written.
  var output: String?

  /// Prints the answer.
  func report(on terminal: Terminal) throws {
    guard !terminal.options.json else { return try terminal.print(json) }
    for source in tiles.sources {
      let name = TextStyle.bold.apply(PrintableText.of(source.path), if: terminal.outputIsColored)
      try terminal.print("\(name): \(source.format.rawValue)")
    }
    for line in table { try terminal.print(line) }
    if let credits = tiles.credits.attribution {
      try terminal.print("attribution: \(PrintableText.of(credits))")
    } else {
      try terminal.print("attribution: unknown; find out whose map this is before you copy it")
    }
    for diagnostic in findings.diagnostics(map: output ?? "") { terminal.report(diagnostic) }
    if let output {
      let count = tiles.entries.count - noImages.count
      try terminal.print(
        "wrote \(PrintableText.of(output)): "
          + NumberText.plural(count, one: "tile", many: "tiles"))
    }
  }

  private var findings: [Finding] {
    TileSet.Faults(noImages: noImages).findings(of: output ?? "")
  }

  /// One line for each level.
  private var table: [String] {
    let levels = tiles.levels
    guard !levels.isEmpty else { return ["no tiles"] }
    var rows = [["level", "scale", "tiles", "size"]]
    for level in levels { rows.append(row(level)) }
    if levels.count > 1 {
      rows.append([
        "all", "", NumberText.grouped(tiles.entries.count), NumberText.bytes(tiles.byteCount),
      ])
    }
    var lines = Self.aligned(rows)
    let box = tiles.bounds.map { NumberText.fixed($0, digits: 5) }.joined(separator: ",")
    lines.append("extent: \(box) (\(tiles.tileSize) pixels a tile)")
    for level in dropped {
      let count = NumberText.plural(level.count, one: "tile", many: "tiles")
      lines.append("left out: level \(level.level), \(count), \(NumberText.bytes(level.bytes))")
    }
    return lines
  }

  private func row(_ level: TileSet.Level) -> [String] {
    let scale = TileGrid.scale(ofLevel: level.level, tileSize: tiles.tileSize)
    return [
      "\(level.level)", "1:\(NumberText.grouped(Int(scale.rounded())))",
      NumberText.grouped(level.count), NumberText.bytes(level.bytes),
    ]
  }

  /// Columns with their ends below each other.
  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, text in
        String(repeating: " ", count: widths[column] - text.count + 2) + text
      }.joined()
    }
  }

  private var json: JSON {
    var document: JSONObject = ["schema": "fieldpack.tiles/1"]
    document.append(
      "inputs",
      .array(
        tiles.sources.map { ["path": .string($0.path), "format": .string($0.format.rawValue)] }))
    document.append("tileSize", .number(tiles.tileSize))
    document.append("levels", .array(tiles.levels.map(json)))
    document.append("leftOut", .array(dropped.map(json)))
    if !tiles.entries.isEmpty {
      document.append("extent", .array(tiles.bounds.map { JSON.number($0) }))
    }
    if let attribution = tiles.credits.attribution {
      document.append("attribution", .string(attribution))
    }
    document.append("findings", .array(findings.map(\.json)))
    if let output { document.append("output", .string(output)) }
    return .object(document)
  }

  private func json(_ level: TileSet.Level) -> JSON {
    [
      "level": .number(level.level),
      "scale": .number(TileGrid.scale(ofLevel: level.level, tileSize: tiles.tileSize)),
      "tiles": .number(level.count), "bytes": .number(level.bytes),
    ]
  }
}
