import Console
import Foundation
import TestSupport
import Testing

/// Attachments come from crews. No browser may run them in a site or a review.
@Suite struct PublishedAttachmentsTests {
  private static let page = "<!doctype html><script>ran()</script>"

  /// An attachment's name and content, and the name of its file in a site.
  struct File: Sendable, CustomTestStringConvertible {
    var name: String
    var content: [UInt8]
    var published: String
    var testDescription: String { name }

    init(_ name: String, _ content: String, _ published: String) {
      (self.name, self.content, self.published) = (name, Array(content.utf8), published)
    }

    init(photo name: String, _ published: String) {
      content = [0xFF, 0xD8, 0xFF, 0xE0] + Array("a photo".utf8)
      (self.name, self.published) = (name, published)
    }
  }

  static let files = [
    File("notes.html", page, "notes-html.txt"), File("index.html", page, "index-html.txt"),
    File("Plan.SVG", "<svg onload='ran()'/>", "plan-svg.txt"),
    File("a.xhtml", page, "a-xhtml.txt"), File("b.xml", page, "b-xml.txt"),
    File("c.js", "ran()", "c-js.txt"), File("d.mht", "MIME-Version: 1.0", "d-mht.txt"),
    File("e.php.jpg", page, "e-php.jpg.txt"), File("f", page, "f.txt"),
    File("g.heic", "\u{FEFF}\n " + page, "g.heic.txt"), File("h.pdf", "%PDF-1.7", "h.pdf"),
    File("i.txt", page, "i.txt"), File("j.docx", "PK\u{3}\u{4}", "j.docx"),
    File("k.exe", "MZ", "k-exe.txt"), File("l.html.", page, "l-html.txt"),
    File(photo: "m.jpg", "m.jpg"), File(photo: "n.JPEG", "n.jpeg"),
    File(photo: "o.jpg.html", "o-jpg-html.txt"),
  ]

  private static let record = "00000000-0000-4000-8000-000000000001"

  /// A package with all the files as attachments of a tree.
  private static let city = Task<SmallCity, any Error> {
    let city = try SmallCity()
    try city.declareAttachments()
    for file in files {
      try city.folder.write(file.content, to: "data/attachments/Trees/\(record)/\(file.name)")
    }
    try await Session.done(
      ["build", "-o", city.folder.path("a.mmpk"), "--review", "always"] + city.inputs)
    return city
  }

  @Test func `a damaged attachment costs only itself`() async throws {
    let city = try await Self.city.value
    let folder = try TemporaryFolder()
    var package = try city.folder.read("a.mmpk")
    let file = try #require(package.firstRange(of: Array("h.pdf%PDF-1.7".utf8)))
    package[file.upperBound - 1] ^= 1
    try folder.write(package, to: "a.mmpk")
    let session = await Session.run(["site", folder.path("a.mmpk"), "-o", folder.path("site")])
    #expect(session.exit == .done, "\(session.error)")
    #expect(session.error.contains("ATT_NOT_READABLE"), "\(session.error)")
    #expect(session.error.contains("h.pdf"), "\(session.error)")
    let photos = try folder.files().filter { $0.hasPrefix("site/photos/") }
    #expect(photos.count == Self.files.count - 1)
    #expect(!photos.contains { $0.hasSuffix("h.pdf") })
  }

  private static let site = Task<(SmallCity, Session), any Error> {
    let city = try await Self.city.value
    let session = try await Session.done([
      "site", city.folder.path("a.mmpk"), "-o", city.folder.path("site"),
    ])
    return (city, session)
  }

  @Test(arguments: files)
  func `a file that a browser could run is published as text, whatever its name and content say`(
    file: File
  ) async throws {
    let (city, _) = try await Self.site.value
    let folder = "site/photos/\(Self.record)"
    #expect(try city.folder.read("\(folder)/\(file.published)") == file.content)
  }

  @Test func `no other files are published, and those that became text are told`() async throws {
    let (city, session) = try await Self.site.value
    let names = try FileManager.default.contentsOfDirectory(
      atPath: city.folder.path("site/photos/\(Self.record)"))
    #expect(names.sorted() == Self.files.map(\.published).sorted())
    let texts = Self.files.filter { $0.published.hasSuffix(".txt") && $0.name != "i.txt" }
    #expect(
      session.error.contains(
        "warning[ATT_AS_TEXT]: Trees: \(texts.count) attachments are published as text (.txt)"),
      "\(session.error)")
    let list = String(decoding: try city.folder.read("site/list/trees-0001.html"), as: UTF8.self)
    #expect(list.contains("notes-html.txt\" download>notes.html</a>"))
    #expect(!list.contains("<img src=\"../photos/\(Self.record)/e-php"))
  }

  @Test(.needs(.program("unzip")))
  func `the pages in a package link to no file that runs`() async throws {
    let city = try await Self.city.value
    _ = try await #require(Tool.unzip).output(
      ["-q", city.folder.path("a.mmpk"), "-d", city.folder.path("unpacked")])
    _ = try await #require(Tool.unzip).output(
      [
        "-q", city.folder.path("unpacked/review.zip"), "-d", city.folder.path("unpacked/review"),
      ])
    let shard = String(
      decoding: try city.folder.read("unpacked/review/data/trees/0000.js"), as: UTF8.self)
    #expect(shard.contains("../attachments/"))
    #expect(!shard.contains("/notes.html"))
    // They are only named.
    #expect(shard.contains(#"{"name":"notes.html","src":"","isImage":false"#))
  }
}
