import Bytes
package import Packages

/// Makes a package from a web map and its data: binds, surveys, checks, selects and packs.
package struct OfflineMapJob: Sendable {
  package let request: BuildRequest
  private let report: @Sendable (JobProgress) -> Void

  /// - Parameter report: receives the progress in the job's own task.
  package init(_ request: BuildRequest, report: @escaping @Sendable (JobProgress) -> Void) {
    self.request = request
    self.report = report
  }

  /// Binds and surveys all data, and finds what stops a build.
  ///
  /// - Throws: `SurveyTooShort` if the first stripes of the sources are not enough for a plan.
  package func plan(by depth: SurveyDepth = .whole) async throws -> PackagePlan {
    try await Planner(request: request, report: report).plan(by: depth)
  }

  /// Plans, reads every record like a build, and reports the findings. Writes nothing.
  package func check() async throws -> BuildReport {
    // It isn't known what will be built, so the base map is shown for all programs.
    var asked = request
    asked.baseMap?.stores = request.stores
    asked.suggestsKeys = true
    return try await check(asked, as: .package(isDeflated: false))
  }

  private func check(_ request: BuildRequest, as output: BuildOutput) async throws -> BuildReport {
    let planner = Planner(request: request, report: report)
    let build = PackageBuild(request, of: output, report: report)
    return try await surveying { depth in
      let plan = try await planner.plan(by: depth)
      let store = PackedStore(output: DiscardedOutput(), plan: plan, now: request.now)
      return try await build.pack(plan, into: store, stops: false).report
    }
  }

  /// Builds a package, or only its store if the target's name ends in `.gpkg` or `.geodatabase`.
  /// The target appears complete or not at all.
  package func build(to path: String, overwrite: Bool) async throws -> BuildReport {
    // Tens of millions of records need hundreds of nameless files.
    OpenFileLimit.raise()
    let output = BuildOutput(path: path, stores: request.stores)
    let build = PackageBuild(request, of: output, report: report)
    do {
      return try await write(build, as: output, to: path, overwrite: overwrite)
    } catch PackagingError.stopped(let findings) {
      throw PackagingError.stopped(try await allFindings(as: output) ?? findings)
    }
  }

  /// What `check` finds, because a refused build tells it all, so that everything can be mended at
  /// once. Nil if something else is in the way, or nothing is any more: a disk can fail only once.
  ///
  /// - Throws: only `PackagingError.interrupted`.
  private func allFindings(as output: BuildOutput) async throws -> [Finding]? {
    do {
      let report = try await check(request, as: output)
      guard report.findings.contains(where: { $0.severity >= request.failOn }) else { return nil }
      return report.findings.sorted(bySubjects: report.plan.titles)
    } catch PackagingError.interrupted {
      throw PackagingError.interrupted
    } catch {
      return nil
    }
  }

  private func write(
    _ build: PackageBuild, as output: BuildOutput, to path: String, overwrite: Bool
  ) async throws -> BuildReport {
    try await surveying { depth in
      // Opened first, so that an unwritable target fails before the work is done.
      let target = try AtomicFile(replacing: path, overwrite: overwrite)
      let plan = try await plan(by: depth)
      return try await build.write(plan, as: output, into: target, path: path)
    }
  }

  /// Packs all readable records into an unnamed store, with attachments in rows.
  ///
  /// - Parameter folder: the folder of the store while it is open.
  func makeStore(
    scratchIn folder: String
  ) async throws -> (region: FileRegion, plan: PackagePlan, findings: [Finding]) {
    try await surveying { depth in
      let plan = try await plan(by: depth)
      let store = PackedStore(
        output: try OutputFile(scratchIn: folder), plan: plan, now: request.now)
      let (report, attachments) = try await PackageBuild(
        request, of: .store(.geoPackage), report: report
      )
      .pack(plan, into: store, stops: false)
      guard
        let file = try store.finish(attachments: attachments, metadata: [report.plan.storedMap])
      else { throw PackagingError.interrupted }
      return (FileRegion(try file.reopen()), report.plan, report.findings)
    }
  }

  /// Does work with a plan from the beginnings of the sources. If they are not enough, does it again
  /// with a plan from all records.
  private func surveying<Result>(
    _ work: (SurveyDepth) async throws -> Result
  ) async throws -> Result {
    do {
      return try await work(.beginning)
    } catch is SurveyTooShort {
      return try await work(.whole)
    }
  }
}
