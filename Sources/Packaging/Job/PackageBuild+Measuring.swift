import Bytes
import FeatureData
import GeoPackage
import Packages

/// What a package would be.
struct PackageMeasure: Sendable {
  var estimate: PackageEstimate
  /// Equal for equal packages, whenever they are built.
  var key: String
}

extension PackageBuild {
  /// Packs the records like a build, and keeps only sizes. The stores have their exact sizes,
  /// because the same code writes them. Attachments are not read.
  ///
  /// - Parameter withPages: whether to make the pages, too, which takes longer than all else.
  func measure(
    _ plan: PackagePlan, withPages: Bool = false, scratchIn folder: String
  ) async throws -> PackageMeasure {
    let hasStore = stores.contains(.geoPackage)
    let store = store(of: plan, in: try OutputFile(scratchIn: folder), isScratch: !hasStore)
    var (report, attachments) = try await pack(plan, into: store, stops: true)
    let project =
      hasStore ? try embeddedProject(report, store: MobileMapPackage.storePath) : nil
    let rows = hasStore ? attachments : attachments.map(\.withoutContent)
    guard
      let file = try store.finish(
        attachments: rows, metadata: metadata(report), project: project)
    else { throw PackagingError.interrupted }
    let region = FileRegion(try file.reopen())
    var parts = PackageParts()
    var members: [ManifestMember] = []
    func add(_ path: String, _ size: Int, packed: Int? = nil) {
      parts.add(packed ?? size, at: path)
      members.append(ManifestMember(path: path, size: size, sha256: Self.placeholder))
    }
    func add(_ path: String, _ content: [UInt8]) throws {
      add(
        path, content.count,
        packed: isDeflated ? try MobileMapPackage.deflatedSize(of: content) : nil)
    }
    if hasStore {
      add(
        MobileMapPackage.storePath, region.count,
        packed: isDeflated ? try await MobileMapPackage.deflatedSize(ofStore: region) : nil)
      let bare =
        attachmentStorage == .blobs && !attachments.isEmpty
        ? try await packBase(report, attachments: attachments, scratchIn: folder) : nil
      let base = try await MobileMapPackage.baseSize(bare ?? region)
      parts.base = base.archive
      members.append(
        ManifestMember(
          path: MobileMapPackage.basePath, size: base.base, sha256: Self.placeholder))
    }
    let mobileMap = try mobileMap(report)
    let item = item(report, mobileMap)
    if let mobileMap {
      var findings: [Finding] = []
      let sizes = attachments.fileSizes
      let written = try await mobileMap.writeGeodatabase(
        from: region, files: { path in sizes[path].map { Array(repeating: 0, count: $0) } },
        into: DiscardedOutput(), findings: &findings)
      add(mobileMap.path, written.count)
      try take(findings, into: &report)
      try add(mobileMap.documentPath, mobileMap.document(item: item))
    }
    for file in item.files() { try add(file.path, file.content) }
    try add("esriinfo/thumbnail/thumbnail.png", try store.overview.thumbnail().encoded())
    for (path, size) in try baseMap(report).sizes() { add(path, size) }
    if hasStore {
      for file in report.plan.projectFiles(extent: report.extent, isFile: project == nil) {
        try add(file.path, file.content)
      }
      for (path, size) in attachments.fileSizes.sorted(by: { $0.key < $1.key }) { add(path, size) }
    }
    if withPages {
      let pages = try await pages(report, of: region, in: folder)
      parts.pages = try MobileMapPackage.pagesSize(pages)
      // The manifest lists them one by one.
      members += pages.map { page in
        ManifestMember(
          path: InnerArchive.review.folder + page.path, size: page.content.count,
          sha256: Self.placeholder)
      }
    }
    let manifest = manifest(
      report, mobileMap, sources: try gathered?.sources ?? ManifestSource.all(of: plan.tables),
      members: members)
    let encoded = manifest.encoded()
    parts.other +=
      (isDeflated ? try MobileMapPackage.deflatedSize(of: encoded) : encoded.count)
      + MobileMapPackage.directorySize(of: members)
    return PackageMeasure(
      estimate: PackageEstimate(layers: layers(report, attachments), parts: parts),
      key: report.contentDigest)
  }

  /// As long as a digest, which the size of the manifest depends on.
  private static let placeholder = String(repeating: "0", count: 64)

  private func layers(
    _ report: BuildReport, _ attachments: [PackedAttachments]
  ) -> [PackageEstimate.Layer] {
    report.tables.enumerated().map { index, table in
      let items = attachments.filter { $0.table == index }.flatMap(\.items)
      return PackageEstimate.Layer(
        title: table.title, rows: table.rowCount, bytes: table.byteCount, attachments: items.count,
        attachmentBytes: items.reduce(0) { $0 + $1.row.size })
    }
  }
}

extension [PackedAttachments] {
  /// The sizes of attachments that are stored as files, by path.
  fileprivate var fileSizes: [String: Int] {
    var sizes: [String: Int] = [:]
    for group in self {
      for item in group.items {
        if let path = item.row.path { sizes[path] = item.row.size }
      }
    }
    return sizes
  }
}
