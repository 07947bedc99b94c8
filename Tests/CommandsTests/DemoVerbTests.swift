import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

@Suite struct DemoVerbTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("demo") }

  /// A demo made once, for the tests that only read it.
  private static let made = Task { () throws -> (folder: TemporaryFolder, session: Session) in
    let folder = try TemporaryFolder()
    return (folder, await Session.run(["demo", folder.path("demo")]))
  }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A copy of that demo in the test's own folder, to be changed.
  private func copyDemo() async throws {
    let (made, session) = try await Self.made.value
    try #require(session.exit == .done)
    try FileManager.default.copyItem(atPath: made.path("demo"), toPath: path)
  }

  @Test func `the demo makes a map, its package and the store beside it`() async throws {
    let (folder, session) = try await Self.made.value
    let path = folder.path("demo")
    #expect(session.exit == .done)
    for name in [
      "TreesOfPortland/map.json", "trees-of-portland.mmpk", "data.gpkg", ".fieldpack-demo",
    ] {
      #expect(folder.exists("demo/" + name), "\(name)")
      #expect(session.output.contains(name) || name.hasPrefix("."))
    }
    #expect(session.output.hasPrefix("Trees of Portland: everything"))
    #expect(session.output.contains("  ogrinfo -al -so \(path)/data.gpkg\n"))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left == ["demo"])
  }

  @Test func `the commands that the demo shows do what they say`() async throws {
    let session = try await Self.made.value.session
    let shown = session.output.split(separator: "\n").filter { $0.hasPrefix("  fieldpack ") }
    #expect(shown.count >= 4)
    for line in shown {
      var words = line.split(separator: " ").dropFirst().map(String.init)
      if let output = words.firstIndex(of: "-o") {
        words[output + 1] = folder.path(words[output + 1])
      }
      let result = await Session.run(words)
      #expect(result.exit == .done, "\(line) \(result.error)")
    }
  }

  @Test func `a second demo replaces the first, also one whose store is open in QGIS`()
    async throws
  {
    try await copyDemo()
    try folder.write("", to: "demo/data.gpkg-wal")
    try folder.write("changed", to: "demo/TreesOfPortland/map.json")
    #expect(await Session.run(["demo", path]).exit == .done)
    #expect(!folder.exists("demo/data.gpkg-wal"))
    #expect(try folder.read("demo/TreesOfPortland/map.json").count > 1_000)
  }

  @Test func `a folder that is not the demo's own is not touched`() async throws {
    try folder.write("thesis", to: "demo/thesis.txt")
    let session = await Session.run(["demo", path])
    #expect(session.exit == .outputFailed)
    #expect(session.error.contains("holds thesis.txt, which the demo did not write"))
    #expect(try folder.files() == ["demo/thesis.txt"])
  }

  @Test func `a file someone put into the demo's folder saves the folder`() async throws {
    try await copyDemo()
    try folder.write("my project", to: "demo/trees.qgz")
    let before = try folder.files()
    #expect(await Session.run(["demo", path]).exit == .outputFailed)
    #expect(try folder.files() == before)
  }

  @Test func `a file in place of the folder is not touched`() async throws {
    try folder.write("a file", to: "demo")
    #expect(await Session.run(["demo", path]).exit == .outputFailed)
    #expect(try folder.read("demo") == Array("a file".utf8))
  }

  @Test(.enabled(if: Tool.ogrinfo != nil)) func `GDAL opens the store the demo made`() async throws
  {
    let store = try await Self.made.value.folder.path("demo/data.gpkg")
    let text = try #require(Tool.ogrinfo).output(["-al", "-so", store])
    for layer in ["Trees", "Species", "Inspections", "Neighborhoods"] {
      #expect(text.contains("Layer name: \(layer)\n"))
    }
  }

  @Test func `the answer for programs names what was made`() async throws {
    let session = await Session.run(["demo", path, "--json"])
    let document = try session.document()
    #expect(document["schema"]?.string == "fieldpack.demo/1")
    #expect(document["store"]?.string == path + "/data.gpkg")
    #expect(document["layers"]?.array?.count == 4)
  }
}
