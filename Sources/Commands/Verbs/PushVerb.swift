import Bytes
import Console
import OrderedJSON
import Packages
import Services

/// `fieldpack push`: sends the edits of a merge to a feature service.
enum PushVerb {
  static let verb = Verb(
    command: Command(
      "push", summary: "send the edits of a merge to a feature service",
      discussion: [
        "Reads the records that the edits touch again, and compares them with what the merge knew. "
          + "If somebody changed a value or record meanwhile, push doesn't overwrite it, but "
          + "reports a conflict. It sends only values that differ.",
        "REVIEW is a folder from `merge --review`, with all conflicts decided. To push what the "
          + "merge chose, name the edits.json in it.",
        "A ledger lists what the service took. If the connection breaks, run the same command "
          + "again: push asks what the service has before it sends anything. A second run after a "
          + "complete one sends nothing.",
        "Needs the program curl. Sign in with `fieldpack sign-in`, as a user, as an app, or with a "
          + "token. Secrets come from files or the environment. The exit code is 1 if the service "
          + "doesn't have all edits.",
      ],
      arguments: [
        PositionalArgument("REVIEW", help: "a folder from `merge --review`, or its edits.json")
      ],
      options: [
        Option(
          "to", valueName: "ADDRESS", isRequired: true,
          help: "the feature service, or one layer of it"),
        Option("dry-run", help: "only compare, and send nothing"),
        Option(
          "ledger", valueName: "DIR", completion: .folder,
          help: "the folder for the ledger (default: edits.push beside edits.json)"),
        Option(
          "portal", valueName: "ADDRESS",
          help: "the portal to sign in to (default: that of the service)"),
      ] + SignInArguments.options,
      examples: [
        Example(
          "push friday --to https://gis.example.gov/arcgis/rest/services/Trees/FeatureServer "
            + "--dry-run",
          "show what push would send, and which records have changed meanwhile"),
        Example(
          "push friday --to https://gis.example.gov/arcgis/rest/services/Trees/FeatureServer",
          "send the edits of a merge with the review `friday`"),
      ],
      topics: ["pushing", "merging", "fetching"]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let arguments = call.arguments
    var request = try PushRequest(
      edits: arguments.positionals.first ?? "", target: arguments.value("to") ?? "")
    request.ledger = arguments.value("ledger")
    request.isDryRun = arguments.flag("dry-run")
    request.credential = try SignInArguments.credential(call, of: verb.command)
    request.portal = try arguments.value("portal").map { try FetchSource.portal($0) }
    let bar = JobProgressBar(call.terminal)
    defer { bar.finish() }
    let report = try await PushJob(
      request, over: try CurlTransport(agent: "fieldpack/\(ToolVersion.text)"),
      wait: { try await Task.sleep(for: .seconds($0)) }, progress: { bar.show($0) }
    ).run()
    bar.finish()
    try PushAnswer(report, of: request).write(to: call.terminal)
    return report.isComplete ? .done : .somethingToSee
  }
}
