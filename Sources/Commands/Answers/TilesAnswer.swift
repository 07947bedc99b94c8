import Bytes
import Console
import OrderedJSON
import Packages
import Packaging
import Tiles

/// What `fieldpack tiles` tells about tiles.
struct TilesAnswer {
  let tiles: TileSet
  /// The files that tiles were drawn from, which are one source together.
  var drawn: [String] = []
  /// What is to be said about these files.
  var drawnFindings: [Finding] = []
  /// Levels that were left out because of their size.
  var dropped: [TileSet.Level] = []
  /// Tiles that were left out because their bytes are no image.
  var noImages: [TileID] = []
  /// The file or folder that was written.
  var output: String?

  /// Prints the answer.
  func report(on terminal: Terminal) throws {
    guard !terminal.options.json else { return try terminal.print(json) }
    for diagnostic in findings.diagnostics(map: output ?? "") { terminal.report(diagnostic) }
    // Without an output, the table is what was asked for.
    if output != nil, terminal.options.quiet { return }
    for input in inputs {
      let name = TextStyle.bold.apply(PrintableText.of(input.path), if: terminal.outputIsColored)
      try terminal.print("\(name): \(input.format.rawValue)")
    }
    for line in table { try terminal.print(line) }
    if let credits = tiles.credits.attribution {
      try terminal.print("attribution: \(PrintableText.of(credits))")
    } else {
      try terminal.print("attribution: unknown; find out whose map this is before you copy it")
    }
    if let output {
      let count = tiles.entries.count - noImages.count
      try terminal.print(
        "wrote \(PrintableText.of(output)): "
          + NumberText.plural(count, one: "tile", many: "tiles"))
    }
  }

  private var findings: [Finding] {
    drawnFindings + TileSet.Faults(noImages: noImages).findings(of: output ?? "")
  }

  private var inputs: [(path: String, format: TileFormat)] {
    drawn.map { ($0, .drawn) }
      + tiles.sources.filter { $0.format != .drawn }.map { ($0.path, $0.format) }
  }

  /// One line for each level.
  private var table: [String] {
    guard !tiles.entries.isEmpty else { return ["no tiles"] }
    var lines = TileLevels(tiles).lines
    let box = tiles.bounds.map { NumberText.fixed($0, digits: 5) }.joined(separator: ",")
    lines.append("extent: \(box) (\(tiles.tileSize) pixels a tile)")
    return lines + TileLevels.leftOut(dropped)
  }

  private var json: JSON {
    var document: JSONObject = ["schema": "fieldpack.tiles/1"]
    document.append(
      "inputs",
      .array(
        inputs.map { ["path": .string($0.path), "format": .string($0.format.rawValue)] }))
    document.append("tileSize", .number(tiles.tileSize))
    document.append("levels", TileLevels(tiles).json(tiles.levels))
    document.append("leftOut", TileLevels(tiles).json(dropped))
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
}
