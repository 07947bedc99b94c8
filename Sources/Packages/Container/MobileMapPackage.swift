package import Bytes
import GeoPackage
import Geometry
import OrderedJSON
package import ZIPArchive

/// Writes the archive of a package, member by member in a fixed order.
///
/// The order is: the store, written in place while records are read; the base for merging; the
/// item's files; the mobile map with its geodatabase; attachments; the package's own pages; the
/// manifest.
///
/// In a `.mmpk`, all members are stored uncompressed, because Esri's apps support only uncompressed
/// packages. Content that compresses well goes into an archive inside; see ``InnerArchive``. In a
/// `.zip`, which QField unpacks, the store and the small files are deflated.
package struct MobileMapPackage: ~Copyable {
  package static let storePath = "data.gpkg"
  /// The path of the base in compact form when its archive is unpacked.
  package static let basePath = InnerArchive.base.folder + compactName
  /// The path of the base in packages of earlier versions, which had a GeoPackage.
  static let earlierBasePath = InnerArchive.base.folder + storePath
  /// The name of a store in compact form.
  static let compactName = storePath + ".compact"
  /// Level 1 is three times faster than level 6 and makes 8% more bytes.
  static let level = 1

  /// Whether a file describes the package to a portal.
  static func isItemFile(_ path: String) -> Bool {
    path == "package.info" || path.hasPrefix("esriinfo/")
  }

  /// Whether a package of this name has its store and small files deflated.
  package static func isDeflated(_ path: String) -> Bool { path.hasSuffix(".zip") }

  private var archive: ArchiveWriter<AtomicFile>
  /// The store inside the archive, or in a scratch file while the archive has it deflated; nil for a
  /// package without a GeoPackage.
  package let store: FileRegion?
  private let isDeflated: Bool
  package private(set) var members: [ManifestMember] = []
  /// What the members cost, without what is around them.
  private var parts = PackageParts()

  /// Begins a package with its store, uncompressed so that it can be opened in place.
  package static func begin(_ file: consuming AtomicFile) throws -> StoredMember {
    try StoredMember(ArchiveWriter(file), named: storePath)
  }

  /// Continues a package after its store is written.
  package init(_ member: consuming StoredMember) throws {
    var archive = try member.end()
    guard let store = archive.lastMember else {
      throw ZIPArchiveError.memberOutOfOrder(entry: Self.storePath)
    }
    self.store = try archive.region(of: store)
    isDeflated = false
    parts.add(store.size, at: Self.storePath)
    self.archive = archive
  }

  /// Begins a package without a GeoPackage.
  package init(without file: consuming AtomicFile) {
    archive = ArchiveWriter(file)
    store = nil
    isDeflated = false
  }

  /// Begins a package with a complete store, which is deflated into it.
  package init(
    deflating store: FileRegion, into file: consuming AtomicFile,
    report: (_ done: Int, _ total: Int) -> Void
  ) async throws {
    var archive = ArchiveWriter(file)
    let digest = try await StoreCopy.deflate(
      store, named: Self.storePath, level: Self.level, into: &archive
    ) { report($0, store.count) }
    parts.add(archive.lastMember?.compressedSize ?? 0, at: Self.storePath)
    self.store = store
    self.archive = archive
    isDeflated = true
    addToManifest(path: Self.storePath, size: store.count, sha256: digest)
  }

  private init(
    _ archive: consuming ArchiveWriter<AtomicFile>, inner: InnerArchive, store: FileRegion?,
    isDeflated: Bool, members: [ManifestMember], parts: PackageParts
  ) {
    (self.store, self.members, self.parts) = (store, members, parts)
    self.isDeflated = isDeflated
    self.parts.add(archive.lastMember?.size ?? 0, at: inner.path)
    self.archive = archive
  }

  /// Adds a small member from memory.
  ///
  /// - Parameter sha256: its digest if it is known.
  package mutating func append(
    _ content: [UInt8], named name: String, sha256: String? = nil
  ) throws {
    try archive.append(name, content.span, isDeflated: isDeflated)
    parts.add(archive.lastMember?.compressedSize ?? 0, at: name)
    addToManifest(
      path: name, size: content.count, sha256: sha256 ?? SHA256.hex(SHA256.of(content.span)))
  }

  /// Adds a member from a file.
  package mutating func append(file region: FileRegion, named name: String, sha256: String)
    throws
  {
    try archive.appendStored(name, region: region)
    parts.add(region.count, at: name)
    addToManifest(path: name, size: region.count, sha256: sha256)
  }

  /// Adds the base for merging, and lists the store in the manifest.
  ///
  /// - Parameter base: the store without attachment bytes; `nil` if the store itself has none.
  package consuming func appending(
    base: FileRegion?, report: (_ done: Int, _ total: Int) -> Void
  ) async throws -> MobileMapPackage {
    guard let store else { return self }
    let region = base ?? store
    let isKnown = isDeflated
    async let storeDigest = isKnown ? "" : SHA256.hex(SHA256.of(store))
    var inner = ArchiveWriter(
      try StoredMember(
        archive, named: InnerArchive.base.path,
        sizeLimit: InnerArchive.sizeLimit(ofFiles: [region.count])))
    let compact = try await StoreCopy.compact(region, named: Self.compactName, into: &inner) {
      report($0, region.count)
    }
    var package = Self(
      try inner.finished().end(), inner: .base, store: store, isDeflated: isDeflated,
      members: members, parts: parts)
    let digest = try await storeDigest
    if !isKnown { package.addToManifest(path: Self.storePath, size: store.count, sha256: digest) }
    package.addToManifest(path: Self.basePath, size: compact.size, sha256: compact.sha256)
    return package
  }

  /// Adds the package's own pages.
  package consuming func appending(pages: [PackageFile]) throws -> MobileMapPackage {
    guard !pages.isEmpty else { return self }
    let review = InnerArchive.review
    var inner = ArchiveWriter(
      try StoredMember(
        archive, named: review.path,
        sizeLimit: InnerArchive.sizeLimit(ofFiles: pages.map(\.content.count))))
    for page in pages { try inner.appendDeflated(page.path, page.content.span, level: 6) }
    var package = Self(
      try inner.finished().end(), inner: review, store: store, isDeflated: isDeflated,
      members: members, parts: parts)
    for page in pages {
      package.addToManifest(
        path: review.folder + page.path, size: page.content.count,
        sha256: SHA256.hex(SHA256.of(page.content.span)))
    }
    return package
  }

  private mutating func addToManifest(path: String, size: Int, sha256: String) {
    members.append(ManifestMember(path: path, size: size, sha256: sha256))
  }

  /// Adds the manifest, which lists all other members, and moves the package to its final name.
  ///
  /// - Returns: what each part costs.
  package consuming func finish(manifest: [UInt8]) throws -> PackageParts {
    try archive.append(ManifestFormat.path, manifest.span, isDeflated: isDeflated)
    let file = try archive.finished()
    parts.other += file.count - parts.total
    let parts = parts
    try file.commit()
    return parts
  }
}

extension ArchiveWriter where Output: ~Copyable {
  /// Adds a small file of a package.
  mutating func append(_ name: String, _ content: Span<UInt8>, isDeflated: Bool) throws {
    if isDeflated {
      try appendDeflated(name, content, level: 6)
    } else {
      try appendStored(name, content)
    }
  }
}
