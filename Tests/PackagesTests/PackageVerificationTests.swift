import Foundation
import Packages
import Packaging
import TestPackages
import TestSupport
import Testing

/// The findings of `verify` for the demo's package, unpacked and changed.
@Suite(.needs(.unzip))
struct PackageVerificationTests {
  private let folder: TemporaryFolder
  private let unpacked: String

  /// The package, made once for all tests. Each test changes its own copy.
  private static let package = Task { () throws -> TemporaryFolder in
    let folder = try TemporaryFolder()
    let request = BuildRequest(
      map: Fixture.treesOfPortland + "/map.json", data: Fixture.treesOfPortland, now: MapFolder.now)
    _ = try await OfflineMapJob(request) { _ in }.build(
      to: folder.path("a.mmpk"), overwrite: false)
    return folder
  }

  init() async throws {
    folder = try TemporaryFolder()
    try await folder.write(Self.package.value.read("a.mmpk"), to: "a.mmpk")
    unpacked = folder.path("a")
    let unzip = try #require(Tool.unzip)
    _ = try await unzip.run(["-q", folder.path("a.mmpk"), "-d", unpacked])
  }

  private func findings(in path: String) throws -> [Finding] {
    try PackageVerification.run(try OpenPackage(path: path)) { _ in }
  }

  private func photo() throws -> String {
    let names = try FileManager.default.subpathsOfDirectory(atPath: unpacked + "/attachments")
    return unpacked + "/attachments/" + (try #require(names.sorted().last))
  }

  @Test func `a package passes verification as an archive and as a folder`() throws {
    #expect(try findings(in: folder.path("a.mmpk")).isEmpty)
    #expect(try findings(in: unpacked).isEmpty)
  }

  @Test func `a single store passes verification with and without its attachments`() throws {
    #expect(try findings(in: unpacked + "/data.gpkg").map(\.id) == [.packageManifestMissing])
    let alone = folder.path("alone.gpkg")
    try FileManager.default.copyItem(atPath: unpacked + "/data.gpkg", toPath: alone)
    let found = try findings(in: alone)
    #expect(found.map(\.id) == [.packageManifestMissing, .attachmentFileMissing])
    #expect(found.allSatisfy { $0.severity == .information })
    #expect(found.last?.count == 8)
  }

  @Test(.needs(.sqlite3))
  func `a listed table without an integer primary key is a warning`() async throws {
    let alone = unpacked + "/data.gpkg"
    let statements = """
      CREATE TABLE app_log(k text);
      INSERT INTO gpkg_contents(table_name, data_type, identifier)
        VALUES('app_log', 'attributes', 'app_log');
      """
    _ = try await #require(Tool.sqlite3).output([alone, statements])
    let found = try findings(in: alone)
    #expect(found.map(\.id) == [.packageManifestMissing, .tableWithoutRowIDs])
    #expect(found.last?.severity == .warning)
    #expect(found.last?.subject == "app_log")
  }

  @Test func `a missing attachment file is an error`() throws {
    try FileManager.default.removeItem(atPath: photo())
    let found = try findings(in: unpacked)
    #expect(found.map(\.id) == [.packageMemberMissing])
    #expect(found.first?.severity == .error)
  }

  @Test func `a changed attachment file is an error`() throws {
    try Data("another".utf8).write(to: URL(filePath: photo()))
    #expect(try findings(in: unpacked).map(\.id) == [.packageMemberChanged])
  }

  @Test func `an attachment file without a row is a warning`() throws {
    let path = unpacked + "/attachments/8a985562-3d34-5cf0-8b79-bbcdf60399f3/new.jpg"
    try Data([0xFF, 0xD8]).write(to: URL(filePath: path))
    #expect(try findings(in: unpacked).map(\.id) == [.attachmentRecordMissing])
  }

  @Test func `a manifest of another package does not match the store`() throws {
    let path = unpacked + "/fieldpack.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let id = try #require(try OpenPackage(path: unpacked).packageID)
    try text.replacingOccurrences(of: id, with: String(repeating: "0", count: 32))
      .write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try findings(in: unpacked).map(\.id) == [.packageIDDiffers])
  }
}
