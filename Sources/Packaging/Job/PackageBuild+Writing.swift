import Bytes
import FeatureData
import FoundationEssentials
import GeoPackage
import Geometry
import OrderedJSON
import Packages
import QGISProject
import ZIPArchive

extension PackageBuild {
  /// Writes a plan's records. The target appears complete or not at all.
  func write(
    _ plan: PackagePlan, as output: BuildOutput, into target: consuming AtomicFile, path: String
  ) async throws -> BuildReport {
    try refuseInput(asTarget: path, plan)
    try stop(on: plan.findings, plan)
    let folder = LocalPath.folder(of: path)
    return switch output {
    case .store(.geoPackage): try await writeStore(plan, into: target, path: path)
    case .store(.geodatabase): try await writeGeodatabase(plan, into: target, path: path)
    case .mobileMap: try await writeMobileMap(plan, into: target, folder: folder)
    case .package(let isDeflated):
      try await writePackage(plan, isDeflated: isDeflated, into: target, folder: folder)
    }
  }

  private func writeStore(
    _ plan: PackagePlan, into target: consuming AtomicFile, path: String
  ) async throws -> BuildReport {
    let store = store(of: plan, in: target)
    let (report, attachments) = try await pack(plan, into: store, stops: true)
    let file = try store.finish(
      attachments: attachments, metadata: metadata(report),
      project: try embeddedProject(report, store: LocalPath.lastPart(path)))
    try file?.commit(removing: Self.sidecars(of: path))
    return report
  }

  /// The logs of an older store, which SQLite would apply to the new one.
  static func sidecars(of path: String) -> [String] {
    ["-wal", "-shm", "-journal"].map { path + $0 }
  }

  private func writePackage(
    _ plan: PackagePlan, isDeflated: Bool, into target: consuming AtomicFile, folder: String
  ) async throws -> BuildReport {
    try checkRoom(plan, in: folder)
    // Computed beside the other work, when a core is free.
    async let sources = try gathered?.sources ?? ManifestSource.all(of: plan.tables)
    let begun =
      isDeflated
      ? try await beginDeflated(plan, into: target, folder: folder)
      : try await begin(plan, into: target)
    var (report, attachments, overview) = (begun.report, begun.attachments, begun.overview)
    var package = begun.takePackage()
    guard let region = package.store else { return report }
    let base =
      attachmentStorage == .blobs && !attachments.isEmpty
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
    try append(item, overview, to: &package)
    if let written = try await written {
      try take(written.findings, into: &report)
      try written.append(to: &package)
    }
    try take(
      try baseMap(report).append(to: &package, scratchIn: folder, report: self.report),
      into: &report)
    for file in report.plan.projectFiles(
      extent: report.extent, isFile: request.project != .embedded)
    {
      try package.append(file.content, named: file.path)
    }
    try package.append(attachments)
    package = try package.appending(pages: try await pages(report, of: region, in: folder))
    let manifest = manifest(
      report, mobileMap, sources: try await sources, members: package.members)
    report.parts = try package.finish(manifest: manifest.encoded())
    return report
  }

  /// A package whose store is complete.
  private struct Begun: ~Copyable {
    let report: BuildReport
    let attachments: [PackedAttachments]
    let overview: Overview
    private let package: MobileMapPackage

    init(
      _ report: BuildReport, _ attachments: [PackedAttachments], _ overview: Overview,
      _ package: consuming MobileMapPackage
    ) {
      (self.report, self.attachments, self.overview) = (report, attachments, overview)
      self.package = package
    }

    consuming func takePackage() -> MobileMapPackage { package }
  }

  /// Writes the store in place, where other programs can open it.
  private func begin(
    _ plan: PackagePlan, into target: consuming AtomicFile
  ) async throws -> Begun {
    let store = store(of: plan, in: try MobileMapPackage.begin(target))
    let (report, attachments) = try await pack(plan, into: store, stops: true)
    guard
      let member = try store.finish(
        attachments: attachments, metadata: metadata(report),
        project: try embeddedProject(report, store: MobileMapPackage.storePath))
    else { throw PackagingError.interrupted }
    return Begun(report, attachments, store.overview, try MobileMapPackage(member))
  }

  /// Writes the store to a scratch file, and deflates it into the package.
  private func beginDeflated(
    _ plan: PackagePlan, into target: consuming AtomicFile, folder: String
  ) async throws -> Begun {
    let store = store(of: plan, in: try OutputFile(scratchIn: folder))
    let (report, attachments) = try await pack(plan, into: store, stops: true)
    guard
      let file = try store.finish(
        attachments: attachments, metadata: metadata(report),
        project: try embeddedProject(report, store: MobileMapPackage.storePath))
    else { throw PackagingError.interrupted }
    let package = try await MobileMapPackage(
      deflating: FileRegion(try file.reopen()), into: target
    ) { done, total in
      self.report(
        JobProgress(
          phase: "Writing", subject: MobileMapPackage.storePath, done: done, total: total))
    }
    return Begun(report, attachments, store.overview, package)
  }

  /// The project to embed in the store; nil if it is a file.
  func embeddedProject(
    _ report: BuildReport, store name: String
  ) throws -> StoredProject? {
    guard request.project == .embedded else { return nil }
    let plan = report.plan
    let document = plan.project(extent: report.extent, store: name).document
    return StoredProject(
      name: plan.title,
      archive: try SmallArchive.bytes(of: [(name: plan.projectName, content: document)]),
      modified: request.now)
  }

  /// Writes the store again without the attachment bytes in its rows.
  func packBase(
    _ report: BuildReport, attachments: [PackedAttachments], scratchIn folder: String
  ) async throws -> FileRegion? {
    let store = store(of: report.plan, in: try OutputFile(scratchIn: folder))
    _ = try await pack(report.plan, into: store, stops: false)
    let bare = attachments.map(\.withoutContent)
    guard let file = try store.finish(attachments: bare, metadata: metadata(report)) else {
      return nil
    }
    return FileRegion(try file.reopen())
  }

  /// Builds a package with a geodatabase as its only store.
  private func writeMobileMap(
    _ plan: PackagePlan, into target: consuming AtomicFile, folder: String
  ) async throws -> BuildReport {
    try checkRoom(plan, in: folder)
    async let sources = try gathered?.sources ?? ManifestSource.all(of: plan.tables)
    var (report, region, overview) = try await packScratch(plan, folder)
    guard let mobileMap = try mobileMap(report) else { return report }
    let item = item(report, mobileMap)
    let written = try await mobileMap.write(
      from: region, files: { _ in nil }, item: item, scratchIn: folder)
    try take(written.findings, into: &report)
    var package = MobileMapPackage(without: target)
    try append(item, overview, to: &package)
    try written.append(to: &package)
    try take(
      try baseMap(report).append(to: &package, scratchIn: folder, report: self.report),
      into: &report)
    package = try package.appending(pages: try await pages(report, of: region, in: folder))
    let manifest = manifest(
      report, mobileMap, sources: try await sources, members: package.members)
    report.parts = try package.finish(manifest: manifest.encoded())
    return report
  }

  /// Builds a single geodatabase.
  private func writeGeodatabase(
    _ plan: PackagePlan, into target: consuming AtomicFile, path: String
  ) async throws -> BuildReport {
    var (report, region, _) = try await packScratch(plan, LocalPath.folder(of: path))
    guard let mobileMap = try mobileMap(report) else { return report }
    var findings: [Finding] = []
    let file = try await mobileMap.writeGeodatabase(
      from: region, files: { _ in nil }, into: target, findings: &findings)
    try take(findings, into: &report)
    try file.commit(removing: Self.sidecars(of: path))
    return report
  }

  /// Packs the records with their attachments into an unnamed store.
  private func packScratch(
    _ plan: PackagePlan, _ folder: String
  ) async throws -> (BuildReport, FileRegion, Overview) {
    let store = store(of: plan, in: try OutputFile(scratchIn: folder), isScratch: true)
    let (report, attachments) = try await pack(plan, into: store, stops: true)
    guard let file = try store.finish(attachments: attachments, metadata: metadata(report)) else {
      throw PackagingError.interrupted
    }
    return (report, FileRegion(try file.reopen()), store.overview)
  }

  /// Adds the findings of writing the geodatabase.
  func take(_ findings: [Finding], into report: inout BuildReport) throws {
    guard !findings.isEmpty else { return }
    report.findings = (report.findings + findings).sorted(bySubjects: report.plan.titles)
    try stop(on: report.findings, report.plan)
  }

  func append(
    _ item: PackageItem, _ overview: Overview, to package: inout MobileMapPackage
  ) throws {
    for file in item.files() { try package.append(file.content, named: file.path) }
    try package.append(
      try overview.thumbnail().encoded(), named: "esriinfo/thumbnail/thumbnail.png")
  }

  /// The package's own pages; empty if none are wanted, or if a layer can't be shown on them and
  /// nobody asked for pages.
  func pages(
    _ report: BuildReport, of store: FileRegion, in folder: String
  ) async throws -> [PackageFile] {
    guard let review = request.review,
      report.tables.reduce(0, { $0 + $1.rowCount }) <= request.pageLimit,
      request.pageLimit == .max || report.plan.tables.allSatisfy(\.isConvertible)
    else { return [] }
    return try await review(try OpenPackage(store: store, path: folder), report)
  }
}
