package import Bytes
package import GeoPackage
import MapModel
package import OrderedJSON
package import SQLiteFile

/// A package opened for reading, in any form it comes back in: the archive, also zipped again by
/// hand or one folder deep; the archive unpacked to a folder; or the bare store. What lies beside
/// the store while it is edited (`-wal`, `-journal`) is read with it. Nothing is ever written.
package struct OpenPackage: Sendable {
  /// The form a package is in.
  package enum Form: String, Sendable {
    case archive
    case folder
    case store
    /// An Esri mobile geodatabase, or the mobile map it lies in: `store` holds a copy of its rows.
    case geodatabase
  }

  package let path: String
  package let form: Form
  /// The store in its newest committed state.
  package private(set) var store: GeoPackageReader
  /// The path of the store among the members: `data.gpkg`, unless somebody renamed it.
  package let storePath: String
  /// `fieldpack.json`; `nil` where the package has none, as a bare store.
  package let manifest: JSON?
  /// The files of the package.
  package let members: PackageMembers

  /// Of the form `geodatabase`: where the copy comes from.
  package private(set) var origin: GeodatabaseOrigin?

  /// Whether the tables of the store are copies that were made for the field; see ``OfflineCopy``.
  package private(set) var isOfflineCopy = false

  /// The names that tables of the store go by, where they are not their own.
  private var otherNames: [(own: String, other: String)] = []

  /// The largest manifest, in bytes.
  private static let manifestLimit = 64 << 20

  /// Opens a package. Only the parts that are needed are looked at; ``check(progress:)`` tells
  /// whether its rows can be believed.
  ///
  /// - Throws: `PackagingError.notAPackage`, `.file`, `.noRoom`; `.reading` with the path, the
  ///   member and what is wrong with it.
  package init(path: String) throws(PackagingError) {
    let found = try PackageLocation(path: path)
    self.path = path
    (form, members, storePath) = (found.form, found.members, found.storePath)
    store = try found.openStore()
    manifest =
      form == .store ? nil : try Self.manifest(of: members)
    try nameCopiedTables()
  }

  /// Tables that were copied for the field go by the names that they had.
  private mutating func nameCopiedTables() throws(PackagingError) {
    // A store of ours has its own tables, whatever project lies beside it.
    guard metadata(StoredMap.standard) == nil else { return }
    do throws(OfflineCopy.Unclear) {
      guard let copy = try OfflineCopy(beside: storePath, in: members) else { return }
      let present = copy.tables.filter { store.hasTable(named: $0.own) }
      self = calling(present)
      isOfflineCopy = !present.isEmpty
    } catch {
      throw .notAPackage(
        path: path, expected: "a project that says what each table was, but \(error.reason)")
    }
  }

  /// Opens a store that has no path of its own, as one that is still being written.
  ///
  /// - Throws: `PackagingError.geoPackage`.
  package init(store region: FileRegion, path: String) throws(PackagingError) {
    self.path = path
    (form, storePath) = (.store, MobileMapPackage.storePath)
    members = PackageMembers(title: path, place: .nowhere)
    manifest = nil
    do throws(GeoPackageError) {
      store = try GeoPackageReader(region: region)
    } catch { throw .geoPackage(error) }
  }

  /// Opens the copy that was made of the rows of geodatabases.
  ///
  /// - Parameter members: the files of the package that they came from; none of it where the
  ///   geodatabase was given alone.
  /// - Throws: `PackagingError.geoPackage`, and as ``init(path:)`` for the manifest.
  init(
    copy region: FileRegion, path: String, of origin: GeodatabaseOrigin, members: PackageMembers?
  ) throws(PackagingError) {
    self.path = path
    (form, storePath) = (.geodatabase, MobileMapPackage.storePath)
    self.members = members ?? PackageMembers(title: path, place: .nowhere)
    manifest = try members.flatMap { members throws(PackagingError) in
      try Self.manifest(of: members)
    }
    self.origin = origin
    do throws(GeoPackageError) {
      store = try GeoPackageReader(region: region)
    } catch { throw .geoPackage(error) }
  }

  /// The same package, some of whose tables go by other names; see
  /// `GeoPackageReader.calling(_:)`. The map it carries names them as they are.
  package func calling(_ names: [(own: String, other: String)]) -> OpenPackage {
    var package = self
    package.store = store.calling(names)
    package.otherNames += names
    return package
  }

  /// The name that a table of the store goes by; see ``calling(_:)``.
  package func nameInUse(of table: String) -> String {
    otherNames.first { $0.own.isSameName(as: table) }?.other ?? table
  }

  private static func manifest(of members: PackageMembers) throws(PackagingError) -> JSON? {
    guard let bytes = try members.content(of: Manifest.path, limit: manifestLimit) else {
      return nil
    }
    return try JSONDocument.parse(bytes, path: members.title(of: Manifest.path))
  }

  /// What lay beside the store and was read with it.
  package var sidecar: SidecarState { origin?.sidecar ?? store.database.sidecar }

  /// The package's id: the manifest's, or the one the store names, or one of the replica.
  package var packageID: String? {
    manifest?["packageId"]?.string ?? origin?.packageID ?? storeMetadata?["packageId"]?.string
  }

  /// When the package was built, as the manifest, the store or the replica writes it.
  package var created: String? {
    manifest?["created"]?.string ?? origin?.created ?? storeMetadata?["created"]?.string
  }

  /// What the store says of its package.
  var storeMetadata: JSON? {
    metadata(OfflineMapJob.metadataStandard).flatMap { try? JSONParser.parse(Array($0.utf8)) }
  }

  /// The map the package carries; `nil` for a store that an older version made, or another tool.
  ///
  /// - Throws: `PackagingError.notAPackage`, `.mapUnreadable`, `.notAWebMap`.
  package func storedMap() throws(PackagingError) -> StoredMap? {
    guard let text = metadata(StoredMap.standard) else { return nil }
    return try StoredMap(reading: text, path: path)
  }

  private func metadata(_ standard: String) -> String? {
    (try? store.metadata())?.first { $0.standard == standard }?.text
  }
}
