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
  let report: @Sendable (JobProgress) -> Void

  init(
    _ request: BuildRequest, of output: BuildOutput,
    report: @escaping @Sendable (JobProgress) -> Void
  ) {
    self.request = request
    stores = output.stores(of: request.stores)
    attachmentStorage = output.attachmentStorage(of: request.attachmentStorage)
    self.report = report
  }

  /// Packs the records.
  func pack<Output: PatchableOutput & ~Copyable>(
    _ plan: PackagePlan, into store: PackedStore<Output>, stops: Bool
  ) async throws -> (report: BuildReport, attachments: [PackedAttachments]) {
    do {
      try await store.pack(report: report)
    } catch { throw plan.isComplete ? error : SurveyTooShort() }
    let plan = store.plan
    var findings = plan.findings + store.rowFindings()
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
    for table in store.respellingTables {
      if let finding = try await RespelledIDs.finding(in: table) { findings.append(finding) }
    }
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
        table, account: store.runs[index].account,
        attachmentCount: attachments.first { $0.table == index }?.items.count ?? 0)
    }
    let report = BuildReport(
      plan: plan,
      packageID: store.packageID(of: self, attachments: attachments), tables: tables,
      findings: findings.sorted(bySubjects: plan.titles), extent: store.overview.extent,
      attachmentCount: attachments.reduce(0) { $0 + $1.items.count })
    return (report, attachments)
  }

  /// Stops the build if findings are serious enough.
  func stop(on findings: [Finding], _ plan: PackagePlan) throws {
    guard let worst = findings.worst, worst >= request.failOn else { return }
    guard plan.isComplete else { throw SurveyTooShort() }
    throw PackagingError.stopped(findings.sorted(bySubjects: plan.titles))
  }

  /// Refuses a target that is also an input, under the same or another path, so that a build never
  /// changes its inputs.
  func refuseInput(asTarget path: String, _ plan: PackagePlan) throws {
    guard let target = FileIdentity(path: path) else { return }
    let files =
      [request.map] + [request.bindings].compactMap(\.self) + plan.folder.files.flatMap(\.pages)
      + plan.tables.flatMap { $0.source.files.map(\.path) }
      + plan.attachments.flatMap { $0.items.compactMap(\.content.path) }
    guard !files.contains(where: { FileIdentity(path: $0) == target }) else {
      throw PackagingError.targetIsInput(path: path)
    }
  }

  /// A package is never smaller than a quarter of its sources' text.
  func checkRoom(_ plan: PackagePlan, in folder: String) throws {
    let needed = plan.tables.reduce(0) { $0 + $1.source.byteCount } / 4
    guard let available = FreeSpace.available(atFolder: folder), available < needed else { return }
    throw PackagingError.noRoom(folder: folder, needed: needed, available: available)
  }
}
