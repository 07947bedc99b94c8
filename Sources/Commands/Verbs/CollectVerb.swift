import Bytes
import Console
import OrderedJSON
import Packages
import Packaging

/// `fieldpack collect`: checks that all packages of a plan are there, and lists them.
enum CollectVerb {
  static let verb = Verb(
    command: Command(
      "collect", summary: "check that all packages of a plan are there, and list them",
      discussion: [
        "Compares each package in the folder with the plan and with the record that `build --plan` "
          + "wrote beside it. Writes catalogue.html, with a map and sheets to print and hand out, "
          + "catalogue.json and catalogue.csv into the folder.",
        "If packages are missing, changed or out of date, --missing writes a plan of these alone. "
          + "The exit code is then 4.",
      ],
      arguments: [
        PositionalArgument("DIR", completion: .folder, help: "the folder of the packages")
      ],
      options: [
        Option(
          "plan", valueName: "FILE", isRequired: true, completion: .file,
          help: "the plan of the packages"),
        Option(
          "missing", valueName: "FILE", completion: .file,
          help: "the plan to write of packages that aren't complete; replaces an older file"),
        Option(
          "link", valueName: "ADDRESS",
          help: "the web address of the folder; the sheets get a code with each package's address"),
        Option(
          "deep", help: "also check each package for damage, as `verify` does"),
      ],
      examples: [
        Example(
          "collect packages --plan plan.jsonl --missing missing.jsonl",
          "list what is there, and plan what is missing"),
        Example(
          "collect packages --plan plan.jsonl --link https://maps.example.gov/packages",
          "make sheets that crews scan to download their packages"),
      ],
      topics: ["plans"]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let arguments = call.arguments
    let folder = arguments.positionals.first ?? ""
    let plan = try AreaPlan(path: arguments.value("plan") ?? "")
    let bar = JobProgressBar(call.terminal)
    defer { bar.finish() }
    let count = plan.entries.count
    var collection = try await AreaCollection(of: plan, in: folder, readsAll: true) { done in
      bar.show(
        JobProgress(
          phase: "Checking", subject: "packages", done: done, total: count, unit: .packages))
    }
    if arguments.flag("deep") { try check(&collection, plan, folder, bar) }
    bar.finish()
    let joint = JointCommit()
    try Catalogue(plan: plan, collection: collection, link: arguments.value("link"))
      .write(into: folder, with: joint)
    let missing = collection.missing
    if let path = arguments.value("missing"), !missing.isEmpty {
      var rest = plan
      rest.only = missing
      var file = try AtomicFile(replacing: path, overwrite: true)
      try file.append(rest.encoded())
      try file.commit(with: joint)
    }
    try joint.run()
    let code = missing.isEmpty ? ExitCode.done : .inputMissing
    try report(collection, plan, folder, code, on: call)
    return code
  }

  /// Reads each complete package, and counts it as changed if it is damaged.
  private static func check(
    _ collection: inout AreaCollection, _ plan: AreaPlan, _ folder: String, _ bar: JobProgressBar
  ) throws {
    for entry in plan.entries where collection.states[entry.index] == .complete {
      let package = try OpenPackage(path: "\(folder)/\(entry.file)")
      let findings = try PackageVerification.run(package) { bar.show($0) }
      if let worst = findings.worst, worst >= .warning {
        collection.states[entry.index] = .changed
        collection.results[entry.index]?.findings += findings
      }
    }
  }

  private static func report(
    _ collection: AreaCollection, _ plan: AreaPlan, _ folder: String, _ code: ExitCode,
    on call: Call
  ) throws {
    let terminal = call.terminal
    let complete = plan.entries.count - collection.missing.count
    guard !terminal.options.json else {
      var document = JSONObject()
      document.append("schema", "fieldpack.collect/1")
      document.append("ok", .bool(code == .done))
      document.append("exit", .number(Int(code.rawValue)))
      document.append("planId", .string(plan.id))
      document.append("complete", .number(complete))
      document.append(
        "incomplete",
        .array(
          collection.missing.map { index in
            [
              "index": .number(index), "name": .string(plan.entries[index].area.name),
              "file": .string(plan.entries[index].file),
              "state": .string(collection.states[index].rawValue),
            ]
          }))
      try terminal.print(.object(document))
      return
    }
    let name = TextStyle.bold.apply(PrintableText.of(folder), if: terminal.outputIsColored)
    try terminal.print(
      "\(name): \(NumberText.grouped(complete)) of "
        + NumberText.plural(plan.entries.count, one: "package", many: "packages") + " complete")
    for index in collection.missing.prefix(20) {
      try terminal.print(
        "  \(collection.states[index].rawValue)  \(PrintableText.of(plan.entries[index].file))")
    }
    if collection.missing.count > 20 {
      try terminal.print("  and \(NumberText.grouped(collection.missing.count - 20)) more")
    }
  }
}
