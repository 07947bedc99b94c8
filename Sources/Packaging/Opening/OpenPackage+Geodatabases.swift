import Bytes
import GeoPackage
import Geodatabase
import MapModel
package import Packages
import Records

extension OpenPackage {
  /// Opens a package, or the data of Esri's programs: a mobile geodatabase, or a mobile map with
  /// its geodatabases, as an `.mmpk` or unpacked. Copies their current records and their map into a
  /// temporary store, which is deleted when the program ends.
  ///
  /// - Parameters:
  ///   - now: the current time for filters of the map.
  ///   - report: receives the progress of copying.
  /// - Returns: the package, and the findings of copying.
  /// - Throws: the errors of ``init(path:)``, `GeodatabaseError`, and the errors of
  ///   copying.
  package static func open(
    path: String, now: Int64, report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> (package: OpenPackage, findings: [Finding]) {
    guard try !LocalPath.isFolder(path), let archive = try MobileMapArchive(path: path) else {
      guard let map = try MobileMap(path: path) else { return (try OpenPackage(path: path), []) }
      let members = try map.root.map {
        try PackageMembers(title: path, location: .folder(FolderFiles($0)))
      }
      return try await copy(of: map, members, path: path, now: now, report: report)
    }
    if archive.hasStore { return (try OpenPackage(path: path), []) }
    let scratch = try ScratchFiles(in: ScratchFolder.path)
    try archive.unpack(into: scratch)
    guard let map = try MobileMap(path: scratch.path) else {
      throw PackagingError.notAPackage(path: path, expected: "a map with geodatabases")
    }
    return try await copy(of: map, archive.package(), path: path, now: now, report: report)
  }

  private static func copy(
    of map: MobileMap, _ members: PackageMembers?, path: String, now: Int64,
    report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> (package: OpenPackage, findings: [Finding]) {
    if map.geodatabases.isEmpty { try map.checkAllOpened(of: path) }
    var request = BuildRequest(map: map.path, data: map.folder, now: now)
    request.mapDocument = map.document
    request.attachmentStorage = .blobs
    request.keepsOutliers = true
    let made = try await OfflineMapJob(request, report: report)
      .makeStore(scratchIn: ScratchFolder.path)
    var origin = GeodatabaseOrigin(sidecar: map.sidecar)
    origin.classes = made.plan.tables.compactMap { table in
      (table.source as? GeodatabaseSource).map { (table.name, $0.dataset.name) }
    }
    let package = try OpenPackage(
      copy: made.region, path: path, of: origin, members: members)
    return (package, map.findings + made.findings.filter { !$0.id.isAboutInputGeodatabase })
  }
}
