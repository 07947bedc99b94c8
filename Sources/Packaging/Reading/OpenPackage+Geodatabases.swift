import Bytes
import Geodatabase
import MapModel
import OrderedJSON
import SQLiteFile

extension OpenPackage {
  /// Opens a package, or what Esri's programs hold: a mobile geodatabase, or a mobile map with its
  /// geodatabases, as an `.mmpk` or unpacked. Their current rows are copied into a store that is
  /// gone when the program ends, with the map they belong to.
  ///
  /// - Parameters:
  ///   - now: what filters of the map take for the current time.
  ///   - report: gets the progress of copying.
  /// - Returns: the package, and what was found while rows were copied.
  /// - Throws: what ``init(path:)`` throws, `PackagingError.geodatabase`, and what copying throws.
  package static func open(
    path: String, now: Int64, report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> (package: OpenPackage, findings: [Finding]) {
    guard !DataFolder.isFolder(path), let archive = MobileMapArchive(path: path) else {
      guard let map = try MobileMap(path: path) else { return (try OpenPackage(path: path), []) }
      let members = map.root.map { PackageMembers(title: path, place: .folder(FolderFiles($0))) }
      return try await copy(of: map, members, path: path, now: now, report: report)
    }
    // A folder that is gone at the end, whatever happens.
    let scratch: AtomicFolder
    do throws(BytesError) {
      scratch = try AtomicFolder(
        replacing: ScratchFolder.path + "/fieldpack-mobile-map", overwrite: true)
    } catch { throw PackagingError.file(error) }
    try archive.unpack(into: scratch)
    guard let map = try MobileMap(path: scratch.temporaryPath) else {
      throw PackagingError.notAPackage(path: path, expected: "a map with geodatabases")
    }
    return try await copy(of: map, archive.package, path: path, now: now, report: report)
  }

  private static func copy(
    of map: MobileMap, _ members: PackageMembers?, path: String, now: Int64,
    report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> (package: OpenPackage, findings: [Finding]) {
    var request = BuildRequest(map: map.path, data: map.folder, now: now)
    request.mapDocument = map.document
    request.photos = .blobs
    let made = try await OfflineMapJob(request, report: report)
      .makeStore(scratchIn: ScratchFolder.path)
    let package = try OpenPackage(
      copy: made.region, path: path, sidecar: map.sidecar, members: members)
    return (package, map.findings + made.findings)
  }
}

/// A map whose layers lie in mobile geodatabases.
private struct MobileMap {
  /// The map's file, or the geodatabase whose layers make one.
  let path: String
  /// The folder with the geodatabases, or the geodatabase itself.
  let folder: String
  /// The folder of the whole package; nil for a geodatabase given alone.
  var root: String?
  /// The map, where no file holds it.
  var document: [UInt8]?
  /// What lay beside the one geodatabase.
  var sidecar = SidecarState.none
  var findings: [Finding] = []

  /// Nil for a path that leads to something else.
  init?(path: String) throws(PackagingError) {
    if DataFolder.isFolder(path) {
      guard let map = try Self.map(inFolder: path) else { return nil }
      self.path = map
      folder = DataFolder.folder(of: map)
      root = path
      return
    }
    guard Self.isDatabase(path) else { return nil }
    let reader: GeodatabaseReader
    do throws(GeodatabaseError) {
      reader = try GeodatabaseReader(path: path)
    } catch .notAGeodatabase { return nil } catch .database { return nil } catch {
      throw .geodatabase(error)
    }
    self.path = path
    folder = path
    document = JSONWriter.write(reader.webMap(file: DataFolder.lastPart(path)))
    sidecar = reader.database.sidecar
    findings = reader.withoutTable.map {
      Finding(
        .layerSourceUnreadable, subject: $0,
        "The geodatabase lists it, but it is no table of the file.",
        fix: "Export it as a feature class or table.")
    }
  }

  /// The map of an unpacked folder: `p13/<name>.mmap`, of several folders `pNN` the newest.
  private static func map(inFolder path: String) throws(PackagingError) -> String? {
    guard !DataFolder.isFolder(path + "/" + MobileMapPackage.storePath) else { return nil }
    let names = try DataFolder.names(in: path)
    guard !names.contains(MobileMapPackage.storePath) else { return nil }
    let folders = names.compactMap { name -> (number: Int, name: String)? in
      guard name.hasPrefix("p"), let number = Int(name.dropFirst()),
        DataFolder.isFolder(path + "/" + name)
      else { return nil }
      return (number, name)
    }
    for folder in folders.sorted(by: { $0.number > $1.number }) {
      let inside = path + "/" + folder.name
      let maps = try DataFolder.names(in: inside).filter { $0.hasSuffix(".mmap") }
      if let map = maps.first { return inside + "/" + map }
    }
    return nil
  }

  private static func isDatabase(_ path: String) -> Bool {
    let magic = Array("SQLite format 3\0".utf8)
    guard let file = try? InputFile(path: path), file.size >= magic.count else { return false }
    return (try? FileRegion(file).read(at: 0, count: magic.count)) == magic
  }
}

extension GeodatabaseReader {
  /// A web map of the geodatabase's feature classes and tables. Services number layers from the top
  /// down, and maps begin with the bottom one.
  fileprivate func webMap(file: String) -> JSON {
    func layer(_ dataset: GeodatabaseDataset) -> JSON {
      [
        "id": .string(dataset.name), "title": .string(dataset.title),
        "layerType": "ArcGISFeatureLayer",
        "visibility": .bool(dataset.definition.source["defaultVisibility"]?.bool ?? true),
        "path": .string("file:./\(file)?itemId=\(dataset.layerID)"),
      ]
    }
    let layers = datasets.filter { $0.shape != nil }.sorted { $0.layerID > $1.layerID }
    let tables = datasets.filter { $0.shape == nil }.sorted { $0.layerID < $1.layerID }
    let reference = layers.lazy.compactMap { $0.shape?.spatialReference }.first
    return [
      "version": "2.0", "baseMap": ["title": "", "baseMapLayers": []],
      "operationalLayers": .array(layers.map(layer)), "tables": .array(tables.map(layer)),
      "spatialReference": reference ?? ["wkid": 102_100, "latestWkid": 3_857],
    ]
  }
}
