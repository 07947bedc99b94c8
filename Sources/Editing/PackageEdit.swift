import Bytes
import FeatureData
package import GeoPackage
package import OrderedJSON
package import Packages

/// Edits a package like the field app: applies all edits or none.
package struct PackageEdit: Sendable {
  private let package: OpenPackage
  private let document: EditsDocument
  private let digest: String
  private let files: FolderFiles
  /// The name of the editor; nil leaves the user fields of editor tracking unchanged.
  package var user: String?
  /// The time of the edits, in milliseconds since 1970 UTC.
  package var now: Int64

  /// The results of the edits.
  package struct Outcome: Sendable {
    package var layers: [LayerEditResult]
    /// What the new store lacks; nil if nothing was written.
    package var account: RewriteAccount?

    /// Whether all edits are valid.
    package var isSound: Bool { !layers.contains { $0.all.contains { !$0.result.errors.isEmpty } } }

    /// The results in the form of an applyEdits response.
    package var json: JSON {
      let isSound = isSound
      return .array(layers.map { $0.json(isRolledBack: !isSound) })
    }
  }

  /// Reads a document of edits. The files that it names must be in its folder or below it.
  ///
  /// - Throws: `PackagingError.edits`, `LocatedError`, `BytesError`.
  package init(
    _ package: OpenPackage, edits path: String, now: Int64
  ) throws {
    self.package = package
    self.now = now
    let bytes = try JSONDocument.readBytes(path: path)
    document = try EditsDocument(try JSONDocument.parse(bytes, path: path), path: path)
    digest = SHA256.hex(SHA256.of(bytes.span))
    files = FolderFiles(LocalPath.folder(of: path))
  }

  /// Applies the edits and writes the package. If any edit is refused, writes nothing.
  ///
  /// - Throws: `PackagingError.notAPackage` for a package without a map, `BytesError.outputExists`,
  ///   and the errors of reading and writing.
  package func write(to path: String, overwrite: Bool) async throws -> Outcome {
    guard let map = try package.storedMap() else {
      throw PackagingError.notAPackage(
        path: package.path, expected: "a package with a map")
    }
    let namespace = package.packageID.flatMap { GlobalID($0) } ?? GlobalID(high: 0, low: 0)
    var session = EditSession(
      package: package, map: map, user: user, now: now,
      seed: GlobalID(namespace: namespace, name: digest))
    var outcome = Outcome(layers: [])
    for (index, layer) in document.layers.enumerated() {
      outcome.layers.append(try session.apply(layer, index: index, files: files))
    }
    if outcome.isSound {
      try session.settleDeletions()
      for (touch, error) in try session.missingParents() {
        if touch.isAdd {
          outcome.layers[touch.layer].adds[touch.index].errors.append(error)
        } else {
          outcome.layers[touch.layer].updates[touch.index].errors.append(error)
        }
      }
    }
    guard outcome.isSound else { return outcome }
    outcome.account = try await write(session, to: path, overwrite)
    return outcome
  }

  private func write(
    _ session: EditSession, to path: String, _ overwrite: Bool
  ) async throws -> RewriteAccount {
    var rewriting = try PackageRewriting(package)
    rewriting.store.lastChange = now
    for (name, table) in session.tables { rewriting.store.edits[name] = table.edits }
    for (name, media) in session.media.sorted(by: { $0.key < $1.key }) {
      let edits = media.edits
      guard !edits.isEmpty else { continue }
      rewriting.store.edits[media.table.name] = edits
      rewriting.files += media.files.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { ($0.key, $0.value) }
      rewriting.removed.formUnion(media.removed)
      guard media.isNew, let table = session.tables[name], let key = table.globalIDColumn else {
        continue
      }
      rewriting.store.addedTables.append(
        .init(
          media.table,
          relation: GeoPackageTable.attachmentRelation(
            parent: name, parentKey: table.table.columns[key].name, table: media.table.name,
            mappingTable: "rel_\(name)_media")))
    }
    return try await rewriting.write(to: path, overwrite: overwrite)
  }
}
