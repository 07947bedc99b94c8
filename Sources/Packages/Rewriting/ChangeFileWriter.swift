package import Bytes
import OrderedJSON
import ZIPArchive

/// Writes a change file.
package struct ChangeFileWriter: Sendable {
  /// The package that it is made from.
  private let package: OpenPackage
  private let about: ChangeFile

  /// Prepares the file of a package.
  package init(of package: OpenPackage, about: ChangeFile) {
    (self.package, self.about) = (package, about)
  }

  /// Writes the file, and adds it to a commit.
  ///
  /// - Parameters:
  ///   - store: the included records as returned.
  ///   - base: the included records as issued.
  ///   - holdsAttachments: whether the store has the bytes of attachments, which don't shrink.
  ///   - files: the paths of the included attachments.
  /// - Throws: `BytesError`, `ZIPArchiveError`, and the errors of reading the package.
  package func write(
    to path: String, overwrite: Bool, with joint: JointCommit, store: FileRegion,
    base: FileRegion, holdsAttachments: Bool, files: [String]
  ) async throws {
    var archive = ArchiveWriter(try AtomicFile(replacing: path, overwrite: overwrite))
    try archive.appendDeflated(ChangeFile.path, JSONWriter.write(about.json).span)
    if let manifest = package.manifest {
      try archive.appendDeflated(ManifestFormat.path, JSONWriter.write(manifest.json).span)
    }
    if holdsAttachments {
      try archive.appendStored(MobileMapPackage.storePath, region: store)
    } else {
      try await deflate(store, named: MobileMapPackage.storePath, into: &archive)
    }
    try await deflate(base, named: MobileMapPackage.earlierBasePath, into: &archive)
    for (index, table) in about.tables.enumerated() where table.identities != nil {
      try archive.appendDeflated(
        ChangeFile.identitiesPath(ofTable: index), table.identityBytes.span)
    }
    for file in files { try append(file, to: &archive) }
    try archive.finished().commit(with: joint)
  }

  private func deflate(
    _ region: FileRegion, named name: String, into archive: inout ArchiveWriter<AtomicFile>
  ) async throws {
    _ = try await StoreCopy.deflate(region, named: name, level: 6, into: &archive) { _ in }
  }

  /// Copies an attachment. Its checksum is verified on the way.
  private func append(_ path: String, to archive: inout ArchiveWriter<AtomicFile>) throws {
    try archive.begin(path, method: .stored, sizeLimit: try package.members.size(of: path))
    _ = try package.members.forEachBlock(of: path) { try archive.append($0.span) }
    try archive.end()
  }
}
