import Bytes
import Console
import OrderedJSON
import Packaging

/// `fieldpack build`: writes a package, or its store alone.
enum BuildVerb {
  static let verb = Verb(
    command: Command(
      "build", summary: "write a package of a map and its data",
      discussion: [
        "Writes everything that `check` names as packed, the photos of the rows that go, and a "
          + "copy of the rows to compare with when the package comes back. With an output that "
          + "ends in .gpkg or .geodatabase, that store alone.",
        "A package has the rows twice, unless --for says otherwise: in a GeoPackage for QGIS, QField "
          + "and others, and in an Esri mobile geodatabase with its map for ArcGIS. What the "
          + "geodatabase cannot carry is told. No Esri app has opened one yet; the README says what "
          + "it was held against.",
        "All or nothing: findings of the --fail-on level stop the build, and a build that stops "
          + "leaves no file behind.",
      ],
      arguments: MapArguments.positional,
      options: MapArguments.options + [
        Option(
          "output", short: "o", valueName: "FILE", isRequired: true, completion: .file,
          help: "the package, FILE.mmpk, or a store alone, FILE.gpkg or FILE.geodatabase"),
        Option(
          "photos", valueName: "HOW", completion: .choices(["files", "blobs"]),
          help: "photos as files beside the store (default) or blobs in it"),
        Option(
          "project", valueName: "WHERE", completion: .choices(["file", "embedded"]),
          help: "the project for QGIS and QField as a file (default), or in the GeoPackage"),
        Option(
          "review", valueName: "WHEN", completion: .choices(["always", "never"]),
          help: "pages of the package, in its review.zip (default: up to 20000 rows)"),
        Option("force", short: "f", help: "replace the output if it is there"),
      ],
      examples: [
        Example("build map.json --data export -o city.mmpk", "the whole map"),
        Example(
          "build map.json --data export --area \"Neighborhoods:NAME='BUCKMAN'\" "
            + "--scale 50000:500 -o crew-07.mmpk",
          "one neighborhood and the records that belong to it"),
        Example(
          "build map.json --data export --for qgis -o qfield.mmpk", "without a geodatabase"),
      ]),
    run: run)

  /// The endings of outputs; `.zip` is the same package for programs that look for that name.
  private static let endings = [".mmpk", ".zip", ".gpkg", ".geodatabase"]

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    var request = try MapArguments.request(call)
    let output = call.arguments.value("output") ?? ""
    request.review = PackageReview.maker(
      when: call.arguments.value("review"), output: output, now: request.now)
    guard endings.contains(where: { output.hasSuffix($0) }) else {
      throw ConsoleError.badValue(
        option: "--output", value: output,
        expected: "a file that ends in .mmpk, .gpkg or .geodatabase")
    }
    do {
      let report = try await build(
        request, to: output, overwrite: call.arguments.flag("force"), call.terminal)
      try answer(PlanAnswer(report, request), output, call.terminal)
      return .done
    } catch PackagingError.stopped(let findings) {
      return stop(findings, request, call.terminal)
    }
  }

  /// Builds without an answer, for other verbs.
  static func build(
    _ request: BuildRequest, to output: String, overwrite: Bool, _ terminal: Terminal
  ) async throws -> BuildReport {
    let bar = JobProgressBar(terminal)
    defer { bar.finish() }
    return try await OfflineMapJob(request) { bar.show($0) }
      .build(to: output, overwrite: overwrite)
  }

  private static func answer(
    _ answer: PlanAnswer, _ output: String, _ terminal: Terminal
  ) throws(BytesError) {
    let size = try InputFile(path: output).size
    if terminal.options.json {
      var document = JSONObject()
      document.append("schema", "fieldpack.build/1")
      document.append("ok", true)
      document.append("output", .string(output))
      document.append("size", .number(size))
      document.append("packageId", .string(answer.report.packageID))
      answer.append(to: &document)
      try terminal.print(.object(document))
      return
    }
    for finding in answer.report.findings where finding.severity != .information {
      terminal.tell(finding.shortDiagnostic(map: answer.request.map))
    }
    let colored = terminal.outputIsColored
    let name = TextStyle.bold.apply(PrintableText.of(output), if: colored)
    try terminal.print("\(name): \(NumberText.bytes(size)), id \(answer.report.packageID)")
    try terminal.write(Array(answer.text(colored: colored).utf8))
    guard !answer.report.findings.isEmpty else { return }
    try terminal.print(answer.report.findings.countText + "; `fieldpack check` tells all")
  }

  /// Tells what stops the build: 4 when all of it is missing inputs, else 3.
  private static func stop(
    _ findings: [Finding], _ request: BuildRequest, _ terminal: Terminal
  ) -> ExitCode {
    let stopping = findings.filter { $0.severity >= request.failOn }
    let isMissing = stopping.allSatisfy { $0.id == .layerNotPackable }
    let code = isMissing ? ExitCode.inputMissing : .inputRefused
    let last = Diagnostic(
      .error, code: "BUILD_STOPPED", subject: request.map,
      summary: NumberText.plural(stopping.count, "finding stops", "findings stop")
        + " the build; nothing was written",
      fix: request.failOn == .warning
        ? "Mend the findings above, or build without --fail-on warning."
        : "Mend the findings above, or leave the layers out with --without.")
    if terminal.options.json {
      guard case .object(var document) = Diagnostic.failure([last], exit: code) else { return .bug }
      document.append("findings", .array(findings.map(\.json)))
      try? terminal.print(.object(document))
    } else {
      for diagnostic in findings.diagnostics(map: request.map) { terminal.tell(diagnostic) }
      terminal.tell(last)
    }
    return code
  }
}
