import Bytes
import ZIPArchive

/// The files of the demo, and how it recognizes a folder of an earlier demo.
enum DemoFolder {
  static let mapFolder = "TreesOfPortland"
  static let package = "trees-of-portland.mmpk"
  static let store = "data.gpkg"
  /// For QGIS and QField. It opens the store beside it.
  static let project = "Trees_of_Portland.qgs"
  static let site = "site"
  /// The edits of two crews and the office.
  static let edits = "edits"
  static let crews = ["crew-07", "crew-08"]
  static let returned = "returned"
  static let office = "office.gpkg"
  static let merged = "merged.gpkg"
  static let review = "review"
  /// The list of all files of the demo, one path on each line.
  static let signature = ".fieldpack-demo"

  /// Whether a folder is the output of an earlier demo, without other files. False if the folder is
  /// missing or empty.
  ///
  /// - Throws: `CommandError.notADemoFolder`, and errors of reading.
  static func isOwn(_ path: String) throws -> Bool {
    guard try PathKind(of: path) == .folder else { return false }
    let found = try FolderFiles(path).allPaths()
    guard let first = found.first else { return false }
    guard let data = try signatureData(in: path) else {
      throw CommandError.notADemoFolder(path: path, holds: first)
    }
    let own = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    // SQLite keeps these files beside a store that is open in another program.
    let companions = [store, office, merged].flatMap { name in
      ["-wal", "-shm", "-journal"].map { name + $0 }
    }
    // QGIS keeps a copy of the project from before the last save.
    let known = Set(own + companions + [signature, project + "~"])
    if let other = found.first(where: { !known.contains($0) }) {
      throw CommandError.notADemoFolder(path: path, holds: other)
    }
    return true
  }

  private static func signatureData(in folder: String) throws -> [UInt8]? {
    try FolderFiles(folder).open(signature).map { try FileRegion($0).readAll(limit: 1 << 20) }
  }

  /// The path of the package that a crew returned.
  static func returned(by crew: String) -> String { "\(returned)/\(crew).mmpk" }

  /// The path of an embedded file. The edits do not belong to the map's folder.
  static func path(of path: String) -> String {
    path.hasPrefix(edits + "/") ? path : "\(mapFolder)/\(path)"
  }

  /// Writes the list of files into a finished folder, so that a later demo recognizes it.
  static func sign(_ folder: borrowing AtomicFolder) throws(BytesError) {
    let list = try FolderFiles(folder.temporaryPath).allPaths().map { $0 + "\n" }.joined()
    try write(Array(list.utf8), to: folder.path(for: signature))
  }

  /// Unpacks the store, its project and the attachments of the package beside it.
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
}
