import Bytes
import FeatureData
import Geometry
package import Packages

/// Makes the plan of many packages: finds the areas, reads the data once, and measures what each
/// package will hold.
package struct AreaPlanJob: Sendable {
  private let request: BuildRequest
  private let areas: AreasOptions
  private let pages: String?
  private let memory: Int
  private let scratchFolder: String
  private let report: @Sendable (JobProgress) -> Void

  /// - Parameters:
  ///   - request: what all packages have in common, without an area.
  ///   - pages: when packages have pages, for the plan.
  ///   - memory: the bytes of rows to keep in memory.
  ///   - folder: a folder for files that are only needed while the job runs.
  package init(
    _ request: BuildRequest, areas: AreasOptions, pages: String?, memory: Int,
    scratchIn folder: String, report: @escaping @Sendable (JobProgress) -> Void
  ) {
    self.request = request
    self.areas = areas
    self.pages = pages
    self.memory = memory
    scratchFolder = folder
    self.report = report
  }

  /// Makes the plan.
  ///
  /// - Throws: ``PackagingError/stopped(_:)`` if the areas or the data have findings of the fail
  ///   level.
  package func run() async throws -> AreaPlan {
    // A grid needs the extent of all records.
    if areas.text.hasPrefix("grid:") { return try await plan(by: .whole) }
    do {
      return try await plan(by: .beginning)
    } catch is SurveyTooShort {
      return try await plan(by: .whole)
    }
  }

  private func plan(by depth: SurveyDepth) async throws -> AreaPlan {
    let planner = Planner(request: request, report: report)
    let surveyed = try await planner.survey(by: depth, forAreas: true)
    var set = try await AreaSet.resolve(
      areas.text, name: areas.nameField, in: surveyed, now: request.now)
    try request.stop(on: set.findings)
    let groups = try await AreaGroup.read(
      set.areas, chosen: Array(set.areas.indices), of: surveyed, planner: planner, memory: memory,
      scratchIn: scratchFolder)
    let coverage = try AreaCoverage(set.areas, groups, isExclusive: areas.isExclusive)
    set.findings += coverage.findings(leavingOutEmpty: set.leavesOutEmpty)
    var plan = AreaPlan(
      title: groups.first?.map.plan.title ?? "", request: request, areas: areas, pages: pages,
      inputs: try AreaPlan.inputs(groups, mapDigest: surveyed.digest, request),
      entries: [], findings: set.findings)
    plan.entries = try await entries(set.areas, groups, coverage)
    return plan
  }

  /// Measures the packages, and numbers those that aren't left out.
  private func entries(
    _ areas: [NamedArea], _ groups: [AreaGroup], _ coverage: AreaCoverage
  ) async throws -> [AreaPlan.Entry] {
    var entries: [AreaPlan.Entry] = []
    for group in groups {
      let chosen = group.areas.filter { !coverage.isEmpty($0) }
      let work = AreaMeasuring(
        request: request, areas: areas, group: group, coverage: coverage,
        ending: self.areas.ending, scratchFolder: scratchFolder)
      var measures = try await work.measure(chosen, withPages: false) { done in
        report(
          JobProgress(
            phase: "Measuring", subject: "packages", done: done, total: chosen.count,
            unit: .packages))
      }
      if request.review != nil { try await work.addPages(to: &measures, of: chosen) }
      for (index, measure) in zip(chosen, measures) {
        entries.append(
          AreaPlan.Entry(
            index: index, area: areas[index], file: areas[index].fileStem + self.areas.ending,
            key: AreaPlan.key(ofContent: measure.key, pages: pages), estimate: measure.estimate))
      }
    }
    entries.sort { $0.index < $1.index }
    for index in entries.indices { entries[index].index = index }
    return entries
  }
}

/// Measures the packages of a group of areas.
private struct AreaMeasuring: Sendable {
  let request: BuildRequest
  let areas: [NamedArea]
  let group: AreaGroup
  let coverage: AreaCoverage
  /// How the names of the packages end.
  let ending: String
  let scratchFolder: String

  func measure(
    _ chosen: [Int], withPages: Bool, finished: (Int) -> Void = { _ in }
  ) async throws -> [PackageMeasure] {
    let build = PackageBuild(
      request, of: BuildOutput(path: ending, stores: request.stores), gathered: group.map,
      report: { _ in })
    return try await OrderedTasks.run(chosen.count, finished: finished) { index in
      let area = areas[chosen[index]]
      let plan = try about(area.name) {
        try group.map.plan(
          of: area.area, filters: area.filters, share: coverage.share(of: chosen[index]))
      }
      return try await build.measure(plan, withPages: withPages, scratchIn: scratchFolder)
    }
  }

  /// Makes the pages of a few packages, and estimates those of all.
  func addPages(to measures: inout [PackageMeasure], of chosen: [Int]) async throws {
    let rows = measures.map(\.estimate.rows)
    let sampled = PageEstimate.sampled(rows, limit: request.pageLimit)
    var pages = PageEstimate()
    let made = try await measure(sampled.map { chosen[$0] }, withPages: true)
    for (index, measure) in zip(sampled, made) {
      // With the lines about them in the manifest.
      let extra = measure.estimate.bytes - measures[index].estimate.bytes
      pages.add(rows: rows[index], bytes: extra)
    }
    for index in measures.indices where rows[index] <= request.pageLimit {
      measures[index].estimate.parts.pages = pages.bytes(rows: rows[index])
    }
  }
}
