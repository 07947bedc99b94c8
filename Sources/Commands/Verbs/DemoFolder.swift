import Bytes
import FoundationEssentials
import ZIPArchive

/// What the demo writes, and how it knows its own folder again.
enum DemoFolder {
  static let mapFolder = "TreesOfPortland"
  static let package = "trees-of-portland.mmpk"
  static let store = "data.gpkg"
  /// For QGIS and QField; it finds the store beside it.
  static let project = "Trees_of_Portland.qgs"
  static let site = "site"
  /// What two crews and the office did, as documents of edits.
  static let edits = "edits"
  static let crews = ["crew-07", "crew-08"]
  static let returned = "returned"
  static let office = "office.gpkg"
  static let merged = "merged.gpkg"
  static let review = "review"
  /// The list of all files of the demo, a path on each line.
  static let signature = ".fieldpack-demo"

  /// Whether a folder is the output of an earlier demo and holds nothing else. A folder that is
  /// not there, or empty, is not.
  static func isOwn(_ path: String) throws(CommandError) -> Bool {
    let found = files(in: path)
    guard !found.isEmpty else { return false }
    guard let data = FileManager.default.contents(atPath: "\(path)/\(signature)") else {
      throw .notADemoFolder(path: path, holds: found[0])
    }
    let own = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    // SQLite's companions of a store that is open in a viewer.
    let companions = [store, office, merged].flatMap { name in
      ["-wal", "-shm", "-journal"].map { name + $0 }
    }
    // QGIS keeps the project as it was before it was saved.
    let known = Set(own + companions + [signature, project + "~"])
    if let other = found.first(where: { !known.contains($0) }) {
      throw .notADemoFolder(path: path, holds: other)
    }
    return true
  }

  /// The package as a crew brought it back.
  static func returned(by crew: String) -> String { "\(returned)/\(crew).mmpk" }

  /// Where a file of the embedded map goes: edits are not of the map's data.
  static func place(of path: String) -> String {
    path.hasPrefix(edits + "/") ? path : "\(mapFolder)/\(path)"
  }

  /// Lists the files of a filled folder in it, so that a later demo knows it.
  static func sign(_ folder: borrowing AtomicFolder) throws(BytesError) {
    let list = files(in: folder.temporaryPath).map { $0 + "\n" }.joined()
    try write(Array(list.utf8), to: folder.path(for: signature))
  }

  /// Takes the store, its project and the photos out of the package, to lie beside it.
  static func unpack(_ package: String, into folder: borrowing AtomicFolder) throws {
    let archive = try ArchiveReader(region: FileRegion(InputFile(path: package)))
    for entry in archive.entries
    where [store, project].contains(entry.name) || entry.name.hasPrefix("attachments/") {
      var file = try OutputFile(path: folder.path(for: entry.name))
      let stream = try archive.stream(entry)
      var bytes: [UInt8] = []
      while try stream.read(upTo: 1 << 20, appendingTo: &bytes) > 0 {
        try file.append(bytes.span)
        bytes.removeAll(keepingCapacity: true)
      }
      try file.close()
    }
  }

  static func write(_ content: [UInt8], to path: String) throws(BytesError) {
    var file = try OutputFile(path: path)
    try file.append(content.span)
    try file.close()
  }

  /// The paths of everything in a folder that is no folder, sorted by their bytes.
  private static func files(in path: String) -> [String] {
    let all = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    return all.filter { relative in
      var isFolder = false
      let exists = FileManager.default.fileExists(
        atPath: "\(path)/\(relative)", isDirectory: &isFolder)
      return !exists || !isFolder
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
