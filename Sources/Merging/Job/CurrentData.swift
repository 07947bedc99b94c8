import Bytes
import FoundationEssentials
import GeoPackage
import Packaging
import SQLiteFile

/// The office's data as it is now: its store with its photos, and its map.
struct CurrentData {
  let package: OpenPackage
  /// Nil where nothing tells.
  let map: StoredMap?

  /// The form of the folder that it was packed from; nil for other data.
  let folder: DataFolderForm?

  var store: GeoPackageReader { package.store }

  /// What was merged into it before.
  ///
  /// - Throws: as ``MergeLedger/init(of:)``, `BytesError`.
  func ledger() throws -> MergeLedger {
    folder == nil ? try MergeLedger(of: store) : try MergeLedger(ofFolder: package.path)
  }

  /// What tells its content from any other.
  ///
  /// - Throws: what reading it throws.
  func contentDigest() throws -> String {
    // The store that a folder is packed into tells when that was.
    try folder?.contentDigest() ?? package.contentDigest()
  }

  /// The file of the store; nil where a log beside it holds newer edits, so that the file alone is
  /// not the data.
  var file: FileRegion? {
    store.database.sidecar == .none ? store.database.region : nil
  }

  /// Whether it is a package in one file, with a manifest.
  var isPackageFile: Bool { package.form == .archive && package.manifest != nil }

  /// Whether it was made just now, from data that were checked as they were read.
  let isPacked: Bool

  /// Opens the current data, of which nothing is to be believed before it is checked.
  ///
  /// - Throws: `PackagingError`, and what packing a folder of data throws.
  init(_ request: MergeRequest, report: @escaping @Sendable (JobProgress) -> Void) async throws {
    if let map = request.map, Self.isDataFolder(request.current) {
      let packed = try await Self.pack(
        map: map, data: request.current, now: request.now, report: report)
      package = packed.package
      folder = packed.form
      self.map = try package.storedMap()
      isPacked = true
      return
    }
    folder = nil
    if let map = request.map,
      try OpenPackage.returnedStores(at: request.current) == [.geodatabase]
    {
      package = try await Self.pack(
        map: map, data: request.current, now: request.now, report: report
      ).package
      self.map = try package.storedMap()
      isPacked = true
      return
    }
    isPacked = false
    package = try await OpenPackage.whole(
      at: request.current, preferring: .geoPackage, report: report)
    if let map = request.map, package.form == .store {
      self.map = try await StoredMap(
        map: map, binding: request.current, bindings: request.rules, now: request.now)
    } else {
      map = try package.storedMap()
    }
  }

  /// Checks that the rows can be believed. To be done before anything that was found in them is
  /// written.
  ///
  /// - Throws: as `OpenPackage.check(progress:)`.
  func check(report: (JobProgress) -> Void) async throws {
    if isPacked { return }
    try await package.check { done, total in
      report(JobProgress(phase: "Checking", subject: package.path, done: done, total: total))
    }
  }

  /// Opens what is to be merged into the data, before they are checked. Where that fails and they
  /// cannot be believed, the check tells why.
  ///
  /// - Throws: what `work` and ``check(report:)`` throw.
  func opening<Result>(
    report: (JobProgress) -> Void, _ work: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await work()
    } catch {
      try await check(report: report)
      throw error
    }
  }

  /// Whether a path is a folder of data, and not one that a package was unpacked to.
  private static func isDataFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
      && !FileManager.default.fileExists(atPath: path + "/data.gpkg")
  }

  /// Packs all the data of a map into a store whose name is gone when this returns.
  static func pack(
    map: String, data: String, now: Int64, report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> (package: OpenPackage, form: DataFolderForm) {
    let folder = try AtomicFolder(
      replacing: (EnvironmentValue.string("TMPDIR") ?? "/tmp") + "/fieldpack-merge",
      overwrite: true)
    let path = try folder.path(for: "current.gpkg")
    let build = BuildRequest(map: map, data: data, now: now)
    let built = try await OfflineMapJob(build, report: report).build(to: path, overwrite: false)
    return (
      try OpenPackage(store: FileRegion(InputFile(path: path)), path: data),
      DataFolderForm(built.plan)
    )
  }
}
