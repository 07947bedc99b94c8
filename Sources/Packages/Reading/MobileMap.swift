import Bytes
package import Geodatabase
import MapModel
import OrderedJSON
package import SQLiteFile

/// A map with layers in mobile geodatabases.
package struct MobileMap {
  /// The path of the map, or of the geodatabase if there is no map.
  package let path: String
  /// The folder of the geodatabases, or the geodatabase itself.
  package let folder: String
  /// The folder of the whole package; nil for a single geodatabase.
  package private(set) var root: String?
  /// The geodatabases, by name.
  package private(set) var geodatabases: [(name: String, reader: GeodatabaseReader)] = []
  /// The files named like geodatabases that can't be opened, with the reason.
  package private(set) var unopened: [(name: String, reason: any Error)] = []
  /// The map, if it isn't in a file.
  package private(set) var document: [UInt8]?

  /// Opens a path; nil if it isn't a mobile map. Also nil for a Fieldpack package, unless
  /// geodatabases beside its GeoPackage are wanted.
  ///
  /// - Throws: `GeodatabaseError`; `PackagingError.notAPackage` for several folders of geodatabases.
  package init?(path: String, besideStore: Bool = false) throws {
    guard try LocalPath.isFolder(path) else {
      try self.init(geodatabase: path)
      return
    }
    let files = FolderFiles(path)
    let paths: [String]
    let isOurs = try files.open(MobileMapPackage.storePath) != nil
    guard besideStore || !isOurs else { return nil }
    paths = try files.search(depth: GeodatabaseSearch.depth).paths
    if !besideStore, case .store = StoreSearch.run(paths) { return nil }
    try self.init(GeodatabaseSearch.run(paths), in: path)
    // A Fieldpack package may have a map without geodatabases.
    if besideStore, geodatabases.isEmpty, unopened.isEmpty { return nil }
  }

  private init?(_ answer: GeodatabaseSearch.Answer, in root: String) throws {
    let found: GeodatabaseSearch
    switch answer {
    case .none: return nil
    case .several(let folders):
      let names = folders.prefix(5).joined(separator: ", ")
      throw PackagingError.notAPackage(
        path: root, expected: "a single folder with geodatabases, not \(names)")
    case .found(let search): found = search
    }
    let outer = StoreSearch.folder(of: String(found.folder.dropLast()))
    self.root = outer.isEmpty ? root : root + "/" + String(outer.dropLast())
    folder = found.folder.isEmpty ? root : root + "/" + String(found.folder.dropLast())
    for path in found.geodatabases {
      do {
        geodatabases.append(
          (StoreSearch.name(path), try GeodatabaseReader(path: root + "/" + path)))
      } catch {
        guard !error.isFaultOfTheMachine else { throw error }
        unopened.append((StoreSearch.name(path), error))
      }
    }
    if let map = found.map {
      path = root + "/" + map
    } else {
      guard let first = found.geodatabases.first else { return nil }
      path = found.geodatabases.count == 1 ? root + "/" + first : root
      document = JSONWriter.write(GeodatabaseMap(geodatabases).json)
    }
  }

  private init?(geodatabase path: String) throws {
    guard try Self.isDatabase(path), let reader = try Self.reader(path) else { return nil }
    (self.path, folder) = (path, path)
    geodatabases = [(LocalPath.lastPart(path), reader)]
    document = JSONWriter.write(GeodatabaseMap(geodatabases).json)
  }

  /// Findings about unreadable parts of the geodatabases.
  package var findings: [Finding] {
    geodatabases.flatMap { $0.reader.findings(of: $0.name, dataset: .error) }
  }

  /// Findings about feature classes and tables with unreadable rows. Other items have no rows, and
  /// nobody edits them.
  package var lostRows: [Finding] {
    geodatabases.flatMap { name, reader in
      reader.unreadable.filter { $0.kind == .dataset && !$0.isNoTable }
        .map { Finding($0, in: name, dataset: .error) }
    }
  }

  /// The logs beside a single geodatabase that were read with it.
  package var sidecar: SidecarState {
    geodatabases.count == 1 ? geodatabases[0].reader.database.sidecar : .none
  }

  /// Adds the layers and tables that the map doesn't show, because any of them may have edits.
  ///
  /// - Throws: `LocatedError`, `BytesError` if the map can't be read.
  package mutating func showEverything() throws {
    guard document == nil else { return }
    let bytes = try JSONDocument.readBytes(path: path)
    let json = try JSONDocument.parse(bytes, path: path)
    document = JSONWriter.write(GeodatabaseMap(geodatabases).added(to: json))
  }

  /// Checks that the geodatabases have complete layers, which can be compared with others.
  ///
  /// - Throws: `GeodatabaseError`.
  package func checkIsWhole() throws {
    for (name, reader) in geodatabases {
      guard let delta = reader.delta else { continue }
      throw GeodatabaseError.delta(file: name, changes: delta.changes.map(\.title))
    }
  }

  /// Checks that every file named like a geodatabase is one. A crew's edits may be in any of them.
  ///
  /// - Parameter path: the path of the package, for messages.
  /// - Throws: `LocatedError` with the file and what is wrong with it.
  package func checkAllOpened(of path: String) throws {
    guard let first = unopened.first else { return }
    let location = "\(path), \(first.name)"
    switch first.reason {
    case SQLiteFileError.notADatabase: throw SQLiteFileError.notADatabase(path: location)
    case GeodatabaseError.notAGeodatabase(_, let applicationID):
      throw GeodatabaseError.notAGeodatabase(path: location, applicationID: applicationID)
    default: throw LocatedError(location: location, reason: first.reason)
    }
  }

  /// Checks that replicas have their download date.
  ///
  /// - Throws: `GeodatabaseError`.
  package func checkHistories() throws {
    for (_, reader) in geodatabases { _ = try reader.asDownloaded() }
  }

  /// The geodatabase at a path; nil for another database, or if there is no file.
  private static func reader(_ path: String) throws -> GeodatabaseReader? {
    do {
      return try GeodatabaseReader(path: path)
    } catch GeodatabaseError.notAGeodatabase {
      return nil
    } catch let error as SQLiteFileError {
      guard !error.isFaultOfTheMachine else { throw error }
      return nil
    }
  }

  private static func isDatabase(_ path: String) throws -> Bool {
    let magic = Array("SQLite format 3\0".utf8)
    let start = try unlessUnreadable {
      try FileRegion(try InputFile(path: path)).read(at: 0, count: magic.count)
    }
    return start == magic
  }
}
