import Bytes
import FeatureData
import GeoPackage
import Geometry
import Packages
import QGISProject

/// Packs the records of a plan, and writes them in one kind of output.
struct PackageBuild: Sendable {
  let request: BuildRequest
  /// The stores in the output.
  let stores: Set<PackageStore>
  let attachmentStorage: AttachmentStorage
  /// What is written.
  let output: BuildOutput
  /// The rows, if they were read before; nil reads them from their sources.
  let gathered: GatheredMap?
  let report: @Sendable (JobProgress) -> Void

  init(
    _ request: BuildRequest, of output: BuildOutput, gathered: GatheredMap? = nil,
    report: @escaping @Sendable (JobProgress) -> Void
  ) {
    self.request = request
    stores = output.stores(of: request.stores)
    attachmentStorage = output.attachmentStorage(of: request.attachmentStorage)
    self.output = output
    self.gathered = gathered
    self.report = report
  }

  /// Whether the package has its store deflated.
  var isDeflated: Bool {
    if case .package(true) = output { true } else { false }
  }

  /// The store of a plan's records.
  func store<Output: PatchableOutput & ~Copyable>(
    of plan: PackagePlan, in output: consuming Output, isScratch: Bool = false
  ) -> PackedStore<Output> {
    PackedStore(
      output: output, plan: plan, now: request.now, gathered: gathered, isScratch: isScratch)
  }

  /// Packs the records.
  func pack<Output: PatchableOutput & ~Copyable>(
    _ plan: PackagePlan, into store: PackedStore<Output>, stops: Bool
  ) async throws -> (report: BuildReport, attachments: [PackedAttachments]) {
    try await plan.trusting { try await store.pack(report: self.report) }
    var plan = store.plan
    let extent = store.overview.extent
    try output.settle(&plan.baseMap, area: plan.area, extent: extent, stores: stores)
    var findings = plan.findings + store.rowFindings() + (plan.baseMap?.findings ?? [])
    if let area = plan.area {
      findings += AreaCheck(area: area, tables: plan.tables).findings(
        rowCounts: store.runs.map { $0.account?.rowCount ?? 0 })
    }
    if stores.contains(.geodatabase) { findings += try plan.geodatabase.plan.findings }
    if stores.contains(.geoPackage) {
      findings +=
        plan.project(
          extent: .empty, store: MobileMapPackage.storePath,
          attachmentStorage: attachmentStorage
        ).findings
    }
    findings += try await store.respelledFindings()
    var attachments: [PackedAttachments] = []
    var names = SafeNames()
    for group in plan.attachments {
      attachments.append(
        try PackedAttachments(
          group, plan: plan, packedIDs: store.runs[group.table].packedIDs,
          storage: attachmentStorage, names: &names, findings: &findings))
    }
    if stops { try stop(on: findings, plan) }
    let tables = plan.tables.enumerated().map { index, table in
      PackedTable(
        table, run: store.runs[index],
        attachmentCount: attachments.first { $0.table == index }?.items.count ?? 0)
    }
    let content = try store.contentDigest(
      of: self, attachments: attachments, baseMap: plan.baseMap)
    let report = BuildReport(
      plan: plan, packageID: store.packageID(ofContent: content), contentDigest: content,
      tables: tables,
      findings: findings.sorted(bySubjects: plan.titles), extent: extent,
      attachmentCount: attachments.reduce(0) { $0 + $1.items.count })
    return (report, attachments)
  }

  /// Stops the build if findings are serious enough.
  func stop(on findings: [Finding], _ plan: PackagePlan) throws {
    try request.stop(on: findings, plan)
  }

  /// Refuses a target that is also an input, under the same or another path, so that a build never
  /// changes its inputs.
  func refuseInput(asTarget path: String, _ plan: PackagePlan) throws {
    guard let target = try FileIdentity(path: path) else { return }
    let files =
      [request.map] + [request.bindings].compactMap(\.self) + plan.folder.files.flatMap(\.pages)
      + plan.tables.flatMap { $0.source.files.map(\.path) }
      + plan.attachments.flatMap { $0.items.compactMap(\.content.path) }
      + (plan.baseMap?.paths ?? [])
    guard try !files.contains(where: { try FileIdentity(path: $0) == target }) else {
      throw PackagingError.targetIsInput(path: path)
    }
  }

  /// A package is never smaller than a quarter of its sources' text.
  func checkRoom(_ plan: PackagePlan, in folder: String) throws {
    guard gathered == nil else { return }
    let needed =
      plan.tables.reduce(0) { $0 + $1.source.byteCount } / 4 + (plan.baseMap?.byteCount ?? 0)
    try OutputRoom.check(for: needed, beside: folder + "/package")
  }
}

extension BuildRequest {
  /// Stops the build if findings are serious enough.
  func stop(on findings: [Finding], _ plan: PackagePlan) throws {
    guard let worst = findings.worst, worst >= failOn else { return }
    guard plan.isComplete else { throw SurveyTooShort() }
    throw PackagingError.stopped(findings.sorted(bySubjects: plan.titles))
  }

  /// Stops the build if findings about the areas are serious enough.
  func stop(on findings: [Finding]) throws {
    guard let worst = findings.worst, worst >= failOn else { return }
    throw PackagingError.stopped(findings.sorted(bySubjects: []))
  }
}
