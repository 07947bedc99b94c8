import Bytes
import Console
import MapModel
import Packages
import Packaging
import Tiles

/// `fieldpack tiles`: looks at the tiles of base maps, clips, joins and converts them.
enum TilesVerb {
  static let verb = Verb(
    command: Command(
      "tiles", summary: "look at the tiles of base maps, clip, join, convert and draw them",
      discussion: [
        "Reads MBTiles, PMTiles, tile packages (.tpkx, .tpk), cache folders of ArcGIS, GeoPackages "
          + "and folders of tiles, in Web Mercator. Shows the levels and their sizes: of all tiles, "
          + "or of those that --area, --scale and --max-size choose. With -o it also writes these "
          + "tiles. Images are copied as they are.",
        "Where several inputs have a tile, the first one wins.",
        "Files of features, such as streets.geojson, are drawn as tiles. Their names say what they "
          + "are, or KIND:FILE does: street, path, rail, water, park, building, boundary or land.",
      ],
      arguments: [
        PositionalArgument(
          "TILES", repeats: true, help: "the files or folders of tiles, or features to draw")
      ],
      options: [
        Option(
          "output", short: "o", valueName: "OUT", completion: .file,
          help: "what to write: a file .mbtiles, .pmtiles or .tpkx, or a folder"),
        Option(
          "area", short: "a", valueName: "AREA",
          help:
            "take the tiles of this area: a box WEST,SOUTH,EAST,NORTH, a GeoJSON or Esri JSON file, "
            + "FILE:FIELD='value', or within:200m: before a file"),
        Option(
          "scale", valueName: "MIN:MAX",
          help: "take the levels for these scales, such as 50000:500, and one coarser level"),
        Option(
          "max-size", valueName: "SIZE",
          help: "leave out the finest levels until the images fit, such as 200MB"),
        Option(
          "style", valueName: "STYLE", completion: .choices(TileTheme.allCases.map(\.rawValue)),
          help: "how features are drawn: light (default) or dark"),
        Option(
          "attribution", valueName: "TEXT",
          help: "the credit line of the tiles (default: that of the inputs)"),
        Option(
          "rows", valueName: "ORDER", completion: .choices(TileRows.allCases.map(\.rawValue)),
          help: "how folders count rows: xyz from the north, tms from the south (default: what the "
            + "folder says, or xyz)"),
        Option(
          "now", valueName: "TIME",
          help: "the time to record (default: SOURCE_DATE_EPOCH or the clock)"),
        Option("force", short: "f", help: "replace the output if it exists"),
      ],
      examples: [
        Example("tiles imagery.tpkx", "show the levels and their sizes"),
        Example(
          "tiles imagery.tpkx --area crew-07.geojson --scale 50000:500 -o crew-07.mbtiles",
          "cut out what a crew needs, for QField"),
        Example(
          "tiles streets.geojson parks.geojson -o city.mbtiles", "draw a base map from features"),
        Example(
          "tiles 2026.pmtiles 2020.mbtiles -o city.pmtiles",
          "join two, with the newer images on top"),
      ],
      topics: ["tiles"]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let bar = JobProgressBar(call.terminal)
    defer { bar.finish() }
    do {
      return try await run(call, bar)
    } catch PackagingError.stopped(let findings) {
      bar.finish()
      return try refuse(findings, call.terminal)
    }
  }

  /// Reports why features can't be drawn.
  private static func refuse(_ findings: [Finding], _ terminal: Terminal) throws -> ExitCode {
    let diagnostics = findings.diagnostics(map: "")
    if terminal.options.json {
      try terminal.print(Diagnostic.failure(diagnostics, exit: .inputRefused))
    } else {
      for diagnostic in diagnostics { terminal.report(diagnostic) }
    }
    return .inputRefused
  }

  private static func run(_ call: Call, _ bar: JobProgressBar) async throws -> ExitCode {
    let arguments = call.arguments
    let output = arguments.value("output")
    let form = try output.map(form)
    let rows = arguments.value("rows").flatMap(TileRows.init)
    let area = try await area(of: arguments)
    let scale = try arguments.value("scale").map { try MapArguments.scale($0) }
    let drawing = try DrawnArguments(arguments.positionals, style: arguments.value("style"))
    var sources = try drawing.others.map { try TileSource(path: $0, rows: rows) }
    var findings: [Finding] = []
    if let drawn = try await drawing.source(
      area: area, scale: scale, findings: &findings, bar)
    {
      sources.insert(drawn, at: drawing.place)
    }
    var tiles = try TileSet(sources, area: area)
    tiles.attribution = arguments.value("attribution")
    if let scale {
      let levels = TileGrid.levels(
        fromScale: scale.minimum, to: scale.maximum, tileSize: tiles.tileSize)
      tiles.remove { !levels.contains($0.level) }
    }
    let dropped = try SizeArgument.bytes("max-size", of: call).map { tiles.drop(beyond: $0) } ?? []
    var noImages: [TileID] = []
    if let output, let form {
      let total = tiles.byteCount
      noImages = try about(output) {
        try form.write(
          tiles, to: output, replacing: arguments.flag("force"), name: name(output),
          now: call.surroundings.now(option: arguments.value("now"))
        ) { done in
          bar.show(
            JobProgress(phase: "Writing", subject: output, done: done, total: total))
        }
      }
    }
    bar.finish()
    try TilesAnswer(
      tiles: tiles, drawn: drawing.paths, drawnFindings: findings, dropped: dropped,
      noImages: noImages, output: output
    ).report(on: call.terminal)
    return .done
  }

  private static func form(_ output: String) throws(ConsoleError) -> TileOutput {
    guard let form = TileOutput(path: output) else {
      throw .badValue(
        option: "--output", value: output,
        expected: "a name that ends in .mbtiles, .pmtiles or .tpkx, or a folder")
    }
    return form
  }

  /// What to call tiles whose inputs have no name.
  private static func name(_ output: String) -> String {
    let name = LocalPath.lastPart(output)
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  private static func area(of arguments: ParsedArguments) async throws -> TileCoverage? {
    guard let text = arguments.value("area") else { return nil }
    return TileCoverage(try await MaplessArea.webMercator(text))
  }
}
