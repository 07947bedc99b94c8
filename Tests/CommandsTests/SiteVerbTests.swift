import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

@Suite struct SiteVerbTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let map = [
    Fixture.treesOfPortland + "/map.json", "--data", Fixture.treesOfPortland, "--now",
    "2026-05-01T12:00:00Z",
  ]

  @Test func `a map with its data becomes pages, without other files`() async throws {
    let session = await Session.run(["site"] + Self.map + ["-o", folder.path("out")])
    #expect(session.exit == .done, "\(session.error)")
    #expect(folder.exists("out/index.html") && folder.exists("out/data/meta.js"))
    #expect(session.output.contains("Open \(folder.path("out"))/index.html in a browser."))
    #expect(session.error.contains("ARCADE_READS_CLOCK"))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left == ["out"])
  }

  @Test func `the JSON answer has files, layers, fields and findings`() async throws {
    let session = await Session.run(
      ["site"] + Self.map + ["-o", folder.path("out"), "--json", "--layers", "Trees, Species"])
    let answer = try JSONParser.parse(Array(session.output.utf8))
    #expect(answer["schema"]?.string == "fieldpack.site/1")
    #expect(answer["layers"]?.array?.compactMap { $0["records"]?.int } == [303, 25])
    #expect(answer["fields"]?[0]?["layer"]?.string == "Trees")
    #expect(answer["findings"]?.array?.isEmpty == false)
    #expect(answer["written"]?.int == answer["files"]?.int)
  }

  @Test func `an update says how many files of records it kept`() async throws {
    let command = ["site"] + Self.map + ["-o", folder.path("out"), "--lists", "none"]
    let first = await Session.run(command)
    #expect(!first.output.contains("as before"))
    let second = await Session.run(command)
    #expect(second.output.contains("  5 of 5 files of records are as before\n"))
    let answer = try JSONParser.parse(Array(await Session.run(command + ["--json"]).output.utf8))
    #expect(answer["recordFiles"]?.int == 5 && answer["recordFilesKept"]?.int == 5)
  }

  @Test func `a folder that is not a site is not touched`() async throws {
    try folder.write("thesis", to: "out/thesis.txt")
    let session = await Session.run(["site"] + Self.map + ["-o", folder.path("out")])
    #expect(session.exit == .outputFailed)
    #expect(session.error.contains("has thesis.txt, which is not from a site"))
    #expect(try folder.files() == ["out/thesis.txt"])
  }

  @Test(arguments: [
    ["--lists", "many"], ["--fields", "Trees"], ["--time-zone", "Mars/Olympus"],
    ["--layers", "Bushes"], ["--fields", "Trees:Color"],
  ])
  func `invalid options are refused`(options: [String]) async throws {
    let session = await Session.run(
      ["site"] + Self.map + ["-o", folder.path("out")] + options)
    #expect(session.exit == .usage, "\(session.error)")
    #expect(!folder.exists("out"))
  }

  @Test func `your own templates replace those of the same name`() async throws {
    try folder.write("<p>{{site.title}}</p>", to: "mine/pages/about.mustache")
    try folder.write("# Our own", to: "mine/README.md")
    let session = await Session.run(
      ["site"] + Self.map
        + ["-o", folder.path("out"), "--templates", folder.path("mine"), "--title", "A < B"])
    #expect(session.exit == .done)
    #expect(try folder.read("out/about.html") == Array("<p>A &lt; B</p>".utf8))
    try folder.write("x", to: "mine/pages/abuot.mustache")
    let typo = await Session.run(
      ["site"] + Self.map + ["-o", folder.path("o2"), "--templates", folder.path("mine")])
    #expect(typo.exit == .inputRefused)
    #expect(typo.error.contains("abuot.mustache"))
  }

  @Test func `a broken template is reported with its file and line`() async throws {
    try folder.write("a\n{{#open}}", to: "mine/pages/about.mustache")
    let session = await Session.run(
      ["site"] + Self.map + ["-o", folder.path("out"), "--templates", folder.path("mine")])
    #expect(session.exit == .inputRefused)
    #expect(session.error.contains("pages/about.mustache, line 2"))
    #expect(!folder.exists("out"))
  }
}
