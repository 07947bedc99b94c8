import Bytes
import GeoPackage
import Packages
import Records
import SQLiteFile

/// The office data: its store with its attachments, and its map.
struct CurrentData {
  let package: OpenPackage
  /// The map of the data; nil if unknown.
  let map: StoredMap?

  /// The form of the folder of data that the store was packed from; nil for other data.
  let folder: DataFolderForm?

  var store: GeoPackageReader { package.store }

  /// The ledger of earlier merges.
  ///
  /// - Throws: as ``MergeLedger/init(of:)``, `BytesError`.
  func ledger() throws -> MergeLedger {
    folder == nil ? try MergeLedger(of: store) : try MergeLedger(ofFolder: package.path)
  }

  /// A digest of its content.
  ///
  /// - Throws: any error from reading it.
  func contentDigest() throws -> String {
    // A store packed from a folder contains the time of packing, so the folder itself is digested.
    try folder?.contentDigest() ?? package.contentDigest()
  }

  /// The file of the store; nil if a log beside it holds newer edits.
  var file: FileRegion? {
    let store = unminted?.store ?? store
    return store.database.sidecar == .none ? store.database.region : nil
  }

  /// The office data as it is, if ``package`` is a copy with GlobalIDs.
  private(set) var unminted: OpenPackage?

  /// Whether it is a package in one file, with a manifest.
  var isPackageFile: Bool { package.form == .archive && package.manifest != nil }

  /// How records got GlobalIDs while the store was packed.
  let minting: [LayerMinting]

  /// Whether the store was packed in this run, from data that was checked while reading.
  let isPacked: Bool

  /// Opens the office data. Nothing in it can be trusted before ``check(report:)``.
  ///
  /// - Throws: `PackagingError`, and errors from packing a folder of data.
  init(_ request: MergeRequest, report: @escaping @Sendable (JobProgress) -> Void) async throws {
    if let map = request.map, try Self.isDataFolder(request.current) {
      minting = try RecordedMinting.all(in: request.packages)
      let packed = try await request.opener.pack(
        request.current, map: map, minting: minting, now: request.now, report: report)
      package = packed.package
      folder = packed.form
      self.map = try package.storedMap()
      isPacked = true
      return
    }
    folder = nil
    if let map = request.map,
      try PackageStore.returned(at: request.current) == [.geodatabase]
    {
      minting = try RecordedMinting.all(in: request.packages)
      package = try await request.opener.pack(
        request.current, map: map, minting: minting, now: request.now, report: report
      ).package
      self.map = try package.storedMap()
      isPacked = true
      return
    }
    isPacked = false
    minting = []
    let opened = try await request.opener.open(
      request.current, preferring: .geoPackage, report: report)
    guard opened.isSingleStore else {
      package = opened
      map = try opened.storedMap()
      return
    }
    // A store that Fieldpack built has the GlobalIDs that it was built with.
    let mayLackIDs = try opened.storedMap() == nil && MintedStore.lacksIDs(opened.store)
    let recorded = mayLackIDs ? try RecordedMinting.all(in: request.packages) : []
    if let path = request.map {
      map = try await request.opener.bind(
        request.current, to: path, bindings: request.rules, minting: recorded, now: request.now)
    } else {
      map = try opened.storedMap()
    }
    let minted = try MintedStore(opened, map: map, minting: recorded)
    if let table = minted.firstTable {
      try await Self.check(opened, report: report)
      guard request.changes == nil else {
        throw MergingError.changesNeedGlobalIDs(path: request.current, table: table)
      }
    }
    unminted = opened
    package = try await minted.made() ?? opened
  }

  /// Checks the store for damage. Call it before writing anything that was read from the rows.
  ///
  /// - Throws: as `OpenPackage.check(progress:)`.
  func check(report: (JobProgress) -> Void) async throws {
    if isPacked { return }
    try await Self.check(package, report: report)
  }

  private static func check(
    _ package: OpenPackage, report: (JobProgress) -> Void
  ) async throws {
    try await package.check { done, total in
      report(JobProgress(phase: "Checking", subject: package.path, done: done, total: total))
    }
  }

  /// Runs work on the unchecked data. If the work fails, the check runs first, because damage may
  /// be the cause.
  ///
  /// - Throws: errors from ``check(report:)``, or else from `work`.
  func opening<Result>(
    report: (JobProgress) -> Void, _ work: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await work()
    } catch {
      if !error.isFaultOfTheMachine { try await check(report: report) }
      throw error
    }
  }

  /// Whether a path is a folder of data, not an unpacked package.
  private static func isDataFolder(_ path: String) throws(BytesError) -> Bool {
    guard try LocalPath.isFolder(path) else { return false }
    return try PathKind(of: path + "/data.gpkg") == nil
  }
}
