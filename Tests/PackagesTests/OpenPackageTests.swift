import Bytes
import Foundation
import GeoPackage
import Packages
import Records
import SQLiteFile
import TestPackages
import TestSupport
import Testing
import ZIPArchive

/// Returned packages in every form.
@Suite struct OpenPackageTests {
  private let returned: ReturnedPackage
  init() async throws { returned = try await ReturnedPackage() }

  private func photos(_ store: GeoPackageReader) throws -> [String] {
    try StoredRows(store, "Trees").values("Photo")
  }

  @Test(arguments: ReturnedPackage.Form.allCases)
  func `a package is opened in every form`(form: ReturnedPackage.Form) async throws {
    let path = try returned.written(returned.members, as: form)
    let package = try OpenPackage(path: path)
    #expect(package.path == path)
    let folders = [ReturnedPackage.Form.folder, .folderInFolder, .baseUnpacked]
    #expect(package.form == (folders.contains(form) ? .folder : .archive))
    #expect(package.storePath == (form == .storeRenamed ? "Crew 7.GPKG" : "data.gpkg"))
    #expect(package.manifest != nil && package.packageID?.count == 32)
    #expect(try photos(package.store) == ["none", "none"])
    let base = try #require(try package.base())
    #expect(try photos(base) == ["none", "none"])
    #expect(package.sidecar == .none)
    #expect(try LogCheck(package).findings() == [])
    #expect(try package.looseFiles().map(\.path) == [])
    #expect(try package.members.content(of: returned.note, limit: 9) == Array("tall".utf8))
    let store = try returned.folder.write(returned.members["data.gpkg"] ?? [], to: "store.gpkg")
    let content = try OpenPackage(path: store).contentDigest()
    #expect(try package.contentDigest() == content)
    guard [.asBuilt, .storeRenamed, .folder].contains(form) else { return }
    try await package.check { done, total in #expect(done <= total) }
    #expect(try PackageVerification.run(package) { _ in } == [])
  }

  @Test func `a single store is read with the logs beside it`() throws {
    let folder = try returned.unpack(returned.members, to: "a")
    let package = try OpenPackage(path: folder + "/data.gpkg")
    #expect(package.form == .store && package.manifest == nil)
    #expect(try package.members.content(of: returned.note, limit: 9) == Array("tall".utf8))
    #expect(try package.base().map(photos) == ["none", "none"])
    #expect(try package.looseFiles().isEmpty)
    try FileManager.default.moveItem(atPath: folder + "/data.gpkg", toPath: folder + "/crew.gpkg")
    #expect(try OpenPackage(path: folder + "/crew.gpkg").base() == nil)
  }

  @Test func `a changed base is refused`() async throws {
    let path = try returned.written(returned.members, as: .asBuilt)
    var bytes = try returned.folder.read("a.mmpk")
    let archive = try ArchiveReader(region: FileRegion(try InputFile(path: path)))
    let base = try archive.region(of: try #require(archive.entry(named: "base.zip")))
    bytes[base.offset + base.count / 2] ^= 1
    try returned.folder.write(bytes, to: "a.mmpk")
    let package = try OpenPackage(path: path)
    try await package.check { _, _ in }
    #expect(throws: LocatedError.self) { try package.base() }
  }

  @Test func `a package without its base has none`() throws {
    var members = returned.members
    members["base.zip"] = nil
    #expect(try OpenPackage(path: returned.written(members, as: .asBuilt)).base() == nil)
  }

  @Test(
    .needs(.python3),
    arguments: ReturnedPackage.Form.allCases)
  func `edits in the log are read in every form`(
    form: ReturnedPackage.Form
  ) async throws {
    let edited = try await returned.edited("UPDATE Trees SET Photo='DCIM/1.jpg' WHERE fid=1")
    try #require(edited["data.gpkg-wal"] != nil)
    let package = try OpenPackage(path: returned.written(edited, as: form))
    #expect(try photos(package.store) == ["DCIM/1.jpg", "none"])
    guard case .wal(frames: 1..., ignored: 0) = package.sidecar else {
      Issue.record("\(package.sidecar)")
      return
    }
    #expect(try LogCheck(package).findings().map(\.id) == [.logRead])
    #expect(try photos(try #require(try package.base())) == ["none", "none"])
    guard [.asBuilt, .zippedAgain, .folder].contains(form) else { return }
    try await package.check { _, _ in }
    let findings = try PackageVerification.run(package) { _ in }
    #expect(findings.map(\.id) == [.packageStoreEdited, .logRead])
  }

  @Test(.needs(.python3, .sqlite3))
  func `the content digest is the same before and after a checkpoint`() async throws {
    let edited = try await returned.edited("UPDATE Trees SET Photo='x' WHERE fid=1")
    let path = try returned.unpack(edited, to: "a")
    let before = try OpenPackage(path: path).contentDigest()
    #expect(try OpenPackage(path: path + "/data.gpkg").contentDigest() == before)
    _ = try await #require(Tool.sqlite3).output([
      path + "/data.gpkg", "PRAGMA wal_checkpoint(TRUNCATE);",
    ])
    let after = try OpenPackage(path: path)
    #expect(after.sidecar == .none)
    #expect(try after.contentDigest() == before)
    let untouched = try OpenPackage(path: returned.written(returned.members, as: .asBuilt))
    #expect(try untouched.contentDigest() != before)
  }

  @Test(.needs(.python3))
  func `an unfinished change is rolled back`() async throws {
    let edited = try await returned.edited(
      isHotJournal: true, "UPDATE Trees SET Photo='half' WHERE fid=1")
    try #require(edited["data.gpkg-journal"] != nil)
    for form in [ReturnedPackage.Form.asBuilt, .zippedAgain, .folder] {
      let package = try OpenPackage(path: returned.written(edited, as: form))
      #expect(try photos(package.store) == ["none", "none"])
      #expect(try LogCheck(package).findings().map(\.id) == [.journalRolledBack])
      try await package.check { _, _ in }
    }
  }

  @Test(.needs(.python3))
  func `a missing log is reported, with more weight if photos have no rows`() async throws {
    var edited = try await returned.edited("UPDATE Trees SET Photo='DCIM/1.jpg' WHERE fid=1")
    let log = edited.removeValue(forKey: "data.gpkg-wal")
    let companion = edited.removeValue(forKey: "data.gpkg-shm")
    func findings(_ members: [String: [UInt8]]) throws -> [Finding] {
      let path = try returned.written(members, as: .zippedAgain)
      return try LogCheck(OpenPackage(path: path)).findings()
    }
    var found = try findings(edited)
    #expect(found.map(\.id) == [.logMissing] && found.map(\.severity) == [.information])
    edited["data.gpkg-shm"] = companion
    #expect(try findings(edited).map(\.severity) == [.warning])
    edited["data.gpkg-shm"] = nil
    edited["DCIM/1.jpg"] = [0xFF, 0xD8]
    found = try findings(edited)
    #expect(found.map(\.id) == [.logMissing] && found.map(\.severity) == [.warning])
    #expect(found.first?.samples == ["DCIM/1.jpg"])
    edited["data.gpkg-wal"] = log
    #expect(try findings(edited).map(\.id) == [.logRead])
    edited["data.gpkg-wal"] = []
    #expect(try findings(edited) == [])
  }

  @Test(.needs(.python3))
  func `added files are listed, and those that no row names`() async throws {
    var edited = try await returned.edited(
      #"UPDATE Trees SET Photo=CASE fid WHEN 1 THEN './DCIM/1.jpg' ELSE 'DCIM\2.jpg' END"#)
    for path in [
      "DCIM/1.jpg", "DCIM/2.jpg", "DCIM/3.jpg", "attachments/x/new.bin", "tree.PNG",
      "DCIM/.thumbs/1.jpg", "city.qgs", ".hidden.jpg", "DCIM/._1.jpg", "DCIM/.DS_Store",
      "Thumbs.db", "review/new.png",
    ] { edited[path] = Array(path.utf8) }
    for form in [ReturnedPackage.Form.asBuilt, .folderZipped, .folder] {
      let package = try OpenPackage(path: returned.written(edited, as: form))
      let files = try package.looseFiles()
      #expect(
        files.map(\.path) == [
          "DCIM/1.jpg", "DCIM/2.jpg", "DCIM/3.jpg", "attachments/x/new.bin", "tree.PNG",
        ])
      let first = try #require(files.first)
      #expect(first.size == 10)
      #expect(try first.content(limit: 10) == Array("DCIM/1.jpg".utf8))
      #expect(try first.digest().sha256 == SHA256.hex(SHA256.of(Array("DCIM/1.jpg".utf8).span)))
      #expect(throws: LocatedError.self) { try first.content(limit: 9) }
      #expect(
        try package.looseFilesWithoutRow().map(\.path)
          == ["DCIM/3.jpg", "attachments/x/new.bin", "tree.PNG"])
      let found = try PackageVerification.run(package) { _ in }
      #expect(
        found.map(\.id)
          == [.packageStoreEdited, .packageMemberUnexpected, .logRead, .attachmentRecordMissing])
      #expect(found.last?.count == 3)
    }
  }

  @Test func `links are not followed`() throws {
    let folder = try returned.unpack(returned.members, to: "a")
    let secret = try returned.folder.write("secret", to: "outside/1.jpg")
    let files = FileManager.default
    try files.createDirectory(atPath: folder + "/DCIM", withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: folder + "/DCIM/1.jpg", withDestinationPath: secret)
    try files.createSymbolicLink(
      atPath: folder + "/files", withDestinationPath: returned.folder.path("outside"))
    try files.createSymbolicLink(atPath: folder + "/video", withDestinationPath: ".")
    let package = try OpenPackage(path: folder)
    #expect(try package.looseFiles().isEmpty)
    for path in ["DCIM/1.jpg", "files/1.jpg", "../outside/1.jpg", "video/fieldpack.json", "/etc/x"]
    {
      #expect(try package.members.content(of: path, limit: 100) == nil)
      #expect(try package.members.size(of: path) == nil)
    }
    // A link is not the store of a folder either.
    try files.moveItem(atPath: folder + "/data.gpkg", toPath: folder + "/../outside/data.gpkg")
    try files.createSymbolicLink(
      atPath: folder + "/data.gpkg", withDestinationPath: "../outside/data.gpkg")
    #expect(throws: PackagingError.self) { try OpenPackage(path: folder) }
    // A link given on the command line is followed.
    #expect(try photos(OpenPackage(path: folder + "/data.gpkg").store).count == 2)
  }
}
