import Bytes
import GeoPackage
import Geometry
import OrderedJSON
import ZIPArchive

/// Writes the archive of a package, member after member in its fixed order: the store, which is
/// written in its place while rows are read; the base for merging; the item's files; the mobile map
/// with its geodatabase; photos; the manifest.
struct MobileMapPackage: ~Copyable {
  static let storePath = "data.gpkg"
  static let basePath = "base/data.gpkg"
  static let reviewFolder = "review/"
  /// Level 1 deflates three times faster than 6 for 8 % more bytes.
  static let level = 1

  /// Whether a file stands in the archive as it is: photos, which are compressed already, and what
  /// Esri's apps read in place.
  static func isStored(_ path: String) -> Bool {
    isOfItem(path) || ["attachments/", MobileMapDocument.folder].contains { path.hasPrefix($0) }
  }

  /// Whether a file tells what the package is to a portal.
  static func isOfItem(_ path: String) -> Bool {
    path == "package.info" || path.hasPrefix("esriinfo/")
  }

  private var archive: ArchiveWriter
  /// The store, where it stands in the archive; nil for a package that has none of this kind.
  let store: FileRegion?
  private(set) var members: [ManifestMember] = []

  /// Begins a package with its store, Stored so that it can be opened in place.
  static func begin(_ file: consuming AtomicFile) throws(ZIPArchiveError) -> StoredMember {
    try StoredMember(ArchiveWriter(file), named: storePath)
  }

  /// Goes on with a package whose store is written.
  init(_ member: consuming StoredMember) throws(ZIPArchiveError) {
    var archive = try member.end()
    guard let store = archive.lastMember else {
      throw .memberOutOfOrder(entry: Self.storePath)
    }
    self.store = try archive.region(of: store)
    self.archive = archive
  }

  /// Begins a package without a store that QGIS reads.
  init(without file: consuming AtomicFile) {
    archive = ArchiveWriter(file)
    store = nil
  }

  /// Adds a small member from memory.
  mutating func append(_ content: [UInt8], named name: String) throws(ZIPArchiveError) {
    try archive.appendDeflated(name, content.span, level: 6)
    note(name, content.count, SHA256.hex(SHA256.of(content.span)))
  }

  /// Adds a small member that Esri's apps read, as their packages have it: stored.
  mutating func appendStored(_ content: [UInt8], named name: String) throws(ZIPArchiveError) {
    try archive.appendStored(name, content.span)
    note(name, content.count, SHA256.hex(SHA256.of(content.span)))
  }

  /// Adds the mobile map and its geodatabase, stored, so that they can be opened in place.
  mutating func append(_ mobileMap: MobileMapParts.Written) throws(ZIPArchiveError) {
    try appendStored(mobileMap.document, named: MobileMapDocument.path)
    try append(file: mobileMap.geodatabase, named: mobileMap.path, sha256: mobileMap.sha256)
  }

  /// Adds a photo as it is: pictures are compressed already, and readers open them in place.
  mutating func append(file region: FileRegion, named name: String, sha256: String)
    throws(ZIPArchiveError)
  {
    try archive.appendStored(name, region: region)
    note(name, region.count, sha256)
  }

  /// Adds the base for merging, deflated, and accounts for the store.
  ///
  /// - Parameter base: the store without photo bytes; `nil` when the store holds none itself.
  mutating func append(base: FileRegion?, report: (_ done: Int, _ total: Int) -> Void) async throws
  {
    guard let store else { return }
    let region = base ?? store
    let digest = try await StoreCopy.deflate(
      region, named: Self.basePath, level: Self.level, into: &archive
    ) { done in report(done, region.count) }
    let storeDigest = try base.map { _ in SHA256.hex(try SHA256.of(store)) } ?? digest
    note(Self.storePath, store.count, storeDigest)
    note(Self.basePath, region.count, digest)
  }

  /// Adds photos that travel as files.
  mutating func append(_ photos: [PackedAttachments]) throws {
    for group in photos {
      for item in group.items {
        guard let path = item.row.path else { continue }
        if let file = item.content.path {
          let region = FileRegion(try InputFile(path: file))
          try append(file: region, named: path, sha256: item.row.sha256)
        } else {
          let content = try item.content.read()
          try archive.appendStored(path, content.span)
          note(path, content.count, item.row.sha256)
        }
      }
    }
  }

  private mutating func note(_ path: String, _ size: Int, _ sha256: String) {
    members.append(ManifestMember(path: path, size: size, sha256: sha256))
  }

  /// Adds the manifest, which accounts for all other members, and makes the package appear.
  consuming func finish(manifest: [UInt8]) throws(ZIPArchiveError) {
    try archive.appendDeflated(Manifest.path, manifest.span, level: 6)
    try archive.finish()
  }
}
