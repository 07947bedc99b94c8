import Console
import OrderedJSON
import Packaging

/// `fieldpack check`: what can go, what cannot, and why.
enum CheckVerb {
  static let verb = Verb(
    command: Command(
      "check", summary: "say what of a map can go, what cannot, and why",
      discussion: [
        "Names every layer and table of the map as packed, packed read-only or left out, with its "
          + "reason and its row counts, then what was found, with examples and how to mend it. "
          + "Everything is read as `build` would read it; nothing is written.",
        "Exit code 1 when a finding of the --fail-on level is there.",
      ],
      arguments: MapArguments.positional, options: MapArguments.options,
      examples: [
        Example("check map.json --data export", "before the crews' packages are built"),
        Example(
          "check map.json --data export --fail-on warning --json > findings.json",
          "in a nightly job"),
      ]),
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

  /// Checks without an answer, for other verbs.
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
