import Bytes
import Console
import OrderedJSON
import Packages
import Packaging

/// `fieldpack plan`: plans the packages of many areas, with what each will hold and cost.
enum PlanVerb {
  static let verb = Verb(
    command: Command(
      "plan", summary: "plan the packages of many areas, with the size of each",
      discussion: [
        "Finds the areas, checks them, and measures the package of each without writing it. "
          + "`build --plan` then builds them all in one run, except those that are up to date.",
        "--areas takes the polygons of a layer (\"Neighborhoods\", or some of them with "
          + "\"Neighborhoods:NAME<>'X'\") or of a GeoJSON file, bookmarks, a grid over the data "
          + "(grid:2km, grid:8x6), or a CSV file with the columns name, area and one for each "
          + "layer to filter. With within:200m: before a layer or file, an area is what is nearer "
          + "than that to its features, which may also be lines or points.",
        "Reports names that can't be used, records in no area, and editable records in several. "
          + "With --max-package, a package that would be too large is an error that says what each "
          + "remedy saves.",
        "--recipe writes a job file for Kubernetes, Slurm, make or Snakemake. Each task then builds "
          + "a share of the packages, and `collect` checks that all are there.",
      ],
      arguments: MapArguments.positional,
      options: [
        MapArguments.data,
        Option(
          "areas", valueName: "AREAS", isRequired: true, completion: .file,
          help: "a polygon layer, a GeoJSON or CSV file, bookmarks, grid:SIZE, or "
            + "within:DISTANCE:LAYER"),
        Option(
          "name", valueName: "FIELD",
          help: "the field that names the areas (default: the layer's display field, or name)"),
        Option(
          "exclusive",
          help: "give each editable record to one area: the one that holds the first vertex of "
            + "its shape"),
        Option(
          "format", valueName: "FORMAT", completion: .choices(["mmpk", "zip"]),
          help: "what to write: packages for all programs, mmpk (default), or for QField, zip"),
        Option(
          "shards", valueName: "N",
          help: "spread the packages over N workers, for engines that give each an index"),
        Option(
          "recipe", valueName: "ENGINE",
          completion: .choices(AreaRecipe.allCases.map(\.rawValue)),
          help: "also write a job file for an engine that runs many tasks, beside the plan"),
        Option(
          "max-package", valueName: "SIZE", help: "the largest package allowed, such as 500MB"),
      ] + MapArguments.options + PackageOptions.options + [
        AreasArguments.memory,
        Option(
          "output", short: "o", valueName: "FILE", isRequired: true, completion: .file,
          help: "the plan to write, FILE.jsonl"),
        Option("force", short: "f", help: "replace the output if it exists"),
      ],
      examples: [
        Example(
          "plan map.json --data export --areas Neighborhoods -o plan.jsonl",
          "plan a package for each neighborhood"),
        Example(
          "plan map.json --data export --areas grid:1km --recipe slurm -o plan.jsonl",
          "plan a grid, with a job file for Slurm"),
        Example(
          "plan map.json --data export --areas crews.csv --max-package 500MB -o plan.jsonl",
          "plan a package for each crew of a table, none larger than 500 MB"),
      ],
      topics: ["plans", "packages"]),
    run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let arguments = call.arguments
    var request = try MapArguments.request(call)
    let output = arguments.value("output") ?? ""
    PackageReview.set(arguments.value("review"), in: &request, output: output)
    var areas = AreasOptions(text: arguments.value("areas") ?? "")
    areas.nameField = arguments.value("name")
    areas.isExclusive = arguments.flag("exclusive")
    if arguments.value("format") == "zip" { areas.ending = ".zip" }
    if arguments.value("for") == nil { request.stores = .usual(forPackage: areas.ending) }
    let shards = try shards(call)
    let limit = try SizeArgument.bytes("max-package", of: call)
    let memory = try AreasArguments.memory(call)
    // Opened first, so that an unwritable target fails before the work is done.
    var target = try AtomicFile(replacing: output, overwrite: arguments.flag("force"))
    let bar = JobProgressBar(call.terminal)
    defer { bar.finish() }
    let job = AreaPlanJob(
      request, areas: areas, pages: arguments.value("review"), memory: memory,
      scratchIn: LocalPath.folder(of: output)
    ) { bar.show($0) }
    var plan: AreaPlan
    do {
      plan = try await job.run()
    } catch PackagingError.stopped(let findings) {
      bar.finish()
      return BuildVerb.stop(findings, of: request, call.terminal)
    }
    bar.finish()
    let recipe = arguments.value("recipe").flatMap(AreaRecipe.init(rawValue:))
    plan.shards = shards ?? recipe.map { _ in AreaRecipe.shards(for: plan) }
    let budget = limit.map { AreaBudget(limit: $0).findings(plan) } ?? []
    let answer = AreaPlanAnswer(plan: plan, overBudget: budget, output: output)
    guard budget.isEmpty else {
      try answer.report(on: call.terminal, exit: .noRoom)
      return .noRoom
    }
    try target.append(plan.encoded())
    let joint = JointCommit()
    try target.commit(with: joint)
    if let recipe { try write(recipe, of: plan, at: output, with: joint) }
    try joint.run()
    try answer.report(on: call.terminal, exit: .done)
    return .done
  }

  /// Writes the job file, over an earlier one, and adds it to a commit.
  private static func write(
    _ recipe: AreaRecipe, of plan: AreaPlan, at path: String, with joint: JointCommit
  ) throws {
    let stem = path.hasSuffix(".jsonl") ? String(path.dropLast(6)) : path
    var file = try AtomicFile(replacing: stem + recipe.ending, overwrite: true)
    try file.append(Array(recipe.text(of: plan, path: path).utf8))
    try file.commit(with: joint)
  }

  private static func shards(_ call: Call) throws(ConsoleError) -> Int? {
    guard let text = call.arguments.value("shards") else { return nil }
    guard let count = Int(text), (1...100_000).contains(count) else {
      throw .badValue(option: "--shards", value: text, expected: "a number from 1 to 100000")
    }
    return count
  }
}
