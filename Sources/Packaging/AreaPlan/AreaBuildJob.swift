import Bytes
import FeatureData
import FoundationEssentials
import MapModel
import OrderedJSON
package import Packages

/// Builds packages of a plan. The data is read once for all of them, and packages that are up to
/// date stay as they are.
package struct AreaBuildJob: Sendable {
  private let plan: AreaPlan
  private let folder: String
  private let memory: Int
  private let replacesOthers: Bool
  private let report: @Sendable (JobProgress) -> Void

  /// - Parameters:
  ///   - folder: the folder of the packages.
  ///   - memory: the bytes of rows to keep in memory.
  ///   - replacesOthers: whether to replace files that this plan didn't make, or that were changed.
  package init(
    _ plan: AreaPlan, into folder: String, memory: Int, replacesOthers: Bool,
    report: @escaping @Sendable (JobProgress) -> Void
  ) {
    self.plan = plan
    self.folder = folder
    self.memory = memory
    self.replacesOthers = replacesOthers
    self.report = report
  }

  /// Builds the packages of some areas, and returns what became of them in the plan's order.
  ///
  /// - Throws: ``PackagingError/planOutdated(path:input:)`` if an input is not what it was, and the
  ///   errors of reading and writing. Packages that are complete by then stay.
  package func run(_ indexes: [Int], planPath: String) async throws -> [AreaResult] {
    for path in [folder, "\(folder)/\(AreaResult.folder)"] {
      try OutputFolder.make(path)
    }
    var results: [Int: AreaResult] = [:]
    for index in indexes {
      if let kept = try kept(plan.entries[index]) { results[index] = kept }
    }
    let stale = indexes.filter { results[$0] == nil }
    if !stale.isEmpty {
      for result in try await build(stale, planPath: planPath) { results[result.index] = result }
    }
    return indexes.compactMap { results[$0] }
  }

  /// The earlier result of an area if its package is up to date and as it was written.
  private func kept(_ entry: AreaPlan.Entry) throws -> AreaResult? {
    guard let result = try AreaResult(ofFile: entry.file, in: folder), result.outcome == .kept,
      result.key == entry.key, result.name.hasSameUTF8(as: entry.area.name),
      let size = try unlessUnreadable({ try InputFile(path: path(entry)).size }),
      size == result.size
    else { return nil }
    var kept = result
    kept.index = entry.index
    return kept
  }

  /// Whether there is a file that this tool may not replace: it has no record here, or it differs
  /// from its record.
  private func isOthers(_ entry: AreaPlan.Entry) throws -> Bool {
    guard !replacesOthers, let file = try unlessUnreadable({ try InputFile(path: path(entry)) })
    else { return false }
    let region = FileRegion(file)
    guard let result = try AreaResult(ofFile: entry.file, in: folder), result.size == region.count
    else {
      return true
    }
    return SHA256.hex(try SHA256.of(region)) != result.sha256
  }

  private func path(_ entry: AreaPlan.Entry) -> String { "\(folder)/\(entry.file)" }

  private func build(_ stale: [Int], planPath: String) async throws -> [AreaResult] {
    do {
      return try await build(stale, planPath: planPath, by: .beginning)
    } catch is SurveyTooShort {
      return try await build(stale, planPath: planPath, by: .whole)
    }
  }

  private func build(
    _ stale: [Int], planPath: String, by depth: SurveyDepth
  ) async throws -> [AreaResult] {
    let planner = Planner(request: plan.request, report: report)
    let surveyed = try await planner.survey(by: depth, forAreas: false)
    let areas = plan.entries.map(\.area)
    // Which area a shared record belongs to depends on all areas.
    let read = plan.areas.isExclusive ? Array(areas.indices) : stale
    let groups = try await AreaGroup.read(
      areas, chosen: read, of: surveyed, planner: planner, memory: memory, scratchIn: folder)
    try checkInputs(groups, mapDigest: surveyed.digest, planPath: planPath)
    let coverage =
      plan.areas.isExclusive ? try AreaCoverage(areas, groups, isExclusive: true) : nil
    var results: [AreaResult] = []
    for group in groups {
      let chosen = group.areas.filter { stale.contains($0) }
      let build = PackageBuild(
        plan.request, of: BuildOutput(path: plan.areas.ending, stores: plan.request.stores),
        gathered: group.map, report: { _ in })
      results += try await OrderedTasks.run(
        chosen.count,
        finished: { done in
          report(
            JobProgress(
              phase: "Building", subject: "packages", done: done, total: chosen.count,
              unit: .packages))
        },
        work: { number in
          let index = chosen[number]
          return try await write(
            plan.entries[index], build, group.map, share: coverage?.share(of: index))
        })
    }
    return results
  }

  private func checkInputs(_ groups: [AreaGroup], mapDigest: String, planPath: String) throws {
    let found = try AreaPlan.inputs(groups, mapDigest: mapDigest, plan.request)
    for input in found where !plan.inputs.contains(input) {
      throw PackagingError.planOutdated(path: planPath, input: input.name)
    }
    for input in plan.inputs where !found.contains(input) {
      throw PackagingError.planOutdated(path: planPath, input: input.name)
    }
  }

  /// Writes one package, and then its record.
  private func write(
    _ entry: AreaPlan.Entry, _ build: PackageBuild, _ map: GatheredMap, share: AreaShare?
  ) async throws -> AreaResult {
    var result = AreaResult(entry, outcome: .built, findings: [])
    do {
      let plan = try map.plan(of: entry.area.area, filters: entry.area.filters, share: share)
      // A worker that was killed after the package and before its record leaves a package that
      // looks like somebody else's. It has the bytes that are built now.
      let isOthers = try isOthers(entry)
      let path = isOthers ? path(entry) + ".new" : path(entry)
      let target = try AtomicFile(replacing: path, overwrite: true)
      let built = try await build.write(
        plan, as: BuildOutput(path: entry.file, stores: build.stores), into: target, path: path)
      let region = FileRegion(try InputFile(path: path))
      result.packageID = built.packageID
      result.size = region.count
      result.sha256 = SHA256.hex(try SHA256.of(region))
      result.layers = built.tables.map { table in
        PackageEstimate.Layer(
          title: table.title, rows: table.rowCount, bytes: table.byteCount,
          attachments: table.attachmentCount, attachmentBytes: 0)
      }
      result.parts = built.parts ?? PackageParts()
      result.findings = built.findings
      if isOthers { try confirm(entry, sha256: result.sha256) }
    } catch PackagingError.stopped(let findings) {
      result.outcome = .failed
      result.findings = findings
    }
    var record = try AtomicFile(
      replacing: AreaResult.path(ofFile: entry.file, in: folder), overwrite: true)
    try record.append(result.encoded())
    try record.commit()
    return result
  }

  /// Removes the package that was built beside a file, and refuses the file unless it is the same.
  private func confirm(_ entry: AreaPlan.Entry, sha256: String) throws {
    try FileManager.default.removeItem(atPath: path(entry) + ".new")
    guard SHA256.hex(try SHA256.of(FileRegion(try InputFile(path: path(entry))))) == sha256 else {
      throw BytesError.outputExists(path: path(entry))
    }
  }
}
