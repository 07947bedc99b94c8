import Bytes
import Console
import OrderedJSON
import Packages
import Packaging

/// `fieldpack build`: builds a package, or one store alone.
enum BuildVerb {
  static let verb = Verb(
    command: Command(
      "build", summary: "build a package from a web map and its data",
      discussion: [
        "A package has the layers and tables that `check` lists as packed, their attachments, and "
          + "a copy of the records as issued. `diff` and `merge` compare with that copy when the "
          + "package comes back. An output that ends in .gpkg or .geodatabase is that store alone.",
        "Unless --for says otherwise, FILE.mmpk has its records twice: in a GeoPackage for QGIS "
          + "and QField, and in an Esri mobile geodatabase with a mobile map for ArcGIS. FILE.zip, "
          + "which QField imports, has the GeoPackage alone, compressed. Fieldpack reports what "
          + "the geodatabase can't hold. No Esri app has opened one yet; `fieldpack help arcgis` "
          + "lists what it was tested with.",
        "Findings of the --fail-on level stop the build. A build that stops leaves no file behind.",
      ],
      arguments: [
        PositionalArgument(
          "MAP", isOptional: true, help: "the web map, a JSON file; none with --plan")
      ],
      options: [
        Option(
          "data", valueName: "DIR", completion: .folder,
          help: "folder with the data of the map's layers and tables"),
        Option(
          "output", short: "o", valueName: "FILE", isRequired: true, completion: .file,
          help:
            "the package to write, FILE.mmpk or FILE.zip, or one store, FILE.gpkg or FILE.geodatabase; with "
            + "--plan the folder of the packages"),
        MapArguments.area,
      ] + MapArguments.options + PackageOptions.options + PlannedBuild.options + [
        Option("force", short: "f", help: "replace the output if it exists")
      ],
      examples: [
        Example("build map.json --data export -o city.mmpk", "pack the whole map"),
        Example(
          "build map.json --data export --area \"Neighborhoods:NAME='BUCKMAN'\" "
            + "--scale 50000:500 -o crew-07.mmpk",
          "pack one neighborhood and the records that belong to it"),
        Example(
          "build map.json --data export -o qfield.zip",
          "pack for QField, without a geodatabase, and compressed"),
        Example(
          "build --plan plan.jsonl -o packages",
          "build all packages of a plan that are not up to date"),
      ],
      topics: ["packages", "data-folder", "plans"]),
    run: run)

  /// The file extensions of outputs.
  private static let endings = [".mmpk", ".zip"] + PackageStore.allCases.map(\.ending)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    if let plan = call.arguments.value("plan") { return try await PlannedBuild.run(plan, call) }
    let name = verb.command.name
    if call.arguments.positionals.isEmpty {
      throw ConsoleError.missingArgument("MAP", command: name)
    }
    if call.arguments.value("data") == nil {
      throw ConsoleError.missingOption("--data DIR", command: name)
    }
    var request = try MapArguments.request(call)
    let output = call.arguments.value("output") ?? ""
    if call.arguments.value("for") == nil { request.stores = .usual(forPackage: output) }
    PackageReview.set(call.arguments.value("review"), in: &request, output: output)
    guard endings.contains(where: { output.hasSuffix($0) }) else {
      throw ConsoleError.badValue(
        option: "--output", value: output,
        expected: "a file that ends in .mmpk, .zip, .gpkg or .geodatabase")
    }
    do {
      let report = try await build(
        request, to: output, overwrite: call.arguments.flag("force"), call.terminal)
      try answer(PlanAnswer(report, request), output: output, call.terminal)
      return .done
    } catch PackagingError.stopped(let findings) {
      return stop(findings, of: request, call.terminal)
    }
  }

  /// Builds without an answer, for other commands.
  static func build(
    _ request: BuildRequest, to output: String, overwrite: Bool, _ terminal: Terminal
  ) async throws -> BuildReport {
    let bar = JobProgressBar(terminal)
    defer { bar.finish() }
    return try await OfflineMapJob(request) { bar.show($0) }
      .build(to: output, overwrite: overwrite)
  }

  private static func answer(
    _ answer: PlanAnswer, output: String, _ terminal: Terminal
  ) throws(BytesError) {
    let size = try InputFile(path: output).size
    if terminal.options.json {
      var document = JSONObject()
      document.append("schema", "fieldpack.build/1")
      document.append("ok", true)
      document.append("output", .string(output))
      document.append("size", .number(size))
      document.append("packageId", .string(answer.report.packageID))
      document.append("parts", answer.report.parts?.json ?? .null)
      answer.append(to: &document)
      try terminal.print(.object(document))
      return
    }
    guard !terminal.options.quiet else { return }
    for finding in answer.report.findings where finding.severity != .information {
      terminal.report(finding.shortDiagnostic(map: answer.request.map))
    }
    let colored = terminal.outputIsColored
    let name = TextStyle.bold.apply(PrintableText.of(output), if: colored)
    try terminal.print("\(name): \(NumberText.bytes(size)), id \(answer.report.packageID)")
    if let parts = answer.report.parts { try terminal.print("  \(parts.text)") }
    try terminal.write(Array(answer.text(colored: colored).utf8))
    guard !answer.report.findings.isEmpty else { return }
    try terminal.print(answer.report.findings.countText + "; `fieldpack check` lists them")
  }

  /// Reports the findings that stop the build. The exit code is 4 if only inputs are missing,
  /// otherwise 3.
  static func stop(
    _ findings: [Finding], of request: BuildRequest, _ terminal: Terminal
  ) -> ExitCode {
    let stopping = findings.filter { $0.severity >= request.failOn }
    let isMissing = stopping.allSatisfy { $0.id == .layerNotPackable }
    let code = isMissing ? ExitCode.inputMissing : .inputRefused
    let last = Diagnostic(
      .error, code: ErrorCode.packageNotBuilt.rawValue, subject: request.map,
      summary: NumberText.plural(stopping.count, one: "finding stops", many: "findings stop")
        + " the build; no file was written",
      fix: request.failOn == .warning
        ? "Correct the findings above, or build without --fail-on warning."
        : "Correct the findings above, or leave the layers out with --without.")
    if terminal.options.json {
      guard case .object(var document) = Diagnostic.failure([last], exit: code) else { return .bug }
      document.append("findings", .array(findings.map(\.json)))
      try? terminal.print(.object(document))
    } else {
      for diagnostic in findings.diagnostics(map: request.map) { terminal.report(diagnostic) }
      terminal.report(last)
    }
    return code
  }
}
