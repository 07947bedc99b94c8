import Bytes
import GeoPackage
import Geometry
import OrderedJSON
import ZIPArchive

/// Writes the archive of a package, member after member in its fixed order: the store, which is
/// written in its place while rows are read; the base for merging; the item's files; the mobile map
/// with its geodatabase; photos; the package's own pages; the manifest.
///
/// Every member is stored: "Only uncompressed packages are supported", says Esri of its apps. What
/// shrinks well is compressed inside a member of its own; see ``InnerArchive``.
struct MobileMapPackage: ~Copyable {
  static let storePath = "data.gpkg"
  /// Where the base is once its archive is unpacked.
  static let basePath = InnerArchive.base.folder + storePath
  /// Level 1 deflates three times faster than 6 for 8 % more bytes.
  static let level = 1

  /// Whether a file tells what the package is to a portal.
  static func isOfItem(_ path: String) -> Bool {
    path == "package.info" || path.hasPrefix("esriinfo/")
  }

  private var archive: ArchiveWriter<AtomicFile>
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

  private init(
    _ archive: consuming ArchiveWriter<AtomicFile>, store: FileRegion?, members: [ManifestMember]
  ) {
    self.archive = archive
    (self.store, self.members) = (store, members)
  }

  /// Adds a small member from memory.
  mutating func append(_ content: [UInt8], named name: String) throws(ZIPArchiveError) {
    try archive.appendStored(name, content.span)
    note(name, content.count, SHA256.hex(SHA256.of(content.span)))
  }

  /// Adds the mobile map and its geodatabase.
  mutating func append(_ mobileMap: MobileMapParts.Written) throws(ZIPArchiveError) {
    try append(mobileMap.document, named: MobileMapDocument.path)
    try append(file: mobileMap.geodatabase, named: mobileMap.path, sha256: mobileMap.sha256)
  }

  /// Adds a member from a file.
  mutating func append(file region: FileRegion, named name: String, sha256: String)
    throws(ZIPArchiveError)
  {
    try archive.appendStored(name, region: region)
    note(name, region.count, sha256)
  }

  /// Adds the base for merging, and accounts for the store.
  ///
  /// - Parameter base: the store without photo bytes; `nil` when the store holds none itself.
  consuming func appending(
    base: FileRegion?, report: (_ done: Int, _ total: Int) -> Void
  ) async throws -> MobileMapPackage {
    guard let store else { return self }
    let region = base ?? store
    var inner = ArchiveWriter(
      try StoredMember(
        archive, named: InnerArchive.base.path,
        sizeLimit: InnerArchive.sizeLimit(ofFiles: [region.count])))
    let digest = try await StoreCopy.deflate(
      region, named: Self.storePath, level: Self.level, into: &inner
    ) { done in report(done, region.count) }
    var package = Self(try inner.finished().end(), store: store, members: members)
    let storeDigest = try base.map { _ in SHA256.hex(try SHA256.of(store)) } ?? digest
    package.note(Self.storePath, store.count, storeDigest)
    package.note(Self.basePath, region.count, digest)
    return package
  }

  /// Adds the package's own pages.
  consuming func appending(pages: [PackageFile]) throws(ZIPArchiveError) -> MobileMapPackage {
    guard !pages.isEmpty else { return self }
    let review = InnerArchive.review
    var inner = ArchiveWriter(
      try StoredMember(
        archive, named: review.path,
        sizeLimit: InnerArchive.sizeLimit(ofFiles: pages.map(\.content.count))))
    for page in pages { try inner.appendDeflated(page.path, page.content.span, level: 6) }
    var package = Self(try inner.finished().end(), store: store, members: members)
    for page in pages {
      package.note(
        review.folder + page.path, page.content.count, SHA256.hex(SHA256.of(page.content.span)))
    }
    return package
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
    try archive.appendStored(Manifest.path, manifest.span)
    try archive.finish()
  }
}
