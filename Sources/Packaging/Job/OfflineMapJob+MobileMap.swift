import Bytes
import GeoPackage

// What Esri's apps open of a package: the mobile map with its geodatabase, made of the packed rows.
extension OfflineMapJob {
  /// A package whose only store is a geodatabase.
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
    try package.append(written)
    package = try package.appending(pages: try await pages(report, of: region, in: folder))
    let manifest = manifest(
      report, mobileMap, sources: try await sources, members: package.members)
    try package.finish(manifest: manifest.encoded())
    return report
  }

  /// A geodatabase alone.
  func buildGeodatabase(
    _ plan: PackagePlan, into target: consuming AtomicFile, path: String
  ) async throws -> BuildReport {
    var (report, region, _) = try await packScratch(plan, DataFolder.folder(of: path))
    guard let mobileMap = try mobileMap(report) else { return report }
    var findings: [Finding] = []
    let file = try await mobileMap.writeGeodatabase(
      from: region, files: { _ in nil }, into: target, findings: &findings)
    try take(findings, into: &report)
    Self.removeSidecars(of: path)
    try file.commit()
    return report
  }

  /// Packs the rows, photos with them, into a store without a name.
  private func packScratch(
    _ plan: PackagePlan, _ folder: String
  ) async throws -> (BuildReport, FileRegion, Overview) {
    let store = PackedStore(
      output: try OutputFile(scratchIn: folder), plan: plan, now: request.now, isScratch: true)
    let (report, photos) = try await pack(plan, into: store, stops: true)
    guard let file = try store.finish(attachments: photos, metadata: metadata(report)) else {
      throw PackagingError.interrupted
    }
    return (report, FileRegion(try file.reopen()), store.overview)
  }

  /// What the package has for Esri's apps; nil where it is to have nothing.
  func mobileMap(_ report: BuildReport) throws(PackagingError) -> MobileMapParts? {
    guard request.programs.contains(.arcgis) else { return nil }
    let (map, plan) = try report.plan.geodatabase
    return MobileMapParts(map, plan, packageID: report.packageID, created: request.now)
  }

  /// Takes what was found while the geodatabase was written.
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

  /// The package's own pages; none where none are wanted.
  func pages(
    _ report: BuildReport, of store: FileRegion, in folder: String
  ) async throws -> [PackageFile] {
    guard let review = request.review else { return [] }
    return try await review(try OpenPackage(store: store, path: folder), report)
  }
}
