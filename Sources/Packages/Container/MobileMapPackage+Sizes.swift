package import Bytes
import ZIPArchive

// Sizes of parts, for plans. The same code makes the parts, and the bytes are only counted.
extension MobileMapPackage {
  /// The size of the archive with the base of a store, and that of the base in it.
  package static func baseSize(_ region: FileRegion) async throws -> (archive: Int, base: Int) {
    var archive = ArchiveWriter(DiscardedOutput())
    let base = try await StoreCopy.compact(region, named: compactName, into: &archive) { _ in }
    return (try archive.finished().count, base.size)
  }

  /// The size of a store that is deflated into a package.
  package static func deflatedSize(ofStore region: FileRegion) async throws -> Int {
    var archive = ArchiveWriter(DiscardedOutput())
    _ = try await StoreCopy.deflate(
      region, named: storePath, level: level, into: &archive
    ) { _ in }
    return archive.lastMember?.compressedSize ?? 0
  }

  /// The size of a small file that is deflated into a package.
  package static func deflatedSize(of content: [UInt8]) throws -> Int {
    var archive = ArchiveWriter(DiscardedOutput())
    try archive.appendDeflated("a", content.span, level: 6)
    return archive.lastMember?.compressedSize ?? 0
  }

  /// The size of the archive with a package's own pages.
  package static func pagesSize(_ pages: [PackageFile]) throws -> Int {
    guard !pages.isEmpty else { return 0 }
    var archive = ArchiveWriter(DiscardedOutput())
    for page in pages { try archive.appendDeflated(page.path, page.content.span, level: 6) }
    return try archive.finished().count
  }

  /// The bytes around the members of a package: their headers, the directory and its end.
  package static func directorySize(of members: [ManifestMember]) -> Int {
    var paths = Set(members.map { InnerArchive(holding: $0.path)?.path ?? $0.path })
    paths.insert(ManifestFormat.path)
    return paths.reduce(22) { $0 + 30 + 46 + 2 * $1.utf8.count }
  }
}
