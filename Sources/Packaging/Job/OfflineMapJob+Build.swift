import Bytes
import FeatureData
import FoundationEssentials
import GeoPackage
package import Geometry
import OrderedJSON
package import Packages
import QGISProject
import ZIPArchive

/// The result of a build.
package struct BuildReport: Sendable {
  package var plan: PackagePlan
  package var packageID: String
  package var tables: [PackedTable]
  /// Sorted for people.
  package var findings: [Finding]
  /// In degrees; empty if no record has a geometry.
  package var extent: Envelope
  package var attachmentCount: Int
}

extension OfflineMapJob {
  /// Plans, reads every record like a build, and reports the findings. Writes nothing.
  package func check() async throws -> BuildReport {
    do {
      return try await check(by: .beginning)
    } catch is SurveyTooShort {
      return try await check(by: .whole)
    }
  }

  private func check(by depth: SurveyDepth) async throws -> BuildReport {
    let plan = try await plan(by: depth)
    let store = PackedStore(output: DiscardedOutput(), plan: plan, now: request.now)
    return try await pack(plan, into: store, stops: false).report
  }

  /// Builds a package, or only its store if the target's name ends in `.gpkg` or `.geodatabase`.
  /// The target appears complete or not at all.
  package func build(to path: String, overwrite: Bool) async throws -> BuildReport {
    // Opened first, so that an unwritable target fails before the work is done.
    let target = try AtomicFile(replacing: path, overwrite: overwrite)
    do {
      return try await build(try await plan(by: .beginning), into: target, path: path)
    } catch is SurveyTooShort {
      let target = try AtomicFile(replacing: path, overwrite: overwrite)
      return try await build(try await plan(by: .whole), into: target, path: path)
    }
  }

  private func build(
    _ plan: PackagePlan, into target: consuming AtomicFile, path: String
  ) async throws -> BuildReport {
    try refuseInput(asTarget: path, plan)
    try stop(on: plan.findings, plan)
    let folder = LocalPath.folder(of: path)
    var job = self
    // A single store or geodatabase has no files beside it, so attachments are stored in rows.
    if path.hasSuffix(".gpkg") {
      job.request.attachmentStorage = .blobs
      job.request.programs = [.qgis]
      return try await job.buildStore(plan, into: target, path: path)
    }
    if path.hasSuffix(".geodatabase") {
      job.request.attachmentStorage = .blobs
      job.request.programs = [.arcgis]
      return try await job.buildGeodatabase(plan, into: target, path: path)
    }
    guard request.programs.contains(.qgis) else {
      job.request.attachmentStorage = .blobs
      return try await job.buildMobileMap(plan, into: target, folder: folder)
    }
    return try await buildPackage(plan, into: target, folder: folder)
  }

  private func buildStore(
    _ plan: PackagePlan, into target: consuming AtomicFile, path: String
  ) async throws -> BuildReport {
    let store = PackedStore(output: target, plan: plan, now: request.now)
    let (report, attachments) = try await pack(plan, into: store, stops: true)
    let file = try store.finish(
      attachments: attachments, metadata: metadata(report),
      project: try embeddedProject(report, store: LocalPath.lastPart(path)))
    Self.removeSidecars(of: path)
    try file?.commit()
    return report
  }

  /// Removes the logs of an older store, which SQLite would apply to the new one.
  static func removeSidecars(of path: String) {
    for suffix in ["-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  /// Packs all readable records into an unnamed store, with attachments in rows.
  ///
  /// - Parameter folder: the folder of the store while it is open.
  func makeStore(
    scratchIn folder: String
  ) async throws -> (region: FileRegion, plan: PackagePlan, findings: [Finding]) {
    do {
      return try await makeStore(try await plan(by: .beginning), scratchIn: folder)
    } catch is SurveyTooShort {
      return try await makeStore(try await plan(by: .whole), scratchIn: folder)
    }
  }

  private func makeStore(
    _ plan: PackagePlan, scratchIn folder: String
  ) async throws -> (region: FileRegion, plan: PackagePlan, findings: [Finding]) {
    let store = PackedStore(
      output: try OutputFile(scratchIn: folder), plan: plan, now: request.now)
    var job = self
    job.request.programs = [.qgis]
    let (report, attachments) = try await job.pack(plan, into: store, stops: false)
    guard let file = try store.finish(attachments: attachments, metadata: [report.plan.storedMap])
    else { throw PackagingError.interrupted }
    return (FileRegion(try file.reopen()), report.plan, report.findings)
  }

  private func buildPackage(
    _ plan: PackagePlan, into target: consuming AtomicFile, folder: String
  ) async throws -> BuildReport {
    try checkRoom(plan, in: folder)
    // Computed beside the other work, when a core is free.
    async let sources = Self.sources(of: plan.tables)
    let store = PackedStore(
      output: try MobileMapPackage.begin(target), plan: plan, now: request.now)
    var (report, attachments) = try await pack(plan, into: store, stops: true)
    let project = try embeddedProject(report, store: MobileMapPackage.storePath)
    guard
      let member = try store.finish(
        attachments: attachments, metadata: metadata(report), project: project)
    else { return report }
    var package = try MobileMapPackage(member)
    guard let region = package.store else { return report }
    let base =
      request.attachmentStorage == .blobs && !attachments.isEmpty
      ? try await packBase(report, attachments: attachments, scratchIn: folder) : nil
    let mobileMap = try mobileMap(report)
    let item = item(report, mobileMap)
    let files = attachments.files
    // Written while the base is deflated.
    async let written = mobileMap?.write(
      from: region, files: files, item: item, scratchIn: folder)
    package = try await package.appending(base: base) { done, total in
      self.report(
        JobProgress(
          phase: "Writing", subject: InnerArchive.base.path, done: done, total: total))
    }
    try append(item, store.overview, to: &package)
    if let written = try await written {
      try take(written.findings, into: &report)
      try written.append(to: &package)
    }
    for file in report.plan.projectFiles(extent: report.extent, isFile: project == nil) {
      try package.append(file.content, named: file.path)
    }
    try package.append(attachments)
    package = try package.appending(pages: try await pages(report, of: region, in: folder))
    let manifest = manifest(
      report, mobileMap, sources: try await sources, members: package.members)
    try package.finish(manifest: manifest.encoded())
    return report
  }

  /// The project to embed in the store; nil if it is a file.
  private func embeddedProject(
    _ report: BuildReport, store name: String
  ) throws(ZIPArchiveError) -> StoredProject? {
    guard request.project == .embedded else { return nil }
    let plan = report.plan
    let document = plan.project(extent: report.extent, store: name).document
    return StoredProject(
      name: plan.title,
      archive: try SmallArchive.bytes(of: [(name: plan.projectName, content: document)]),
      modified: request.now)
  }

  /// Writes the store again without the attachment bytes in its rows.
  private func packBase(
    _ report: BuildReport, attachments: [PackedAttachments], scratchIn folder: String
  ) async throws -> FileRegion? {
    let store = PackedStore(
      output: try OutputFile(scratchIn: folder), plan: report.plan, now: request.now)
    _ = try await pack(report.plan, into: store, stops: false)
    let bare = attachments.map(\.withoutContent)
    guard let file = try store.finish(attachments: bare, metadata: metadata(report)) else {
      return nil
    }
    return FileRegion(try file.reopen())
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
    findings += plan.areaFindings(accounts: store.accounts)
    if request.programs.contains(.arcgis) { findings += try plan.geodatabase.plan.findings }
    if request.programs.contains(.qgis) {
      findings +=
        plan.project(
          extent: .empty, store: MobileMapPackage.storePath,
          attachmentStorage: request.attachmentStorage
        ).findings
    }
    for table in store.respellingTables {
      if let finding = try await RespelledIDs.finding(in: table) { findings.append(finding) }
    }
    var attachments: [PackedAttachments] = []
    for group in plan.attachments {
      attachments.append(
        try PackedAttachments(
          group, plan: plan, packedIDs: store.packedIDs[group.table] ?? [],
          storage: request.attachmentStorage, findings: &findings))
    }
    if stops { try stop(on: findings, plan) }
    let tables = plan.tables.enumerated().map { index, table in
      table.packed(
        store.accounts[index],
        attachments: attachments.first { $0.table == index }?.items.count ?? 0)
    }
    let report = BuildReport(
      plan: plan,
      packageID: store.packageID(request: request, attachments: attachments), tables: tables,
      findings: findings.sorted(bySubjects: plan.titles), extent: store.overview.extent,
      attachmentCount: attachments.reduce(0) { $0 + $1.items.count })
    return (report, attachments)
  }

  func stop(on findings: [Finding], _ plan: PackagePlan) throws {
    guard let worst = findings.worst, worst >= request.failOn else { return }
    guard plan.isComplete else { throw SurveyTooShort() }
    throw PackagingError.stopped(findings.sorted(bySubjects: plan.titles))
  }

  /// A package is never smaller than a quarter of its sources' text.
  func checkRoom(_ plan: PackagePlan, in folder: String) throws(PackagingError) {
    let needed = plan.tables.reduce(0) { $0 + $1.source.byteCount } / 4
    guard let available = FreeSpace.available(atFolder: folder), available < needed else { return }
    throw .noRoom(folder: folder, needed: needed, available: available)
  }
}

extension PlannedTable {
  /// The packed table, from the writer's account.
  fileprivate func packed(_ account: TableAccount?, attachments: Int) -> PackedTable {
    PackedTable(
      name: name, title: title, sourceRowCount: survey?.survey.rowCount ?? 0,
      rowCount: account?.rowCount ?? 0, attachmentCount: attachments, isEditable: isEditable,
      geometryType: account?.geometryType, srsID: schema?.geometry?.srsID)
  }
}
