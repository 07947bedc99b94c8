import Bytes
import Console
import OrderedJSON
import Packages
import Publishing

/// `fieldpack export`: exports a layer or table of a package.
enum ExportVerb {
  static let verb = Verb(
    command: Command(
      "export", summary: "export a layer or table as GeoJSON or CSV",
      discussion: [
        "GeoJSON has longitude and latitude, whatever the layer's coordinate system is. CSV has "
          + "the coordinates of points in the layer's system, in columns such as x_EPSG_2913 and "
          + "y_EPSG_2913. It can't hold lines and polygons. build reads both formats again.",
        "--where takes a filter as in web maps: comparisons, AND, OR, NOT, IN, LIKE, BETWEEN, IS "
          + "NULL, CASE, dates such as DATE '2026-05-01', and the functions of standardized "
          + "queries. A comparison with null is unknown, so the record is left out.",
      ],
      arguments: PackageArguments.readable,
      options: [
        Option(
          "layer", short: "l", valueName: "LAYER", isRequired: true,
          help: "the layer or table, by its title or its name in the store"),
        Option(
          "output", short: "o", valueName: "FILE", isRequired: true, completion: .file,
          help: "the file to write, or - for standard output"),
        Option(
          "format", valueName: "FORMAT",
          completion: .choices(ExportFormat.allCases.map(\.rawValue)),
          help: "geojson, geojsonl or csv (default: by the extension of FILE)"),
        Option(
          "popups",
          help: "add what the pop-ups show: titles, formatted and computed values, related "
            + "records, attachments (GeoJSON only)"),
        Option(
          "time-zone", valueName: "ZONE",
          help: "time zone for dates of --popups (default: the map's)"),
        GridsArgument.option,
        Option(
          "where", short: "w", valueName: "CLAUSE",
          help: "export only records that match: \"Condition = 'Poor' AND DBH > 30\""),
        Option(
          "now", valueName: "TIME",
          help: "the current time for --where (default: SOURCE_DATE_EPOCH or the clock) and for "
            + "expressions of --popups (default: SOURCE_DATE_EPOCH or the time of the build)"),
        Option("force", short: "f", help: "replace the file if it exists"),
      ],
      examples: [
        Example("export crew-07.mmpk --layer Trees -o trees.geojson", "write one GeoJSON document"),
        Example(
          "export crew-07.mmpk --layer Trees --popups -o trees.geojson",
          "add everything that the pop-ups show"),
        Example(
          "export crew-07.mmpk -l Trees --where \"Condition IN ('Poor', 'Dead')\" -o poor.csv",
          "export the trees that need care"),
        Example(
          "export crew-07.mmpk --layer Inspections --format csv -o - | head",
          "show the first records"),
        Example(
          "export replica.geodatabase --layer Hydrants -o hydrants.geojson",
          "export what an Esri app has on its device"),
      ],
      topics: ["filters", "json"]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let output = call.arguments.value("output") ?? ""
    let format = try format(call.arguments.value("format"), output: output)
    let path = call.arguments.positionals.first ?? ""
    let layer = call.arguments.value("layer") ?? ""
    let filter = try filter(call)
    if call.arguments.flag("popups") {
      guard format == .geoJSON else {
        throw ConsoleError.badValue(
          option: "--format", value: format.rawValue, expected: "geojson if --popups is given")
      }
      return try exportPopups(
        of: try await PackageArguments.open(path, call), layer: layer, filter, to: output, call)
    }
    let export = try LayerExport(
      try await PackageArguments.open(path, call), layer: layer, format: format, filter: filter)
    return try write(layer: layer, format: format, to: output, call) {
      (try export.run(write: $0), [])
    }
  }

  /// Exports GeoJSON with pop-ups.
  private static func exportPopups(
    of package: OpenPackage, layer: String, _ filter: ExportFilter?, to output: String,
    _ call: Call
  ) throws -> ExitCode {
    var export = try PopupExport(
      package, layer: layer, timeZone: call.arguments.value("time-zone"), filter: filter,
      clock: try call.surroundings.givenTime(option: call.arguments.value("now")))
    let code = try write(layer: layer, format: .geoJSON, to: output, call) { write in
      let account = try export.run(write: write)
      return (account, export.findings)
    }
    for finding in export.findings {
      call.terminal.report(finding.shortDiagnostic(map: package.path))
    }
    return code
  }

  private static func filter(_ call: Call) throws(ConsoleError) -> ExportFilter? {
    guard let text = call.arguments.value("where") else {
      guard let time = call.arguments.value("now"), !call.arguments.flag("popups") else {
        return nil
      }
      throw .badValue(option: "--now", value: time, expected: "used with --where or --popups")
    }
    return ExportFilter(
      text: text, now: try call.surroundings.now(option: call.arguments.value("now")))
  }

  /// Writes an export to the file or standard output, and reports the result.
  private static func write(
    layer: String, format: ExportFormat, to output: String, _ call: Call,
    run: (_ write: ([UInt8]) throws -> Void) throws -> (LayerExport.Account, [Finding])
  ) throws -> ExitCode {
    let bar = Progress(call.terminal, task: "Exporting \(layer)", unit: .bytes)
    defer { bar.finish() }
    guard output != "-" else {
      let (account, _) = try run { text in
        try call.terminal.write(text)
        bar.advance(by: text.count)
      }
      warn(account, layer: layer, call.terminal)
      return .done
    }
    var file = try AtomicFile(replacing: output, overwrite: call.arguments.flag("force"))
    let (account, findings) = try run { text in
      try file.append(text.span)
      bar.advance(by: text.count)
    }
    let size = file.count
    try file.commit()
    bar.finish()
    warn(account, layer: layer, call.terminal)
    try answer(
      account, findings, layer: layer, format: format, output: output, size: size, call)
    return .done
  }

  private static func format(
    _ name: String?, output: String
  ) throws(ConsoleError) -> ExportFormat {
    if let format = name.flatMap(ExportFormat.init(rawValue:)) { return format }
    if output == "-" { return .geoJSON }
    guard let format = ExportFormat(fileName: output) else {
      throw .badValue(
        option: "--output", value: output,
        expected: "a file that ends in .geojson, .geojsonl or .csv, unless --format is given")
    }
    return format
  }

  private static func warn(
    _ account: LayerExport.Account, layer: String, _ terminal: Terminal
  ) {
    if let name = account.unnamedReference {
      terminal.report(
        NoticeCode.exportReferenceUnnamed.diagnostic(
          about: layer,
          "the coordinates are in a system without a code, \(name), which the file can't say",
          fix: NoticeCode.exportReferenceUnnamed.fix))
    }
    guard account.geometriesLeftOut > 0 else { return }
    let count = NumberText.plural(
      account.geometriesLeftOut, one: "geometry is", many: "geometries are")
    terminal.report(
      NoticeCode.exportGeometryLeftOut.diagnostic(
        about: layer, "CSV can't hold lines and polygons, so \(count) left out",
        fix: NoticeCode.exportGeometryLeftOut.fix))
  }

  private static func answer(
    _ account: LayerExport.Account, _ findings: [Finding], layer: String, format: ExportFormat,
    output: String, size: Int, _ call: Call
  ) throws(BytesError) {
    let terminal = call.terminal
    let filter = call.arguments.value("where")
    let count = account.rowCount + account.refusedCount
    guard terminal.options.json else {
      let rows =
        filter == nil
        ? NumberText.plural(count, one: "record", many: "records")
        : "\(NumberText.grouped(account.rowCount)) of \(NumberText.plural(count, one: "record", many: "records"))"
      let name = PrintableText.of(output)
      try terminal.summarize("\(name): \(rows) of \(layer), \(NumberText.bytes(size))")
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
    members.append("findings", .array(findings.map(\.json)))
    try terminal.print(.object(members))
  }
}
