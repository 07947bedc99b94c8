import Bytes
import Foundation
import Packages
import Packaging
package import TestSupport
import Testing
import ZIPArchive

/// A small returned package: two trees, one with a note as attachment.
package struct ReturnedPackage {
  package let folder: TemporaryFolder
  /// The members of the package as built.
  package let members: [String: [UInt8]]

  private static let built = Task { () throws -> [String: [UInt8]] in
    let one = MapFolder.id(1).filter { $0 != "{" && $0 != "}" }
    let city = try MapFolder(
      layers: [#""title":"Trees""#],
      files: [
        "trees.geojson": MapFolder.points([
          (1, 2, #""Photo":"none""#), (5, 6, #""Photo":"none""#),
        ]),
        "attachments/Trees/\(one)/note.txt": "tall",
      ])
    _ = try await city.job().build(to: city.folder.path("a.mmpk"), overwrite: false)
    return try contents(city.folder.path("a.mmpk"))
  }

  package init() async throws {
    folder = try TemporaryFolder()
    members = try await Self.built.value
  }

  package static func contents(_ path: String) throws -> [String: [UInt8]] {
    let archive = try ArchiveReader(region: FileRegion(try InputFile(path: path)))
    return try Dictionary(
      uniqueKeysWithValues: archive.entries.map {
        ($0.name, try archive.read($0, limit: 1 << 24))
      })
  }

  /// The note's path among the members.
  package var note: String {
    members.keys.first { $0.hasSuffix("/note.txt") } ?? ""
  }

  /// Zips members in the way people do (deflated) or in Fieldpack's way.
  @discardableResult
  package func zip(
    _ members: [String: [UInt8]], to name: String, isDeflated: Bool = true
  ) throws -> String {
    let file = try AtomicFile(replacing: folder.path(name), overwrite: true)
    var archive = ArchiveWriter(file)
    for name in members.keys.sorted() {
      let bytes = members[name] ?? []
      if isDeflated {
        try archive.appendDeflated(name, bytes.span)
      } else {
        try archive.appendStored(name, bytes.span)
      }
    }
    try archive.finish()
    return folder.path(name)
  }

  /// Writes members as files.
  @discardableResult
  package func unpack(_ members: [String: [UInt8]], to name: String) throws -> String {
    for (path, bytes) in members { try folder.write(bytes, to: name + "/" + path) }
    return folder.path(name)
  }

  /// The forms of a returned package.
  package enum Form: CaseIterable {
    case asBuilt, zippedAgain, folderZipped, zippedOnMac, packageZipped, packageDeflated
    case storeRenamed, folder, folderInFolder, baseUnpacked, asWrittenEarlier
  }

  /// The members in one of the forms.
  package func written(_ members: [String: [UInt8]], as form: Form) throws -> String {
    func below(_ folder: String) -> [String: [UInt8]] {
      Dictionary(uniqueKeysWithValues: members.map { (folder + $0.key, $0.value) })
    }
    switch form {
    case .asBuilt: return try zip(members, to: "a.mmpk", isDeflated: false)
    case .zippedAgain: return try zip(members, to: "a.zip")
    case .folderZipped: return try zip(below("crew 07/"), to: "a.zip")
    case .zippedOnMac:
      var all = below("crew 07/")
      for name in members.keys {
        let start = name.utf8.lastIndex(of: UInt8(ascii: "/")).map { name.index(after: $0) }
        let (folder, file) = (
          name[..<(start ?? name.startIndex)], name[(start ?? name.startIndex)...]
        )
        all["__MACOSX/crew 07/\(folder)._\(file)"] = [0, 5, 22, 7]
      }
      all["crew 07/.DS_Store"] = [0]
      return try zip(all, to: "a.zip")
    case .packageZipped, .packageDeflated:
      let inner = try zip(members, to: "inner.mmpk", isDeflated: false)
      let bytes = try folder.read("inner.mmpk")
      try FileManager.default.removeItem(atPath: inner)
      return try zip(
        ["mail/crew-07.mmpk": bytes, "mail/readme.txt": [33]], to: "a.zip",
        isDeflated: form == .packageDeflated)
    case .storeRenamed:
      var renamed: [String: [UInt8]] = [:]
      for (name, bytes) in members {
        renamed[name.hasPrefix("data.gpkg") ? "Crew 7.GPKG" + name.dropFirst(9) : name] = bytes
      }
      return try zip(renamed, to: "a.zip")
    case .folder: return try unpack(members, to: "a")
    case .folderInFolder: return try unpack(below("crew 07/"), to: "b")
    case .baseUnpacked: return try unpack(Self.unpackingBase(members), to: "c")
    case .asWrittenEarlier: return try zip(asWrittenEarlier(members), to: "a.zip")
    }
  }

  /// The members as earlier versions wrote them, whose base was a GeoPackage.
  private func asWrittenEarlier(_ members: [String: [UInt8]]) throws -> [String: [UInt8]] {
    var earlier = try Self.unpackingBase(members)
    let path = "base/data.gpkg"
    guard let base = self.members["data.gpkg"],
      let compact = earlier.removeValue(forKey: path + ".compact"),
      let manifest = earlier["fieldpack.json"]
    else { return members }
    earlier[path] = base
    let text = String(decoding: manifest, as: UTF8.self)
      .replacing("\"\(path).compact\"", with: "\"\(path)\"")
      .replacing("\"size\": \(compact.count),", with: "\"size\": \(base.count),")
      .replacing(
        SHA256.hex(SHA256.of(compact.span)), with: SHA256.hex(SHA256.of(base.span)))
    earlier["fieldpack.json"] = Array(text.utf8)
    return earlier
  }

  /// The members with the base in a folder instead of its archive.
  package static func unpackingBase(_ members: [String: [UInt8]]) throws -> [String: [UInt8]] {
    var members = members
    guard let archive = members.removeValue(forKey: "base.zip") else { return members }
    let folder = try TemporaryFolder()
    try folder.write(archive, to: "base.zip")
    for (name, bytes) in try contents(folder.path("base.zip")) { members["base/" + name] = bytes }
    return members
  }

  /// The store after edits by another program that was stopped while it had the store open, in WAL
  /// mode or while it saved.
  package func edited(isHotJournal: Bool = false, _ sql: String) async throws -> [String: [UInt8]] {
    let python = try #require(Tool.python3)
    try folder.write(members["data.gpkg"] ?? [], to: "edit/data.gpkg")
    let script = """
      import os, sqlite3, sys
      db = sqlite3.connect('data.gpkg', isolation_level=None)
      for name in ('ST_IsEmpty', 'ST_MinX', 'ST_MaxX', 'ST_MinY', 'ST_MaxY'):
        db.create_function(name, 1, lambda value: 0)
      if sys.argv[1] == 'journal':
        db.execute('PRAGMA cache_size=2')
        db.execute('BEGIN')
        db.execute(sys.argv[2])
        db.execute('CREATE TABLE spill (value)')
        for number in range(400): db.execute('INSERT INTO spill VALUES (randomblob(900))')
      else:
        db.execute('PRAGMA journal_mode=WAL')
        db.execute(sys.argv[2])
      os._exit(0)
      """
    let result = try await python.run(
      ["-c", script, isHotJournal ? "journal" : "wal", sql], folder: folder.path("edit"))
    try #require(result.status == 0, "\(result.errorText)")
    var edited = members
    for name in try folder.files() where name.hasPrefix("edit/") {
      edited[String(name.dropFirst(5))] = try folder.read(name)
    }
    return edited
  }
}
