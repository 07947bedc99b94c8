import Bytes
import Console
import MapModel
import OrderedJSON
import Packages
import Packaging
import Services

/// `fieldpack fetch`: downloads a map and the records of its layers.
enum FetchVerb {
  static let verb = Verb(
    command: Command(
      "fetch", summary: "download a web map and its data from a portal or service",
      discussion: [
        "Writes a folder with the map, the definitions of its layers, all records and all "
          + "attachments. `check` and `build` read it as it is.",
        "You get a complete folder, or a named error. Fieldpack compares the records with the list of "
          + "object IDs that the service has before and after. If a download is interrupted, run "
          + "the same command again: it goes on where it stopped.",
        "Needs the program curl. For maps that aren't public, sign in with `fieldpack sign-in`, as a "
          + "user, as an app, or with a token. Secrets come from files or the environment.",
      ],
      arguments: [
        PositionalArgument(
          "SOURCE",
          help: "the item ID of a map, or the address of its page, of a service or of a layer")
      ],
      options: [
        Option(
          "output", short: "o", valueName: "DIR", completion: .folder,
          help: "the folder to write"),
        SignInArguments.portal,
        Option(
          "layers", valueName: "LAYER", repeats: true,
          help: "a layer or table to fetch, by title or id (default: all)"),
        Option(
          "where", valueName: "LAYER:FILTER", repeats: true,
          help: "fetch only the records of a layer that pass a filter, in the service's SQL"),
        Option(
          "area", valueName: "AREA", completion: .file,
          help:
            "fetch only the features in an area: WEST,SOUTH,EAST,NORTH, a GeoJSON or Esri JSON "
            + "file, FILE:FIELD='value', a bookmark's name, Layer:FIELD='value', view, or "
            + "within:200m: before one of these"),
        Option("no-photos", help: "leave out attachments"),
        Option("plan", help: "only count the records and attachments"),
        Option(
          "force", short: "f",
          help: "update the folder if it exists, and download only what changed"),
      ] + SignInArguments.options,
      examples: [
        Example(
          "fetch 2c1f3d0a4b5e6f708192a3b4c5d6e7f8 -o trees", "download a map and its data"),
        Example(
          "fetch https://gis.example.gov/arcgis/rest/services/Trees/FeatureServer -o trees",
          "download all layers and tables of a service"),
        Example(
          "fetch 2c1f3d0a4b5e6f708192a3b4c5d6e7f8 -o oaks --where \"Trees:Species='Oak'\" "
            + "--area park.geojson", "download the oaks of a park, and what belongs to them"),
        Example(
          "fetch https://gis.example.gov/arcgis/rest/services/Trees/FeatureServer --plan",
          "count the records and attachments first"),
      ],
      topics: ["fetching", "data-folder"]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let arguments = call.arguments
    let isPlan = arguments.flag("plan")
    guard let output = arguments.value("output") ?? (isPlan ? "" : nil) else {
      throw ConsoleError.missingOption("--output DIR", command: verb.command.name)
    }
    var request = FetchRequest(
      source: try FetchSource(
        arguments.positionals.first ?? "", portal: arguments.value("portal")),
      output: output)
    request.layers = arguments.values("layers")
    request.part.filters = try filters(arguments.values("where"))
    if let area = arguments.value("area") {
      if MaplessArea.isArea(area) {
        request.part.area = try await MaplessArea.area(area)
      } else {
        request.areaOfMap = { map, reader in
          try await MaplessArea.area(area, in: map) { try await reader.shapes(of: $0, where: $1) }
        }
      }
    }
    request.withPhotos = !arguments.flag("no-photos")
    request.overwrite = arguments.flag("force")
    request.credential = try SignInArguments.credential(call, of: verb.command)
    request.portal = try arguments.value("portal").map { try FetchSource.portal($0) }
    let bar = JobProgressBar(call.terminal)
    defer { bar.finish() }
    let job = FetchJob(
      request,
      over: try CurlTransport(agent: "fieldpack/\(ToolVersion.text)"),
      wait: { try await Task.sleep(for: .seconds($0)) }, progress: { bar.show($0) })
    let report = isPlan ? try await job.plan() : try await job.run()
    bar.finish()
    try answer(report, of: request.part, output: isPlan ? nil : output, call)
    return .done
  }

  /// Parses `LAYER:FILTER`, each layer once.
  private static func filters(_ texts: [String]) throws(ConsoleError) -> [FetchPart.Filter] {
    var filters: [FetchPart.Filter] = []
    for text in texts {
      guard let colon = text.firstIndex(of: ":"), colon != text.startIndex,
        text.index(after: colon) != text.endIndex
      else {
        throw .badValue(
          option: "--where", value: text,
          expected: "a layer and its filter, such as \"Trees:Species = 'Oak'\"")
      }
      let layer = String(text[..<colon])
      guard !filters.contains(where: { $0.layer.isSameName(as: layer) }) else {
        throw .badValue(
          option: "--where", value: text,
          expected: "one filter for each layer; join several with AND or OR")
      }
      filters.append(
        FetchPart.Filter(layer: layer, clause: String(text[text.index(after: colon)...])))
    }
    return filters
  }

  private static func answer(
    _ report: FetchReport, of part: FetchPart, output: String?, _ call: Call
  ) throws {
    let terminal = call.terminal
    for title in report.skipped {
      terminal.report(
        NoticeCode.fetchLayerSkipped.diagnostic(
          about: title, "has records, but not from a feature or map service",
          fix: NoticeCode.fetchLayerSkipped.fix))
    }
    if terminal.options.json {
      return try terminal.print(.object(document(report, of: part, output: output)))
    }
    guard !terminal.options.quiet else { return }
    let name = TextStyle.bold.apply(
      PrintableText.of(output ?? report.title), if: terminal.outputIsColored)
    let total = report.tables.reduce(0) { $0 + $1.rows }
    try terminal.print("\(name): \(NumberText.plural(total, one: "record", many: "records"))")
    for table in report.tables { try terminal.print("  \(line(table))") }
    guard output != nil else { return }
    try terminal.print("`fieldpack check` and `build` read the map and its data from this folder.")
  }

  private static func line(_ table: FetchReport.Table) -> String {
    var parts = [NumberText.plural(table.rows, one: "record", many: "records")]
    if table.attachments > 0 {
      parts.append(
        NumberText.plural(table.attachments, one: "attachment", many: "attachments")
          + " of \(NumberText.bytes(table.attachmentBytes))")
    }
    if let change = table.change {
      var changes = ["\(NumberText.grouped(change.came)) new"]
      if let changed = change.changed { changes.append("\(NumberText.grouped(changed)) changed") }
      changes.append("\(NumberText.grouped(change.went)) gone")
      parts.append(changes.joined(separator: ", "))
    } else if table.keptRows > 0 {
      parts.append("\(NumberText.grouped(table.keptRows)) from the run before")
    }
    return "\(PrintableText.of(table.title)): " + parts.joined(separator: "; ")
  }

  private static func document(
    _ report: FetchReport, of part: FetchPart, output: String?
  ) -> JSONObject {
    var document = JSONObject()
    document.append("schema", "fieldpack.fetch/1")
    document.append("ok", true)
    document.append("output", output.map { .string($0) } ?? .null)
    document.append("map", output.map { .string("\($0)/map.json") } ?? .null)
    document.append("title", .string(report.title))
    document.append(
      "where",
      .array(
        part.filters.map { ["layer": .string($0.layer), "filter": .string($0.clause)] }))
    document.append("area", part.area.map { .string($0.text) } ?? .null)
    document.append(
      "layers",
      .array(
        report.tables.map { table in
          var members: JSONObject = [
            "title": .string(table.title), "records": .number(table.rows),
            "attachments": .number(table.attachments),
            "attachmentBytes": .number(table.attachmentBytes),
          ]
          if let change = table.change {
            members.append("new", .number(change.came))
            members.append("changed", change.changed.map { .number($0) } ?? .null)
            members.append("gone", .number(change.went))
          }
          return .object(members)
        }))
    document.append("skipped", .array(report.skipped.map { .string($0) }))
    return document
  }
}
