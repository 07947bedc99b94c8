import Console
import OrderedJSON
import Packaging

/// `fieldpack verify`: whether a package is whole.
enum VerifyVerb {
  static let verb = Verb(
    command: Command(
      "verify", summary: "say whether a package is whole",
      discussion: [
        "Compares every member with the manifest, checks the structure of the stores, counts their "
          + "rows and looks for the photos that rows name. A package that was edited in the field is "
          + "whole too; what was edited is a note.",
        "What an app left beside the store (-wal, -journal) is read with it; where it seems to have "
          + "stayed behind, and with it the newest edits, that is a finding.",
        "Exit code 1 when a finding of the --fail-on level is there.",
      ],
      arguments: PackageArguments.readable,
      options: [
        Option(
          "fail-on", valueName: "LEVEL", completion: .choices(["error", "warning"]),
          help: "the findings that count: error (default) or warning")
      ],
      examples: [
        Example("verify crew-07.mmpk", "before it is handed out, or when it comes back"),
        Example("verify crew-07.mmpk --fail-on warning -q", "by its exit code alone"),
      ]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let path = call.arguments.positionals.first ?? ""
    let failOn = call.arguments.value("fail-on") == "warning" ? Severity.warning : .error
    let package = try await PackageArguments.open(path, call)
    let findings = try verify(package, call.terminal)
    let code =
      findings.contains { $0.severity >= failOn } ? ExitCode.somethingToSee : .done
    guard call.terminal.options.json else {
      try call.terminal.write(Array(text(findings, path, call.terminal).utf8))
      return code
    }
    try call.terminal.print([
      "schema": "fieldpack.verify/1", "ok": .bool(code == .done),
      "exit": .number(Int(code.rawValue)), "path": .string(path),
      "form": .string(package.form.rawValue),
      "packageId": package.packageID.map { .string($0) } ?? .null,
      "findings": .array(findings.map(\.json)),
    ])
    return code
  }

  private static func verify(_ package: OpenPackage, _ terminal: Terminal) throws -> [Finding] {
    let bar = JobProgressBar(terminal)
    defer { bar.finish() }
    return try PackageVerification.run(package) { bar.show($0) }
  }

  private static func text(
    _ findings: [Finding], _ path: String, _ terminal: Terminal
  ) -> String {
    let colored = terminal.outputIsColored
    let told = findings.diagnostics(map: path).map { $0.text(colored: colored) }.joined()
    let name = TextStyle.bold.apply(PrintableText.of(path), if: colored)
    let isWhole = findings.worst.map { $0 < .warning } ?? true
    let verdict = isWhole ? "whole" : findings.countText
    return told + "\(name): \(verdict)\n"
  }
}
