import Bytes
import Console
import OrderedJSON
import Packages
import Packaging

/// `fieldpack build --plan`: builds the packages of a plan, all or a share of them.
enum PlannedBuild {
  static let options = [
    Option(
      "plan", valueName: "FILE", completion: .file,
      help: "build the packages of a plan into the folder --output, and keep those that are up to "
        + "date"),
    Option(
      "index", valueName: "N",
      help: "with --plan: build only package N, counted from 0, or shard N of a plan with --shards "
        + "(default: the index of the task in a Kubernetes, Slurm or AWS Batch array)"),
    Option(
      "shard", valueName: "I/N",
      help: "with --plan: build share I of N, counted from 0, of about equal work"),
    AreasArguments.memory,
  ]

  static func run(_ path: String, _ call: Call) async throws -> ExitCode {
    let arguments = call.arguments
    if let map = arguments.positionals.first {
      throw ConsoleError.unexpectedArgument(map, command: "build --plan")
    }
    var plan = try AreaPlan(path: path)
    let folder = arguments.value("output") ?? ""
    PackageReview.set(plan.pages, in: &plan.request, output: "\(folder)/pages")
    if let data = arguments.value("data") { plan.request.data = data }
    let chosen = try chosen(of: plan, call)
    let bar = JobProgressBar(call.terminal)
    defer { bar.finish() }
    let job = AreaBuildJob(
      plan, into: folder, memory: try AreasArguments.memory(call),
      replacesOthers: arguments.flag("force")
    ) { bar.show($0) }
    let results: [AreaResult]
    do {
      results = try await job.run(chosen, planPath: path)
    } catch PackagingError.stopped(let findings) {
      bar.finish()
      return BuildVerb.stop(findings, of: plan.request, call.terminal)
    }
    bar.finish()
    if chosen.count == plan.entries.count {
      let collection = try await AreaCollection(of: plan, in: folder, readsAll: false) { _ in }
      let joint = JointCommit()
      try Catalogue(plan: plan, collection: collection, link: nil).write(into: folder, with: joint)
      try joint.run()
    }
    let answer = PlannedBuildAnswer(plan: plan, results: results, folder: folder)
    let code = results.contains { $0.outcome == .failed } ? ExitCode.inputRefused : .done
    try answer.report(on: call.terminal, exit: code)
    return code
  }

  /// The indexes of the packages to build.
  private static func chosen(
    of plan: AreaPlan, _ call: Call
  ) throws(ConsoleError) -> [Int] {
    let all = plan.wanted
    if let text = call.arguments.value("shard") {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let shard = parts[0], let count = parts[1], count > 0,
        (0..<count).contains(shard), call.arguments.value("index") == nil
      else {
        throw .badValue(
          option: "--shard", value: text, expected: "I/N without --index, such as 0/20, I below N")
      }
      return share(shard, of: count, plan)
    }
    var index = call.surroundings.taskIndex
    if let text = call.arguments.value("index") {
      guard let given = Int(text) else {
        throw .badValue(option: "--index", value: text, expected: "a number from 0")
      }
      index = given
    }
    guard let index else { return all }
    let count = plan.shards ?? all.count
    guard (0..<count).contains(index) else {
      throw .badValue(
        option: "--index", value: String(index), expected: "a number from 0 to \(count - 1)")
    }
    return plan.shards.map { share(index, of: $0, plan) } ?? [all[index]]
  }

  private static func share(_ shard: Int, of count: Int, _ plan: AreaPlan) -> [Int] {
    let wanted = plan.wanted
    let shards = AreaShards.assign(
      wanted.map { plan.entries[$0].estimate.seconds }, count: count)
    return wanted.indices.filter { shards[$0] == shard }.map { wanted[$0] }
  }
}
