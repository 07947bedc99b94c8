import Bytes
import GeoPackage
import Packages

// The part of a package for Esri's apps: the mobile map with its geodatabase, made from the packed
// records.
extension OfflineMapJob {
  /// Builds a package with a geodatabase as its only store.
  func buildMobileMap(
    _ plan: PackagePlan, into target: consuming AtomicFile, folder: String
  ) async throws -> BuildReport {
    try checkRoom(plan, in: folder)
    async let sources = Self.sources(of: plan.tables)
    var (report, region, overview) = try await packScratch(plan, folder)
    guard let mobileMap = try mobileMap(report) else { return report }
    let item = item(report, mobileMap)
    let written = try await mobileMap.write(
      from: region, files: { _ in nil }, item: item, scratchIn: folder)
    try take(written.findings, into: &report)
    var package = MobileMapPackage(without: target)
    try append(item, overview, to: &package)
    try written.append(to: &package)
    package = try package.appending(pages: try await pages(report, of: region, in: folder))
    let manifest = manifest(
      report, mobileMap, sources: try await sources, members: package.members)
    try package.finish(manifest: manifest.encoded())
    return report
  }

  /// Builds a single geodatabase.
  func buildGeodatabase(
    _ plan: PackagePlan, into target: consuming AtomicFile, path: String
  ) async throws -> BuildReport {
    var (report, region, _) = try await packScratch(plan, LocalPath.folder(of: path))
    guard let mobileMap = try mobileMap(report) else { return report }
    var findings: [Finding] = []
    let file = try await mobileMap.writeGeodatabase(
      from: region, files: { _ in nil }, into: target, findings: &findings)
    try take(findings, into: &report)
    Self.removeSidecars(of: path)
    try file.commit()
    return report
  }

  /// Packs the records with their attachments into an unnamed store.
  private func packScratch(
    _ plan: PackagePlan, _ folder: String
  ) async throws -> (BuildReport, FileRegion, Overview) {
    let store = PackedStore(
      output: try OutputFile(scratchIn: folder), plan: plan, now: request.now, isScratch: true)
    let (report, attachments) = try await pack(plan, into: store, stops: true)
    guard let file = try store.finish(attachments: attachments, metadata: metadata(report)) else {
      throw PackagingError.interrupted
    }
    return (report, FileRegion(try file.reopen()), store.overview)
  }

  /// The package's content for Esri's apps; nil if it should have none.
  func mobileMap(_ report: BuildReport) throws(PackagingError) -> MobileMapParts? {
    guard request.programs.contains(.arcgis) else { return nil }
    let (map, plan) = try report.plan.geodatabase
    return MobileMapParts(map, plan, packageID: report.packageID, created: request.now)
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

  /// The package's own pages; empty if none are wanted.
  func pages(
    _ report: BuildReport, of store: FileRegion, in folder: String
  ) async throws -> [PackageFile] {
    guard let review = request.review else { return [] }
    return try await review(try OpenPackage(store: store, path: folder), report)
  }
}
