import Bytes
import Console
import OrderedJSON
import Packaging
import Publishing

/// `fieldpack export`: takes a layer or table out of a package.
enum ExportVerb {
  static let verb = Verb(
    command: Command(
      "export", summary: "take a layer or table out of a package as text",
      discussion: [
        "GeoJSON is in longitude and latitude, whatever the layer is in. CSV holds the "
          + "coordinates of points in two columns; lines and polygons have no place in it.",
        "--where takes a filter as web maps have it: comparisons, AND, OR, NOT, IN, LIKE, BETWEEN, "
          + "IS NULL, CASE, dates such as DATE '2026-05-01', and the functions of standardized "
          + "queries. A row for which it is unknown, as a comparison with nothing is, stays out.",
      ],
      arguments: PackageArguments.readable,
      options: [
        Option(
          "layer", short: "l", valueName: "LAYER", isRequired: true,
          help: "the layer or table, by its name in the store or its title"),
        Option(
          "output", short: "o", valueName: "FILE", isRequired: true, completion: .file,
          help: "the file to write, or - for standard output"),
        Option(
          "format", valueName: "FORMAT",
          completion: .choices(ExportFormat.allCases.map(\.rawValue)),
          help: "geojson, geojsonl or csv (default: by the ending of FILE)"),
        Option(
          "popups",
          help: "add to each feature what its pop-up says: title, formatted and computed values, "
            + "related records, attachments (GeoJSON only)"),
        Option(
          "time-zone", valueName: "ZONE",
          help: "with --popups, whose clocks dates are shown by (default: the map's)"),
        Option(
          "where", short: "w", valueName: "CLAUSE",
          help: "only rows for which the filter is true: \"Condition = 'Poor' AND DBH > 30\""),
        Option(
          "now", valueName: "TIME",
          help: "with --where, what CURRENT_TIMESTAMP is (default: SOURCE_DATE_EPOCH or the "
            + "clock); with --popups, what expressions take for the time (default: "
            + "SOURCE_DATE_EPOCH or when the package was made)"),
        Option("force", short: "f", help: "replace the file if it is there"),
      ],
      examples: [
        Example("export crew-07.mmpk --layer Trees -o trees.geojson", "one GeoJSON document"),
        Example(
          "export crew-07.mmpk --layer Trees --popups -o trees.geojson",
          "with everything the pop-ups say"),
        Example(
          "export crew-07.mmpk -l Trees --where \"Condition IN ('Poor', 'Dead')\" -o poor.csv",
          "the trees to look after"),
        Example(
          "export crew-07.mmpk --layer Inspections --format csv -o - | head",
          "a look at the first records"),
        Example(
          "export replica.geodatabase --layer Hydrants -o hydrants.geojson",
          "what an Esri app has on its device"),
      ]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let output = call.arguments.value("output") ?? ""
    let format = try format(call.arguments.value("format"), output)
    let path = call.arguments.positionals.first ?? ""
    let layer = call.arguments.value("layer") ?? ""
    let filter = try filter(call)
    if call.arguments.flag("popups") {
      guard format == .geoJSON else {
        throw ConsoleError.badValue(
          option: "--format", value: format.rawValue, expected: "geojson, for --popups")
      }
      return try popups(
        try await PackageArguments.open(path, call), layer, filter, output, call)
    }
    let export = try LayerExport(
      try await PackageArguments.open(path, call), layer: layer, format: format, filter: filter)
    return try write(layer, format, to: output, call) { try export.run(write: $0) }
  }

  /// Writes GeoJSON with pop-ups.
  private static func popups(
    _ package: OpenPackage, _ layer: String, _ filter: ExportFilter?, _ output: String,
    _ call: Call
  ) throws -> ExitCode {
    var export = try PopupExport(
      package, layer: layer, timeZone: call.arguments.value("time-zone"), filter: filter,
      clock: try call.surroundings.givenTime(option: call.arguments.value("now")))
    let code = try write(layer, .geoJSON, to: output, call) { try export.run(write: $0) }
    for finding in export.findings { call.terminal.tell(finding.diagnostic) }
    return code
  }

  private static func filter(_ call: Call) throws(ConsoleError) -> ExportFilter? {
    guard let text = call.arguments.value("where") else {
      guard let time = call.arguments.value("now"), !call.arguments.flag("popups") else {
        return nil
      }
      throw .badValue(option: "--now", value: time, expected: "--where or --popups beside it")
    }
    return ExportFilter(
      text: text, now: try call.surroundings.now(option: call.arguments.value("now")))
  }

  /// Runs an export into the file or standard output, and tells what came of it.
  private static func write(
    _ layer: String, _ format: ExportFormat, to output: String, _ call: Call,
    run: (_ write: ([UInt8]) throws -> Void) throws -> LayerExport.Account
  ) throws -> ExitCode {
    let bar = Progress(call.terminal, task: "Exporting \(layer)", unit: .bytes)
    defer { bar.finish() }
    guard output != "-" else {
      let account = try run { text in
        try call.terminal.write(text)
        bar.advance(by: text.count)
      }
      warn(account, layer, call.terminal)
      return .done
    }
    var file = try AtomicFile(replacing: output, overwrite: call.arguments.flag("force"))
    let account = try run { text in
      try file.append(text.span)
      bar.advance(by: text.count)
    }
    let size = file.count
    try file.commit()
    bar.finish()
    warn(account, layer, call.terminal)
    try answer(account, layer, format, output, size: size, call)
    return .done
  }

  private static func format(
    _ name: String?, _ output: String
  ) throws(ConsoleError) -> ExportFormat {
    if let format = name.flatMap(ExportFormat.init(rawValue:)) { return format }
    if output == "-" { return .geoJSON }
    guard let format = ExportFormat(fileName: output) else {
      throw .badValue(
        option: "--output", value: output,
        expected: "a file that ends in .geojson, .geojsonl or .csv, unless --format tells")
    }
    return format
  }

  private static func warn(_ account: LayerExport.Account, _ layer: String, _ terminal: Terminal) {
    guard account.geometriesLeftOut > 0 else { return }
    let count = NumberText.plural(account.geometriesLeftOut, "geometry", "geometries")
    terminal.tell(
      Diagnostic(
        .warning, code: "EXPORT001", subject: layer,
        summary: "CSV has no place for lines and polygons: \(count) left out",
        fix: "export to .geojson"))
  }

  private static func answer(
    _ account: LayerExport.Account, _ layer: String, _ format: ExportFormat, _ output: String,
    size: Int, _ call: Call
  ) throws(BytesError) {
    let terminal = call.terminal
    let filter = call.arguments.value("where")
    let count = account.rowCount + account.refusedCount
    guard terminal.options.json else {
      let rows =
        filter == nil
        ? NumberText.plural(count, "row", "rows")
        : "\(NumberText.grouped(account.rowCount)) of \(NumberText.plural(count, "row", "rows"))"
      let name = PrintableText.of(output)
      try terminal.print("\(name): \(rows) of \(layer), \(NumberText.bytes(size))")
      return
    }
    var members: JSONObject = [
      "schema": "fieldpack.export/1", "ok": true, "output": .string(output),
      "layer": .string(layer), "format": .string(format.rawValue),
      "rows": .number(account.rowCount), "size": .number(size),
      "geometriesLeftOut": .number(account.geometriesLeftOut),
    ]
    if let filter {
      members.append("where", .string(filter))
      members.append("rowsRefused", .number(account.refusedCount))
    }
    try terminal.print(.object(members))
  }
}
