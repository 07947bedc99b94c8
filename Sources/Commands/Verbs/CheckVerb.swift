import Console
import OrderedJSON
import Packages
import Packaging

/// `fieldpack check`: reports what can be packed, and what can't.
enum CheckVerb {
  static let verb = Verb(
    command: Command(
      "check", summary: "check which layers can be packed, and explain what can't",
      discussion: [
        "Lists each layer and table of the map as packed, packed read-only or left out, with its "
          + "reason and its number of records. Then lists the findings with examples and what to do "
          + "about them. Reads the data as `build` does, but writes nothing.",
        "The exit code is 1 if there are findings of the --fail-on level.",
      ],
      arguments: MapArguments.positional,
      options: [MapArguments.data, MapArguments.area] + MapArguments.options,
      examples: [
        Example("check map.json --data export", "check the map before you build packages"),
        Example(
          "check map.json --data export --fail-on warning --json > findings.json",
          "check in a nightly job"),
      ],
      topics: ["data-folder", "findings"]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let request = try MapArguments.request(call)
    let report = try await report(request, call.terminal)
    let isBad = report.findings.contains { $0.severity >= request.failOn }
    let code = isBad ? ExitCode.somethingToSee : .done
    let answer = PlanAnswer(report, request)
    if call.terminal.options.json {
      try call.terminal.print(document(answer, code))
    } else {
      try call.terminal.write(Array(text(answer, call.terminal).utf8))
    }
    return code
  }

  /// Checks without an answer, for other commands.
  static func report(_ request: BuildRequest, _ terminal: Terminal) async throws -> BuildReport {
    let bar = JobProgressBar(terminal)
    defer { bar.finish() }
    return try await OfflineMapJob(request) { bar.show($0) }.check()
  }

  private static func document(_ answer: PlanAnswer, _ code: ExitCode) -> JSON {
    var document = JSONObject()
    document.append("schema", "fieldpack.check/1")
    document.append("ok", .bool(code == .done))
    document.append("exit", .number(Int(code.rawValue)))
    answer.append(to: &document)
    return .object(document)
  }

  private static func text(_ answer: PlanAnswer, _ terminal: Terminal) -> String {
    let colored = terminal.outputIsColored
    let findings = answer.report.findings
    var text = answer.text(colored: colored) + "\n"
    for diagnostic in findings.diagnostics(map: answer.request.map) {
      text += diagnostic.text(colored: colored)
    }
    return text + (findings.isEmpty ? "" : "\n") + findings.countText + "\n"
  }
}
