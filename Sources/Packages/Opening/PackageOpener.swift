/// How a merge opens packages and data. A geodatabase or a folder of data has to be built into a
/// store first. Building is the work of another module, so whoever starts a merge passes it in.
package struct PackageOpener: Sendable {
  /// Receives the progress of building.
  package typealias Report = @Sendable (JobProgress) -> Void

  private let returned:
    @Sendable (PackageStore, _ path: String, _ withBase: Bool, _ report: @escaping Report)
      async throws -> OpenPackage
  private let packed:
    @Sendable (
      _ map: String, _ folder: String, _ minting: [LayerMinting], _ now: Int64,
      _ report: @escaping Report
    ) async throws -> PackedFolder
  private let bound:
    @Sendable (
      _ map: String, _ store: String, _ bindings: String?, _ minting: [LayerMinting], _ now: Int64
    ) async throws -> StoredMap

  /// A folder of data, packed into a store.
  package struct PackedFolder: Sendable {
    /// The store. Its file is already unlinked.
    package let package: OpenPackage
    /// The form that the folder had.
    package let form: DataFolderForm

    /// Joins a store and the form of its folder.
    package init(package: OpenPackage, form: DataFolderForm) {
      self.package = package
      self.form = form
    }
  }

  /// Joins the three ways to open.
  ///
  /// - Parameters:
  ///   - returned: opens one store of a package, with its base if wanted.
  ///   - packed: packs all data of a map.
  ///   - bound: describes the tables of a GeoPackage by a web map and bindings.
  package init(
    returned:
      @escaping @Sendable (
        PackageStore, _ path: String, _ withBase: Bool, _ report: @escaping Report
      ) async throws -> OpenPackage,
    packed:
      @escaping @Sendable (
        _ map: String, _ folder: String, _ minting: [LayerMinting], _ now: Int64,
        _ report: @escaping Report
      ) async throws -> PackedFolder,
    bound:
      @escaping @Sendable (
        _ map: String, _ store: String, _ bindings: String?, _ minting: [LayerMinting],
        _ now: Int64
      ) async throws -> StoredMap
  ) {
    self.returned = returned
    self.packed = packed
    self.bound = bound
  }

  /// Opens one store of a returned package, to compare it with the data as issued.
  ///
  /// - Parameter withBase: whether to copy the downloaded rows of a replica too.
  /// - Throws: the errors of `OpenPackage(path:)`, `GeodatabaseError`, and the errors of
  ///   copying.
  package func open(
    _ store: PackageStore, of path: String, withBase: Bool, report: @escaping Report
  ) async throws -> OpenPackage {
    try await returned(store, path, withBase, report)
  }

  /// Opens data to compare or merge with: a package, or geodatabases, of which it copies all
  /// current rows.
  ///
  /// - Parameter preferred: the store to open if there are two.
  /// - Throws: like ``open(_:of:withBase:report:)``.
  package func open(
    _ path: String, preferring preferred: PackageStore, report: @escaping Report
  ) async throws -> OpenPackage {
    let stores = try PackageStore.all(at: path)
    let package = try await open(
      stores.contains(preferred) ? preferred : stores[0], of: path, withBase: false,
      report: report)
    try package.checkIsWhole()
    return package
  }

  /// Packs all data of a map into a temporary store.
  ///
  /// - Parameter minting: the layers whose records get GlobalIDs from a field.
  /// - Throws: the errors of building.
  package func pack(
    _ folder: String, map: String, minting: [LayerMinting] = [], now: Int64,
    report: @escaping Report
  ) async throws -> PackedFolder {
    try await packed(map, folder, minting, now, report)
  }

  /// Describes the tables of a GeoPackage that is not a package, using a web map.
  ///
  /// - Parameters:
  ///   - bindings: the path of a bindings document; nil uses the one beside the GeoPackage.
  ///   - minting: the layers whose records get GlobalIDs from a field.
  /// - Throws: the errors of planning a build.
  package func bind(
    _ store: String, to map: String, bindings: String?, minting: [LayerMinting] = [], now: Int64
  ) async throws -> StoredMap {
    try await bound(map, store, bindings, minting, now)
  }
}
