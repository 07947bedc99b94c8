import Bytes
import GeoPackage
import Geodatabase
import MapModel
import SQLiteFile

extension OpenPackage {
  /// Opens a package, or what Esri's programs hold: a mobile geodatabase, or a mobile map with its
  /// geodatabases, as an `.mmpk` or unpacked. Their current rows are copied into a store that is
  /// gone when the program ends, with the map they belong to.
  ///
  /// - Parameters:
  ///   - now: what filters of the map take for the current time.
  ///   - report: gets the progress of copying.
  /// - Returns: the package, and what was found while rows were copied.
  /// - Throws: what ``init(path:)`` throws, `PackagingError.geodatabase`, and what copying throws.
  package static func open(
    path: String, now: Int64, report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> (package: OpenPackage, findings: [Finding]) {
    guard !DataFolder.isFolder(path), let archive = MobileMapArchive(path: path) else {
      guard let map = try MobileMap(path: path) else { return (try OpenPackage(path: path), []) }
      let members = map.root.map { PackageMembers(title: path, place: .folder(FolderFiles($0))) }
      return try await copy(of: map, members, path: path, now: now, report: report)
    }
    if archive.hasStore { return (try OpenPackage(path: path), []) }
    let scratch = try scratchFolder()
    try archive.unpack(into: scratch)
    guard let map = try MobileMap(path: scratch.temporaryPath) else {
      throw PackagingError.notAPackage(path: path, expected: "a map with geodatabases")
    }
    return try await copy(of: map, archive.package, path: path, now: now, report: report)
  }

  /// The table of the feature class that has a name; the name itself where a table or title has it,
  /// or no class.
  package func layer(called name: String) -> String {
    let isOwn = store.userTables.contains {
      $0.tableName.isSameName(as: name) || $0.identifier.isSameName(as: name)
    }
    if isOwn { return name }
    return origin?.classes.first { $0.name.isSameName(as: name) }?.table ?? name
  }

  /// The names of feature classes whose layers go by others.
  package var otherLayerNames: [String] {
    origin?.classes.filter { !$0.name.isSameName(as: $0.table) }.map(\.name) ?? []
  }

  /// A folder that is gone at the end, whatever happens.
  static func scratchFolder() throws(PackagingError) -> AtomicFolder {
    do throws(BytesError) {
      return try AtomicFolder(
        replacing: ScratchFolder.path + "/fieldpack-mobile-map", overwrite: true)
    } catch { throw PackagingError.file(error) }
  }

  private static func copy(
    of map: MobileMap, _ members: PackageMembers?, path: String, now: Int64,
    report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> (package: OpenPackage, findings: [Finding]) {
    var request = BuildRequest(map: map.path, data: map.folder, now: now)
    request.mapDocument = map.document
    request.photos = .blobs
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
