import Bytes
import FoundationEssentials
package import GeoPackage
package import OrderedJSON
import ZIPArchive

/// A package opened for reading, in any form it travels in: the archive, the archive unpacked to a
/// folder, or the bare store.
package struct OpenPackage: Sendable {
  /// The form a package is in.
  package enum Form: String, Sendable {
    case archive
    case folder
    case store
  }

  package let path: String
  package let form: Form
  package let store: GeoPackageReader
  /// `fieldpack.json`; `nil` where the package has none, as a bare store.
  package let manifest: JSON?
  let archive: ArchiveReader?
  /// The folder inside the archive the package lies in; empty or ending in `/`.
  let prefix: String

  /// The largest manifest, in bytes.
  private static let manifestLimit = 64 << 20

  /// Opens a package.
  ///
  /// - Throws: `PackagingError.notAPackage`, `.archive`, `.geoPackage`, `.file`.
  package init(path: String) throws(PackagingError) {
    self.path = path
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .file(.fileNotFound(path: path))
    }
    if isFolder {
      (form, prefix, archive) = (.folder, "", nil)
      store = try Self.store(path: path + "/" + MobileMapPackage.storePath)
      manifest = try Self.folderManifest(path)
      return
    }
    guard let reader = try Self.archive(path) else {
      (form, prefix, archive) = (.store, "", nil)
      store = try Self.store(path: path)
      manifest = nil
      return
    }
    let name = try Self.storeName(reader)
    (form, archive) = (.archive, reader)
    prefix = String(name.dropLast(MobileMapPackage.storePath.utf8.count))
    store = try Self.store(named: name, in: reader)
    manifest = try Self.manifest(reader, prefix)
  }

  /// Opens the store of a package that is still being written.
  ///
  /// - Throws: `PackagingError.geoPackage`.
  init(store region: FileRegion, path: String) throws(PackagingError) {
    self.path = path
    (form, prefix, archive) = (.store, "", nil)
    manifest = nil
    do throws(GeoPackageError) {
      store = try GeoPackageReader(region: region)
    } catch { throw .geoPackage(error) }
  }

  /// The archive at a path; `nil` when the file does not begin as one.
  private static func archive(_ path: String) throws(PackagingError) -> ArchiveReader? {
    let region: FileRegion
    do throws(BytesError) {
      region = FileRegion(try InputFile(path: path))
      guard try region.read(at: 0, count: min(2, region.count)) == Array("PK".utf8) else {
        return nil
      }
    } catch { throw .file(error) }
    do throws(ZIPArchiveError) {
      return try ArchiveReader(region: region)
    } catch { throw .archive(error) }
  }

  /// The store's member; people zip the folder itself, so it may lie one folder deep.
  private static func storeName(_ archive: ArchiveReader) throws(PackagingError) -> String {
    let name = MobileMapPackage.storePath
    if archive.entry(named: name) != nil { return name }
    let found = archive.entries.map(\.name).filter {
      $0.hasSuffix("/" + name) && !$0.hasSuffix(MobileMapPackage.basePath)
    }
    guard found.count == 1 else {
      throw .notAPackage(path: archive.region.path, expected: "a member \(name)")
    }
    return found[0]
  }

  private static func store(
    named name: String, in archive: ArchiveReader
  ) throws(PackagingError) -> GeoPackageReader {
    guard let entry = archive.entry(named: name) else {
      throw .notAPackage(path: archive.region.path, expected: "a member \(name)")
    }
    do {
      let region =
        entry.method == .stored ? try archive.region(of: entry) : try unpacked(entry, archive)
      return try GeoPackageReader(region: region)
    } catch let error as ZIPArchiveError {
      throw .archive(error)
    } catch let error as GeoPackageError {
      throw .geoPackage(error)
    } catch let error as BytesError {
      throw .file(error)
    } catch {
      throw .notAPackage(path: archive.region.path, expected: "a readable \(name)")
    }
  }

  /// An archive zipped again by hand: its store is unpacked to a file without a name.
  private static func unpacked(
    _ entry: ArchiveEntry, _ archive: ArchiveReader
  ) throws -> FileRegion {
    var scratch = try OutputFile(scratchIn: EnvironmentValue.string("TMPDIR") ?? "/tmp")
    let stream = try archive.stream(entry)
    var block: [UInt8] = []
    while try stream.read(upTo: 1 << 20, appendingTo: &block) > 0 {
      try scratch.append(block.span)
      block.removeAll(keepingCapacity: true)
    }
    return FileRegion(try scratch.reopen())
  }

  private static func store(path: String) throws(PackagingError) -> GeoPackageReader {
    do throws(GeoPackageError) {
      return try GeoPackageReader(path: path)
    } catch { throw .geoPackage(error) }
  }

  private static func manifest(
    _ archive: ArchiveReader, _ prefix: String
  ) throws(PackagingError) -> JSON? {
    guard let entry = archive.entry(named: prefix + Manifest.path) else { return nil }
    let bytes: [UInt8]
    do throws(ZIPArchiveError) {
      bytes = try archive.read(entry, limit: manifestLimit)
    } catch { throw .archive(error) }
    return try JSONDocument.parse(bytes, path: prefix + Manifest.path)
  }

  private static func folderManifest(_ path: String) throws(PackagingError) -> JSON? {
    let file = path + "/" + Manifest.path
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    return try JSONDocument.read(path: file)
  }

  /// The package's id: the manifest's, or the one the store names.
  package var packageID: String? {
    manifest?["packageId"]?.string ?? storeMetadata?["packageId"]?.string
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
