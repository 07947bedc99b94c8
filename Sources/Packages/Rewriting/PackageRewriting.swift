package import Bytes
import FoundationEssentials
package import GeoPackage
import OrderedJSON
import ZIPArchive

/// Writes a package with an edited store and edited files, in its own form: archive, folder or
/// single store.
///
/// It stays the same package, as if a crew had returned it. Everything is kept, including the ID
/// and the base, except what changed and its entries in the manifest.
///
/// The target appears complete or not at all, and may be the package itself. The new store includes
/// the content of an old `-wal` or `-journal`.
package struct PackageRewriting: Sendable {
  private let package: OpenPackage
  /// The changes of the store.
  package var store: GeoPackageRewriter
  /// Files to add or replace, by path in the package. A single store has none.
  package var files: [(path: String, content: FileContent)] = []
  /// Paths of files to remove.
  package var removed: Set<String> = []
  /// Makes it a new package to issue; nil keeps the ID and the base. For archives only.
  package var reissue: PackageReissue?

  /// The content of a new file.
  package enum FileContent: Sendable {
    case bytes([UInt8])
    /// A file in a folder, by its path there.
    case file(FolderFiles, String)
    /// The result of a call, made when the file is written.
    case made(@Sendable () throws -> [UInt8])

    /// - Throws: `BytesError`, and the errors of the call.
    package func read() throws -> [UInt8] {
      switch self {
      case .bytes(let bytes): return bytes
      case .made(let make): return try make()
      case .file(let folder, let path):
        guard let file = try folder.open(path) else {
          throw BytesError.fileNotFound(path: "\(folder.path)/\(path)")
        }
        return try file.read(at: 0, count: file.size)
      }
    }
  }

  /// A rewriting without changes. The mapping tables of the map's relationships follow their keys.
  ///
  /// - Throws: `GeoPackageError`, `PackagingError.notAPackage`, `LocatedError`.
  package init(_ package: OpenPackage) throws {
    self.package = package
    store = GeoPackageRewriter(package.store)
    guard let map = try package.storedMap() else { return }
    store.relations = try map.relations(in: package.store)
  }

  /// Writes the package.
  ///
  /// - Throws: `BytesError.outputExists` and the errors of reading and writing.
  @discardableResult
  package func write(to path: String, overwrite: Bool) async throws -> RewriteAccount {
    let path = path == package.path ? try ownPath() : path
    return switch package.form {
    case .store: try await writeStore(path, overwrite)
    case .archive: try await writeArchive(path, overwrite)
    case .folder: try await writeFolder(path, overwrite)
    case .copy:
      throw PackagingError.notAPackage(
        path: path, expected: "a package, not a \(package.kind.rawValue)")
    }
  }

  /// The path of the package itself, which may be in a folder inside a folder. An archive with
  /// other content is refused, because that content would be lost.
  private func ownPath() throws -> String {
    switch package.members.location {
    case .folder(let files): return files.path
    case .archive(let archive, let prefix):
      let others = archive.entries.filter { !$0.isFolder && !$0.name.hasPrefix(prefix) }
      guard archive.region.path == package.path, others.isEmpty else {
        throw PackagingError.notAPackage(
          path: package.path, expected: "an archive with nothing but a package, to overwrite it")
      }
      return package.path
    case .beside, .nowhere: return package.path
    }
  }

  private func writeStore(_ path: String, _ overwrite: Bool) async throws -> RewriteAccount {
    var file = try AtomicFile(replacing: path, overwrite: overwrite)
    let account = try await store.write(into: &file)
    // SQLite would apply a leftover log of the old store to the new one.
    try file.commit(removing: ["-wal", "-shm", "-journal"].map { path + $0 })
    return account
  }

  private func writeArchive(_ path: String, _ overwrite: Bool) async throws -> RewriteAccount {
    var account = RewriteAccount()
    let file = try await archive(
      into: try AtomicFile(replacing: path, overwrite: overwrite),
      isDeflated: MobileMapPackage.isDeflated(path), account: &account)
    try file.commit()
    return account
  }

  /// Writes the package as an archive, whatever its form. The returned file is complete, and
  /// appears when it is committed.
  ///
  /// - Throws: the errors of reading and writing.
  package func archive(
    into file: consuming AtomicFile, isDeflated: Bool, account: inout RewriteAccount
  ) async throws -> AtomicFile {
    let begun = try await begin(file, isDeflated: isDeflated, account: &account)
    let region = begun.store
    var members = [
      ManifestMember(
        path: MobileMapPackage.storePath, size: region.count, sha256: begun.sha256)
    ]
    var archive = begun.takeArchive()
    let issued = try await reissue?.issued(package, store: region, files: content)
    let sources = gathered(try sources(issued))
    archive = try await pack(
      .base, sources: sources, base: issued?.base, archive: archive, members: &members)
    var mobileMap = issued?.mobileMap
    for source in sources where InnerArchive(holding: source.path) == nil {
      // As in a build, the mobile map follows the item's files.
      if !MobileMapPackage.isItemFile(source.path), let made = mobileMap.take() {
        try append(made, to: &archive, &members)
      }
      try copy(source, into: &archive, isDeflated: isDeflated)
      if source.isNew { members.append(try source.account()) }
    }
    if let made = mobileMap.take() { try append(made, to: &archive, &members) }
    archive = try await pack(
      .review, sources: sources, base: nil, archive: archive, members: &members)
    if let manifest = try manifest(members, issued, isArchive: true) {
      try archive.append(ManifestFormat.path, manifest.span, isDeflated: isDeflated)
    }
    return try archive.finished()
  }

  /// An archive with the new store.
  private struct Begun: ~Copyable {
    /// The store, uncompressed.
    let store: FileRegion
    let sha256: String
    private let archive: ArchiveWriter<AtomicFile>

    init(_ archive: consuming ArchiveWriter<AtomicFile>, store: FileRegion, sha256: String) {
      self.archive = archive
      self.store = store
      self.sha256 = sha256
    }

    consuming func takeArchive() -> ArchiveWriter<AtomicFile> { archive }
  }

  /// Begins an archive with the new store, in the form that a build writes.
  private func begin(
    _ file: consuming AtomicFile, isDeflated: Bool, account: inout RewriteAccount
  ) async throws -> Begun {
    if isDeflated {
      var scratch = try OutputFile(scratchIn: ScratchFolder.path)
      account = try await store.write(into: &scratch)
      let region = FileRegion(try scratch.reopen())
      var archive = ArchiveWriter(file)
      let digest = try await StoreCopy.deflate(
        region, named: MobileMapPackage.storePath, level: MobileMapPackage.level, into: &archive
      ) { _ in }
      return Begun(archive, store: region, sha256: digest)
    }
    var member = try MobileMapPackage.begin(file)
    account = try await store.write(into: &member)
    var archive = try member.end()
    guard let written = archive.lastMember else {
      throw ZIPArchiveError.memberOutOfOrder(entry: MobileMapPackage.storePath)
    }
    let region = try archive.region(of: written)
    return Begun(archive, store: region, sha256: SHA256.hex(try SHA256.of(region)))
  }

  /// Adds the files of a folder that an archive compresses in its own member.
  ///
  /// - Parameter base: the new base, which is added first under the name of the store.
  private func pack(
    _ inner: InnerArchive, sources: [Source], base: FileRegion?,
    archive: consuming ArchiveWriter<AtomicFile>, members: inout [ManifestMember]
  ) async throws -> ArchiveWriter<AtomicFile> {
    let held = sources.filter { InnerArchive(holding: $0.path) == inner }
    guard base != nil || !held.isEmpty else { return archive }
    let sizes = try held.map { try $0.size(in: package) } + [base?.count ?? 0]
    var writer = ArchiveWriter(
      try StoredMember(
        archive, named: inner.path, sizeLimit: InnerArchive.sizeLimit(ofFiles: sizes)))
    if let base {
      let compact = try await StoreCopy.compact(
        base, named: MobileMapPackage.compactName, into: &writer
      ) { _ in }
      members.append(
        ManifestMember(
          path: MobileMapPackage.basePath, size: compact.size, sha256: compact.sha256))
    }
    for source in held {
      let name = String(source.path.dropFirst(inner.folder.count))
      if let bytes = try source.bytes(in: package) {
        try writer.appendDeflated(name, bytes.span, level: 6)
      } else if let region = try package.members.region(of: source.path) {
        _ = try await StoreCopy.deflate(
          region, named: name, level: MobileMapPackage.level, into: &writer
        ) { _ in }
      }
      if source.isNew { members.append(try source.account()) }
    }
    return try writer.finished().end()
  }

  /// The sources, with an inner archive instead of its files if the files don't change.
  private func gathered(_ sources: [Source]) -> [Source] {
    var sources = sources
    for inner in InnerArchive.allCases {
      let held = sources.indices.filter { InnerArchive(holding: sources[$0].path) == inner }
      guard let first = held.first, let inside = package.members.paths(in: inner),
        Set(held.map { sources[$0].path }) == Set(inside), held.allSatisfy({ !sources[$0].isNew })
      else { continue }
      sources[first] = Source(path: inner.path)
      let others = Set(held.dropFirst())
      sources = sources.enumerated().filter { !others.contains($0.offset) }.map(\.element)
    }
    return sources
  }

  private func append(
    _ mobileMap: MobileMapParts.Written, to archive: inout ArchiveWriter<AtomicFile>,
    _ members: inout [ManifestMember]
  ) throws {
    try archive.appendStored(MobileMapDocument.path, mobileMap.document.span)
    try archive.appendStored(mobileMap.path, region: mobileMap.geodatabase)
    members += mobileMap.members
  }

  /// The bytes of an attachment, the new ones if it was replaced.
  private var content: MobileMapParts.Files {
    let (files, members) = (files, package.members)
    return { path in
      if let new = files.last(where: { $0.path == path }) { return try new.content.read() }
      return try members.content(of: path, limit: 1 << 30)
    }
  }

  /// Copies a file. Attachments, tiles and inner archives are never compressed again.
  private func copy(
    _ source: Source, into archive: inout ArchiveWriter<AtomicFile>, isDeflated: Bool
  ) throws {
    let isCompressed =
      source.path.hasPrefix("attachments/") || BaseMapMember.isOne(source.path)
      || InnerArchive.allCases.contains { $0.path == source.path }
    if let bytes = try source.bytes(in: package) {
      try archive.append(source.path, bytes.span, isDeflated: isDeflated && !isCompressed)
    } else if let region = try package.members.region(of: source.path) {
      try archive.appendStored(source.path, region: region)
    }
  }

  private func writeFolder(_ path: String, _ overwrite: Bool) async throws -> RewriteAccount {
    let folder = try AtomicFolder(replacing: path, overwrite: overwrite)
    let target = try folder.path(for: MobileMapPackage.storePath)
    var file = try OutputFile(path: target)
    let account = try await store.write(into: &file)
    try file.close()
    let written = FileRegion(try InputFile(path: target))
    var members = [
      ManifestMember(
        path: MobileMapPackage.storePath, size: written.count,
        sha256: SHA256.hex(try SHA256.of(written)))
    ]
    for source in gathered(try sources(nil)) {
      try write(source, to: try folder.path(for: source.path))
      if source.isNew { members.append(try source.account()) }
    }
    if let manifest = try manifest(members, nil, isArchive: false) {
      var file = try OutputFile(path: try folder.path(for: ManifestFormat.path))
      try file.append(manifest)
      try file.close()
    }
    try folder.commit()
    return account
  }

  private func write(_ source: Source, to path: String) throws {
    var file = try OutputFile(path: path)
    if let bytes = try source.bytes(in: package) {
      try file.append(bytes)
    } else if let content = try package.members.region(of: source.path) {
      var block: [UInt8] = []
      for offset in stride(from: 0, to: content.count, by: 1 << 20) {
        try content.read(at: offset, count: min(1 << 20, content.count - offset), into: &block)
        try file.append(block)
      }
    }
    try file.close()
  }

  /// A file of the new package other than its store and manifest; opened when it is written.
  private struct Source {
    var path: String
    /// Nil for a file of the old package.
    var content: FileContent?

    var isNew: Bool { content != nil }

    /// The content of a new or small file; nil for a large one.
    func bytes(in package: OpenPackage) throws -> [UInt8]? {
      if let content { return try content.read() }
      guard path != MobileMapPackage.earlierBasePath,
        let size = try package.members.size(of: path), size <= PackageRewriting.smallFile
      else { return nil }
      return try package.members.content(of: path, limit: PackageRewriting.smallFile)
    }

    func size(in package: OpenPackage) throws -> Int {
      if let content { return try content.read().count }
      return try package.members.size(of: path) ?? 0
    }

    func account() throws -> ManifestMember {
      let bytes = try content?.read() ?? []
      return ManifestMember(
        path: path, size: bytes.count, sha256: SHA256.hex(SHA256.of(bytes.span)))
    }
  }

  /// The size limit of files that are read in one piece.
  private static let smallFile = 16 << 20

  /// The kept files in the order of the manifest, then files that it doesn't list, then new files.
  /// In a new issue, files with an old path take the old position.
  private func sources(_ issued: PackageReissue.Issued?) throws -> [Source] {
    let store = package.storePath
    var replaced = Set(files.map(\.path)).union(removed).union([
      ManifestFormat.path, store, store + "-wal", store + "-shm", store + "-journal",
    ])
    let present = try package.members.paths()
    var anew: [String: [UInt8]] = [:]
    var pages: [PackageFile] = []
    if let issued {
      replaced.formUnion([MobileMapPackage.basePath, MobileMapPackage.earlierBasePath])
      // An inner archive that can't be read is listed instead of its files.
      replaced.formUnion(InnerArchive.allCases.map(\.path))
      anew = issued.item.filter { present.contains($0.key) }
      pages = issued.pages
      replaced.formUnion(present.filter(issued.replaces))
    }
    let kept = present.filter { !replaced.contains($0) }
    let known = accounts.compactMap { $0["path"]?.string }.filter(Set(kept).contains)
    let others = Set(kept).subtracting(known)
    let old = known + kept.filter(others.contains)
    return old.map { path in Source(path: path, content: anew[path].map { .bytes($0) }) }
      + files.map { Source(path: $0.path, content: $0.content) }
      + pages.map {
        Source(path: InnerArchive.review.folder + $0.path, content: .bytes($0.content))
      }
  }

  private var accounts: [JSON] { package.manifest?.members ?? [] }

  /// The manifest with new entries for changed files; nil if the package has none.
  private func manifest(
    _ changed: [ManifestMember], _ issued: PackageReissue.Issued?, isArchive: Bool
  ) throws -> [UInt8]? {
    guard case .object(var root)? = package.manifest?.json else { return nil }
    var members: [JSON] = []
    var rest = changed
    for account in accounts {
      guard let path = account["path"]?.string, !removed.contains(path) else { continue }
      if let index = rest.firstIndex(where: { $0.path == path }) {
        members.append(rest.remove(at: index).json)
      } else if issued?.replaces(path) != true {
        members.append(isArchive ? account.inside(InnerArchive(holding: path)) : account)
      }
    }
    if let issued {
      for (name, value) in issued.manifest { root[name] = value }
    }
    root["members"] = .array(members + rest.map(\.json))
    return JSONWriter.write(.object(root), style: .pretty)
  }
}

extension JSON {
  /// The entry of a file in an inner archive.
  fileprivate func inside(_ inner: InnerArchive?) -> JSON {
    guard let inner, case .object(var members) = self else { return self }
    members["in"] = .string(inner.path)
    return .object(members)
  }
}
