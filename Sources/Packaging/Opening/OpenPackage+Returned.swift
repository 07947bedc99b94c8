import Bytes
import GeoPackage
import Geodatabase
import Geometry
import MapModel
import OrderedJSON
import Packages

extension OpenPackage {
  /// Opens one store of a returned package, to compare it with the data as issued. From
  /// geodatabases, it copies all rows of all feature classes and tables, without the filters of a
  /// map. It copies the current rows and, for replicas, the downloaded ones, which ``base()``
  /// returns.
  ///
  /// - Parameters:
  ///   - withBase: whether to copy the downloaded rows too.
  ///   - report: receives the progress of copying.
  /// - Throws: the errors of ``init(path:)``, `GeodatabaseError`, and the errors of
  ///   copying.
  static func returned(
    _ store: PackageStore, path: String, withBase: Bool,
    report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> OpenPackage {
    switch store {
    case .geoPackage: try OpenPackage(returned: path)
    case .geodatabase:
      try await returnedGeodatabases(path: path, withBase: withBase, report: report)
    }
  }

  private static func returnedGeodatabases(
    path: String, withBase: Bool, report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> OpenPackage {
    guard try !LocalPath.isFolder(path), let archive = try MobileMapArchive(path: path) else {
      let map = try MobileMap(path: path, besideStore: true)
      // Beside a GeoPackage, the files of the package belong to the GeoPackage.
      let root = try MobileMap(path: path)?.root
      return try await copied(
        map, root.map { try PackageMembers(title: path, location: .folder(FolderFiles($0))) },
        path: path, withBase: withBase, report: report)
    }
    let scratch = try ScratchFiles(in: ScratchFolder.path)
    try archive.unpack(into: scratch)
    return try await copied(
      try MobileMap(path: scratch.path), archive.hasStore ? nil : archive.package(),
      path: path, withBase: withBase, report: report)
  }

  private static func copied(
    _ found: MobileMap?, _ members: PackageMembers?, path: String, withBase: Bool,
    report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> OpenPackage {
    guard var map = found else {
      throw PackagingError.notAPackage(path: path, expected: "a map with geodatabases")
    }
    try map.checkAllOpened(of: path)
    try map.showEverything()
    try map.checkIsWhole()
    if withBase { try map.checkHistories() }
    // The time of a copy must not make copies different.
    var request = BuildRequest(map: map.path, data: map.folder, now: 0)
    request.mapDocument = map.document
    request.attachmentStorage = .blobs
    request.keepsOutliers = true
    request.scale = .all
    request.compares = .current
    let current = try await OfflineMapJob(request, report: report)
      .makeStore(scratchIn: ScratchFolder.path)
    var origin = try GeodatabaseOrigin(map)
    try origin.note(
      map.lostRows + current.findings.filter { !$0.id.isAboutInputGeodatabase }, current.plan)
    if withBase, origin.packageID != nil {
      request.compares = .downloaded
      let base = try await OfflineMapJob(request, report: report)
        .makeStore(scratchIn: ScratchFolder.path)
      try checkTables(of: (base.plan, base.findings), have: current.plan, path: path)
      origin.base = try GeoPackageReader(region: base.region)
      try origin.noteGaps(base.plan)
    }
    return try OpenPackage(copy: current.region, path: path, of: origin, members: members)
  }

  /// Refuses tables without readable downloaded rows, because all their rows would seem new.
  private static func checkTables(
    of base: (plan: PackagePlan, findings: [Finding]), have current: PackagePlan, path: String
  ) throws {
    let lost = current.tables.first { table in
      !base.plan.tables.contains { $0.name.isSameName(as: table.name) }
    }
    guard let lost else { return }
    let reason = base.findings.first { $0.subject == lost.title && $0.severity == .error }?.message
    throw LocatedError(
      location: path,
      reason: PackagingError.damaged(
        problem: "the downloaded records of \(lost.title) can't be read"
          + (reason.map { ": \($0)" } ?? ""), others: 0))
  }
}

extension GeodatabaseOrigin {
  /// Notes unreadable parts, and synchronized tables without history.
  fileprivate mutating func note(_ found: [Finding], _ plan: PackagePlan) throws {
    let titles = plan.titles
    findings = found.filter { finding in
      finding.id == .attachmentNotReadable
        || finding.severity == .error && !titles.contains(finding.subject)
    }
    for table in plan.tables {
      guard let source = table.source as? GeodatabaseSource else { continue }
      let dataset = source.dataset
      if let shape = dataset.shape {
        let (hasZ, hasM) = (dataset.definition.hasZ, dataset.definition.hasM)
        grids.append((table.name, ShapeGrid(grid: shape.grid, hasZ: hasZ, hasM: hasM)))
      }
      guard dataset.history == nil,
        let replica = try unlessUnreadable({ try source.reader.replica() }) ?? nil,
        replica.dataset(named: dataset.name) != nil
      else { continue }
      withoutHistory.append(table.name)
    }
  }

  /// Notes what the histories of the tables lack.
  fileprivate mutating func noteGaps(_ plan: PackagePlan) throws {
    for table in plan.tables {
      guard let source = table.source as? GeodatabaseSource else { continue }
      let found = try source.reader.historyGaps(of: source.dataset)
      if !found.isEmpty { gaps.append((table.name, found)) }
    }
  }
}
