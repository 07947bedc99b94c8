package import Bytes
package import GeoPackage
import MapModel
import OrderedJSON
package import SQLiteFile

/// A package that is opened for reading, in any form in which crews return it.
///
/// It can be the archive, which may be inside another archive or a folder; the archive unpacked to
/// a folder; or the single store. Logs beside the store (`-wal`, `-journal`) are read with it.
/// Nothing is ever written.
package struct OpenPackage: Sendable {
  /// The form of a package.
  package enum Form: String, Sendable {
    case archive
    case folder
    case store
    /// Another kind of store, or the map that contains it; ``OpenPackage/store`` is a copy of its
    /// rows.
    case copy
  }

  package let path: String
  package let form: Form
  /// The store in its newest committed state.
  package private(set) var store: GeoPackageReader
  /// The path of the store among the members: `data.gpkg`, unless someone renamed it.
  package let storePath: String
  /// `fieldpack.json`; `nil` if the package has none, like a single store.
  package let manifest: PackageManifest?
  /// The files of the package.
  package let members: PackageMembers

  /// The store's metadata about its package.
  let storeMetadata: JSON?

  /// The source of the copy, for the form `copy`.
  package private(set) var origin: GeodatabaseOrigin?

  /// The kind of store that crews edit.
  package var kind: PackageStore { origin?.kind ?? .geoPackage }

  /// Whether ``store`` is a copy of the rows of another kind of store.
  package var isCopied: Bool { origin != nil }

  /// Whether it is a single GeoPackage, without the files of a package.
  package var isSingleStore: Bool { form == .store }

  /// The form as answers for programs have it.
  package var formName: String { isCopied ? kind.rawValue : form.rawValue }

  /// Whether the tables of the store are copies for the field; see ``OfflineCopy``.
  package private(set) var isOfflineCopy = false

  /// What a change file says about the package that it was made from; nil for a package.
  package private(set) var changes: ChangeFile?

  /// The names under which tables of the store are used, if they aren't their own.
  private(set) var otherNames: [(stored: String, alias: String)] = []

  /// The largest manifest, in bytes.
  private static let manifestLimit = 64 << 20

  /// Opens a package. It reads only the parts that are needed. ``check(progress:)`` decides if its
  /// records are reliable.
  ///
  /// - Throws: `PackagingError.notAPackage`, also for a change file, `.noRoom`, `BytesError`;
  ///   `LocatedError` with the path, the member and the problem.
  package init(path: String) throws {
    try self.init(returned: path)
    try checkIsWhole()
  }

  /// Throws for a change file, which lacks most records.
  ///
  /// - Throws: `PackagingError.notAPackage`.
  package func checkIsWhole() throws {
    guard changes != nil else { return }
    throw PackagingError.notAPackage(
      path: path, expected: "a whole package, not a change file, which only diff and merge read")
  }

  /// Opens a returned package or a change file, to compare or merge it.
  ///
  /// - Throws: like ``init(path:)``.
  package init(returned path: String) throws {
    let found = try PackageLocation(path: path)
    self.path = path
    (form, members, storePath) = (found.form, found.members, found.storePath)
    store = try found.openStore()
    let metadata = try Metadata(of: store)
    storeMetadata = metadata.package
    manifest =
      form == .store ? nil : try Self.manifest(of: members)
    if let changes = try ChangeFile(in: members) {
      describe(by: changes)
    } else if metadata.map == nil {
      // A Fieldpack store has its own tables, whatever project is beside it.
      try nameCopiedTables()
    }
  }

  /// Describes a change file like the package that it was made from.
  private mutating func describe(by changes: ChangeFile) {
    self = renamingTables(changes.names)
    (self.changes, origin) = (changes, changes.geodatabase)
    isOfflineCopy = changes.isOfflineCopy
  }

  /// Gives tables that were copied for the field their original names.
  private mutating func nameCopiedTables() throws {
    do {
      guard let copy = try OfflineCopy(beside: storePath, in: members) else { return }
      let present = copy.tables.filter { store.hasTable(named: $0.stored) }
      self = renamingTables(present)
      isOfflineCopy = !present.isEmpty
    } catch let error as OfflineCopy.Unclear {
      throw PackagingError.copiesUnclear(path: path, reason: error.reason)
    }
  }

  /// Opens a store without a path, such as one that is still being written.
  ///
  /// - Throws: `GeoPackageError`.
  package init(store region: FileRegion, path: String) throws {
    self.path = path
    (form, storePath) = (.store, MobileMapPackage.storePath)
    members = try PackageMembers(title: path, location: .nowhere)
    manifest = nil
    store = try GeoPackageReader(region: region)
    storeMetadata = try Metadata(of: store).package
  }

  /// Opens the copy of the rows of geodatabases.
  ///
  /// - Parameter members: the files of the package with the geodatabases; nil for a single
  ///   geodatabase.
  /// - Throws: `GeoPackageError`, and the errors of ``init(path:)`` for the manifest.
  package init(
    copy region: FileRegion, path: String, of origin: GeodatabaseOrigin, members: PackageMembers?
  ) throws {
    self.path = path
    (form, storePath) = (.copy, MobileMapPackage.storePath)
    self.members = try members ?? PackageMembers(title: path, location: .nowhere)
    manifest = try members.flatMap { members in
      try Self.manifest(of: members)
    }
    self.origin = origin
    store = try GeoPackageReader(region: region)
    storeMetadata = try Metadata(of: store).package
  }

  /// The same package with other names for some tables; see `GeoPackageReader.renamingTables(_:)`.
  /// Its map keeps the stored names.
  package func renamingTables(_ names: [(stored: String, alias: String)]) -> OpenPackage {
    var package = self
    package.store = store.renamingTables(names)
    package.otherNames += names
    return package
  }

  /// The name under which a table of the store is used; see ``renamingTables(_:)``.
  package func nameInUse(of table: String) -> String {
    otherNames.first { $0.stored.isSameName(as: table) }?.alias ?? table
  }

  /// The table of the feature class with a name. Returns the name itself if a table or title has
  /// it, or if no class has it.
  package func layer(called name: String) -> String {
    let isTableName = store.userTables.contains {
      $0.tableName.isSameName(as: name) || $0.identifier.isSameName(as: name)
    }
    if isTableName { return name }
    return origin?.classes.first { $0.name.isSameName(as: name) }?.table ?? name
  }

  /// The names of feature classes whose layers have other names.
  package var otherLayerNames: [String] {
    origin?.classes.filter { !$0.name.isSameName(as: $0.table) }.map(\.name) ?? []
  }

  static func manifest(of members: PackageMembers) throws
    -> PackageManifest?
  {
    guard let bytes = try members.content(of: ManifestFormat.path, limit: manifestLimit) else {
      return nil
    }
    return PackageManifest(
      try JSONDocument.parse(bytes, path: members.title(of: ManifestFormat.path)))
  }

  /// The log beside the store that was read with it.
  package var sidecar: SidecarState { origin?.sidecar ?? store.database.sidecar }

  /// The package's ID: from the manifest, the store, or the replica.
  package var packageID: String? {
    manifest?["packageId"]?.string ?? origin?.packageID ?? storeMetadata?["packageId"]?.string
  }

  /// When the package was built, as the manifest, the store or the replica writes it.
  package var created: String? {
    manifest?["created"]?.string ?? origin?.created ?? storeMetadata?["created"]?.string
  }

  /// The map of the package; `nil` for a store of an older version or of another tool.
  ///
  /// - Throws: `PackagingError.notAPackage`, `LocatedError`.
  package func storedMap() throws -> StoredMap? {
    guard let text = try storedMapText() else { return nil }
    return try StoredMap(reading: text, path: path)
  }

  /// The text that ``storedMap()`` reads; `nil` if there is none.
  package func storedMapText() throws -> String? { try Metadata(of: store).map }

  /// What Fieldpack wrote into the metadata of a store. Metadata that can't be read counts as none.
  private struct Metadata {
    /// About the package.
    var package: JSON?
    /// The text of the map.
    var map: String?

    /// - Throws: only faults of the machine.
    init(of store: GeoPackageReader) throws {
      let all = try unlessUnreadable { try store.metadata() } ?? []
      package = all.first { $0.standard == ManifestFormat.storeStandard }.flatMap {
        try? JSONParser.parse(Array($0.text.utf8))
      }
      map = all.first { $0.standard == StoredMap.standard }?.text
    }
  }
}
