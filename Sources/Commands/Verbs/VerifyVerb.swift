import Console
import OrderedJSON
import Packages
import Packaging
import Tiles

/// `fieldpack verify`: checks a package for damage.
enum VerifyVerb {
  static let verb = Verb(
    command: Command(
      "verify", summary: "check a package for damage",
      discussion: [
        "Compares each file with the manifest, checks the structure of the stores, counts their "
          + "records and looks for the attachments that records name. Edits made in the field are "
          + "not damage; verify reports them as notes.",
        "Reads the files that an app left beside the store (-wal, -journal). Reports a finding if "
          + "such a file, and the newest edits in it, seem to be missing.",
        "For the tiles of a base map, it checks their file or folder and reads every tile.",
        "The exit code is 1 if there are findings of the --fail-on level.",
      ],
      arguments: PackageArguments.readable,
      options: [
        Option(
          "fail-on", valueName: "LEVEL", completion: .choices(["error", "warning"]),
          help: "the lowest severity that counts: error (default) or warning")
      ],
      examples: [
        Example("verify crew-07.mmpk", "check a package before you issue it, or after its return"),
        Example("verify crew-07.mmpk --fail-on warning -q", "check it by the exit code alone"),
      ],
      topics: ["packages"]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let path = call.arguments.positionals.first ?? ""
    let failOn = call.arguments.value("fail-on") == "warning" ? Severity.warning : .error
    let (form, packageID, findings) = try await verified(path, call)
    let code =
      findings.contains { $0.severity >= failOn } ? ExitCode.somethingToSee : .done
    guard call.terminal.options.json else {
      try call.terminal.write(Array(text(findings, path: path, call.terminal).utf8))
      return code
    }
    try call.terminal.print([
      "schema": "fieldpack.verify/1", "ok": .bool(code == .done),
      "exit": .number(Int(code.rawValue)), "path": .string(path),
      "form": .string(form), "packageId": packageID.map { .string($0) } ?? .null,
      "findings": .array(findings.map(\.json)),
    ])
    return code
  }

  private static func verified(
    _ path: String, _ call: Call
  ) async throws -> (form: String, packageID: String?, findings: [Finding]) {
    if let tiles = try PackageArguments.tiles(path) {
      return (tiles.format.rawValue, nil, try verify(tiles, call.terminal))
    }
    let package = try await PackageArguments.open(path, call)
    return (package.formName, package.packageID, try verify(package, call.terminal))
  }

  /// Checks the container, and reads each tile.
  private static func verify(_ source: TileSource, _ terminal: Terminal) throws -> [Finding] {
    let bar = JobProgressBar(terminal)
    defer { bar.finish() }
    var findings = try source.damage().map { Finding(.tilesDamaged, subject: source.path, $0) }
    var tiles = try TileSet([source])
    let total = tiles.byteCount
    let faults = try tiles.faults { done in
      bar.show(
        JobProgress(phase: "Verifying", subject: source.path, done: done, total: total))
    }
    findings += faults.findings(of: source.path)
    return findings
  }

  private static func verify(_ package: OpenPackage, _ terminal: Terminal) throws -> [Finding] {
    let bar = JobProgressBar(terminal)
    defer { bar.finish() }
    return try PackageVerification.run(package) { bar.show($0) }
  }

  private static func text(
    _ findings: [Finding], path: String, _ terminal: Terminal
  ) -> String {
    let colored = terminal.outputIsColored
    let lines = findings.diagnostics(map: path).map { $0.text(colored: colored) }.joined()
    let name = TextStyle.bold.apply(PrintableText.of(path), if: colored)
    let isUndamaged = findings.worst.map { $0 < .warning } ?? true
    let verdict = isUndamaged ? "no damage" : findings.countText
    return lines + "\(name): \(verdict)\n"
  }
}
