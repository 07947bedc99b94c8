import Console
import Packaging

/// `fieldpack inspect`: what is in a package.
enum InspectVerb {
  static let verb = Verb(
    command: Command(
      "inspect", summary: "say what is in a package",
      discussion: [
        "Map, area, layers and tables with the rows they hold now, attachments, what was left out "
          + "and what was found when the package was built."
      ],
      arguments: PackageArguments.readable,
      examples: [
        Example("inspect crew-07.mmpk", "what the crew carries"),
        Example("inspect crew-07.mmpk --json", "the same for a program"),
        Example("inspect replica.geodatabase", "what an Esri app has on its device"),
      ]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let package = try await PackageArguments.open(call.arguments.positionals.first ?? "", call)
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
