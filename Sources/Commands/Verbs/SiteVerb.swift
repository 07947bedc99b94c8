import Bytes
import Console
import FoundationEssentials
import OrderedJSON
import Packages
import Packaging
import Publishing
import Tiles

/// `fieldpack site`: publishes a package, or a map with its data, as web pages.
enum SiteVerb {
  static let verb = Verb(
    command: Command(
      "site", summary: "publish a package as web pages",
      discussion: [
        "Writes a folder of pages that open in a browser with a double-click: a map with a list, "
          + "filters and search, a page for each record with its pop-up, related records and "
          + "photos, tables and downloads. The pages need no server and no network. You can copy "
          + "the folder to any web host.",
        "With a map and --data, site packs the map first. If the folder has an earlier site, "
          + "Fieldpack writes only the files that differ. Other files in the folder are left alone.",
      ],
      arguments: [
        PositionalArgument(
          "INPUT",
          help: "a package in any form, an Esri mobile geodatabase or mobile map, or with --data a "
            + "web map")
      ],
      options: options,
      examples: [
        Example("site crew-07.mmpk -o crew-07-site", "publish what a crew carries"),
        Example(
          "site map.json --data export -o out --fields Trees:SpeciesCode,Condition --public",
          "publish a map for everyone, with two fields of the trees"),
      ],
      topics: ["site", "templates"]),
    run: run)

  private static let options = [
    Option(
      "output", short: "o", valueName: "DIR", isRequired: true, completion: .folder,
      help: "the folder to write"),
    Option("title", valueName: "TEXT", help: "title of the site (default: the map's title)"),
    Option(
      "time-zone", valueName: "ZONE",
      help: "time zone for dates, such as America/Los_Angeles (default: the map's)"),
    Option(
      "layers", valueName: "LAYERS",
      help: "the layers and tables to publish, by title, separated by commas (default: all)"),
    Option(
      "public",
      help: "publish only what the map's author shows: no editor names, GlobalIDs or hidden "
        + "fields, and no location or camera data in photos"),
    Option(
      "safe-csv",
      help: "write an apostrophe before texts that spreadsheets would take for formulas"),
    Option(
      "fields", valueName: "LAYER:FIELDS", repeats: true,
      help: "fields to publish of a layer, separated by commas"),
    Option(
      "lists", valueName: "N",
      help: "write pages that work without scripts for layers of up to N records, or none "
        + "(default: 20000)"),
    Option(
      "templates", valueName: "DIR", completion: .folder,
      help: "folder of templates that replace the built-in ones of the same name"),
    Option(
      "data", valueName: "DIR", completion: .folder,
      help: "folder with the data of the map's layers and tables"),
    Option(
      "area", valueName: "AREA", completion: .file,
      help: "part of the map to publish, as for `build` (default: everything)"),
    GridsArgument.option,
    Option(
      "base-map", valueName: "TILES", repeats: true, completion: .file,
      help: "tiles to draw below the data, as for `tiles` (default: those of the package, or "
        + "basemap.* beside the data)"),
    Option(
      "base-map-budget", valueName: "SIZE",
      help: "leave out the finest levels of the base map until its images fit (default: 100MB; "
        + "none for no base map)"),
    Option(
      "now", valueName: "TIME",
      help: "the time for expressions (default: SOURCE_DATE_EPOCH or the time of the build), and "
        + "for the pages of an input that doesn't tell when it was built"),
    Option(
      "force", short: "f", help: "replace files of an earlier site that were changed by hand"),
  ]

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    var request = try request(call)
    let input = call.arguments.positionals.first ?? ""
    let report: SiteReport
    if let data = call.arguments.value("data") {
      request.baseMap = try await baseMap(call) { files, bar in
        try await FolderBaseMap.layers(files, data: data) { bar.show($0) }
      }
      report = try await render(map: input, data: data, request, call)
    } else {
      let package = try await PackageArguments.open(input, call)
      request.baseMap = try await baseMap(call) { files, _ in
        files.isEmpty
          ? try package.baseMap()
          : [(try TileSet(files.map { try TileSource(path: $0) }), false)]
      }
      report = try await render(package, as: request, call.terminal)
    }
    try SiteAnswer(report: report, request: request).report(on: call.terminal)
    return .done
  }

  /// The base map of the pages; nil for none.
  ///
  /// - Parameter layers: lists the tiles of the given files, or without any those of the input.
  private static func baseMap(
    _ call: Call,
    layers: ([String], JobProgressBar) async throws -> [(tiles: TileSet, isReference: Bool)]
  ) async throws -> PageBaseMap? {
    let isUnwanted = call.arguments.value("base-map-budget") == "none"
    guard !isUnwanted else { return nil }
    let budget = try SizeArgument.bytes("base-map-budget", of: call) ?? PageBaseMap.usualBudget
    let bar = JobProgressBar(call.terminal)
    defer { bar.finish() }
    return PageBaseMap(try await layers(call.arguments.values("base-map"), bar), budget: budget)
  }

  /// Publishes without an answer, for other commands.
  static func render(
    _ package: OpenPackage, as request: SiteRequest, _ terminal: Terminal
  ) async throws -> SiteReport {
    let bar = JobProgressBar(terminal)
    defer { bar.finish() }
    return try await SiteJob(request) { bar.show($0) }.run(package)
  }

  /// Packs a map into a temporary folder, and publishes that package.
  private static func render(
    map: String, data: String, _ site: SiteRequest, _ call: Call
  ) async throws -> SiteReport {
    let scratch = try ScratchFiles(beside: site.output)
    var request = BuildRequest(map: map, data: data, now: site.now)
    request.area = call.arguments.value("area")
    request.title = site.title
    let store = try scratch.path(for: "data.gpkg")
    let built = try await BuildVerb.build(request, to: store, overwrite: false, call.terminal)
    // The site itself reports pictures from the web and expressions, in more detail.
    let reportedBySite: [FindingID] = [.popupMediaOnline, .expressionNotEvaluated]
    for finding in built.findings
    where finding.severity != .information && !reportedBySite.contains(finding.id) {
      call.terminal.report(finding.shortDiagnostic(map: map))
    }
    return try await render(OpenPackage(path: store), as: site, call.terminal)
  }

  private static func request(_ call: Call) throws(ConsoleError) -> SiteRequest {
    let arguments = call.arguments
    var output = arguments.value("output") ?? ""
    while output.count > 1, output.hasSuffix("/") { output.removeLast() }
    var request = SiteRequest(
      output: output, now: try call.surroundings.now(option: arguments.value("now")))
    request.clock = try call.surroundings.givenTime(option: arguments.value("now"))
    request.title = arguments.value("title")
    request.timeZone = arguments.value("time-zone")
    request.templates = arguments.value("templates")
    request.layers = names(arguments.value("layers") ?? "")
    request.isPublic = arguments.flag("public")
    request.guardsFormulas = arguments.flag("safe-csv")
    request.overwrite = arguments.flag("force")
    for text in arguments.values("fields") {
      request.allowedFields.append(try allowedFields(text))
    }
    if let lists = arguments.value("lists") { request.lists = try self.lists(lists) }
    return request
  }

  private static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { part in
      let words = part.drop { $0 == " " }
      return String(words.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }

  private static func allowedFields(
    _ text: String
  ) throws(ConsoleError) -> (layer: String, fields: [String]) {
    guard let colon = text.lastIndex(of: ":"), colon != text.startIndex else {
      throw .badValue(
        option: "--fields", value: text,
        expected: "a layer and its fields, such as Trees:Species,Condition")
    }
    return (String(text[..<colon]), names(String(text[text.index(after: colon)...])))
  }

  private static func lists(_ text: String) throws(ConsoleError) -> SiteRequest.Lists {
    if text == "none" { return .none }
    guard let most = Int(text), most >= 0 else {
      throw .badValue(option: "--lists", value: text, expected: "a number of records, or none")
    }
    return .upTo(most)
  }
}
