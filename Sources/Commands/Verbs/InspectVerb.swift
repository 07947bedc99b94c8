import Console
import Packages
import Tiles

/// `fieldpack inspect`: shows what is in a package.
enum InspectVerb {
  static let verb = Verb(
    command: Command(
      "inspect", summary: "show what is in a package",
      discussion: [
        "Shows the map, the area, the layers and tables with their current number of records, the "
          + "attachments, what was left out, and the findings of the build. For the tiles of a "
          + "base map, it shows the levels."
      ],
      arguments: PackageArguments.readable,
      examples: [
        Example("inspect crew-07.mmpk", "show what a crew carries"),
        Example("inspect crew-07.mmpk --json", "print the same for a program"),
        Example("inspect replica.geodatabase", "show what an Esri app has on its device"),
      ],
      topics: ["packages", "arcgis"]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let path = call.arguments.positionals.first ?? ""
    if let tiles = try PackageArguments.tiles(path) {
      try TilesAnswer(tiles: TileSet([tiles])).report(on: call.terminal)
      return .done
    }
    let package = try await PackageArguments.open(path, call)
    let summary = try PackageSummary(package)
    if call.terminal.options.json {
      try call.terminal.print(summary.json)
    } else {
      let text = SummaryText(summary: summary, colored: call.terminal.outputIsColored).text
      try call.terminal.write(Array(text.utf8))
    }
    return .done
  }
}
