import Bytes
import Foundation
import OrderedJSON
import Publishing
import TestSupport
import Testing

/// The files of a merge's review.
@Suite struct ReviewPagesTests {
  private static func write(
    _ content: ReviewContent, to folder: TemporaryFolder, _ name: String = "review"
  ) throws -> [String: Data] {
    let joint = JointCommit()
    _ = try ReviewPages(content).write(
      to: folder.path(name), with: joint,
      content: { $0.note == "2 MB" ? Array("not quite a picture".utf8) : nil },
      former: { $0.id.hasSuffix("-2}") ? Array("the former picture".utf8) : nil })
    try joint.run()
    return try DemoSiteTests.files(folder, name)
  }

  private static func call(_ data: Data?) throws -> [JSON] {
    let text = String(decoding: try #require(data), as: UTF8.self)
    let start = try #require(text.firstIndex(of: "("))
    let end = try #require(text.lastIndex(of: ")"))
    let inside = "[" + text[text.index(after: start)..<end] + "]"
    return try JSONParser.parse(Array(inside.utf8)).array ?? []
  }

  @Test func `the folder contains the page, its assets and its data`() throws {
    let folder = try TemporaryFolder()
    let files = try Self.write(ReviewSample.content(changes: 120), to: folder)
    let page = String(decoding: try #require(files["index.html"]), as: UTF8.self)
    for part in page.components(separatedBy: "\"").filter({ $0.hasPrefix("assets/") }) {
      #expect(files[part] != nil, "\(part)")
    }
    #expect(files["assets/mappage.js"] == nil && files["assets/templates.js"] == nil)
    let head = try Self.call(files["data/review.js"])[0]
    #expect(head["format"]?.string == "fieldpack.review/1")
    #expect(head["changes"]?.array?.count == 120)
    #expect(head["shardSize"]?.isNull == true)
    #expect(head["moved"]?.int == 3)
    #expect(head["packages"]?[0]?["counts"]?["conflicts"]?.int == 3)
    let points = try Self.call(files["data/changes/points.js"])[1]
    // Records of tables have no point.
    #expect(points["n"]?.int == 120 && points["none"]?.array?.count == 6)
    #expect(try Self.call(files["data/around/points.js"])[1]["n"]?.int == 200)
    #expect(files["photos/0040-1.jpg"] != nil && files["photos/0040-2.jpg"] == nil)
  }

  @Test func `a conflict has its fields, attachments and both points`() throws {
    let folder = try TemporaryFolder()
    let files = try Self.write(ReviewSample.content(changes: 41), to: folder)
    let change = try #require(try Self.call(files["data/review.js"])[0]["changes"]?[40])
    #expect(change["open"]?.bool == true)
    #expect(change["conflicts"]?.array?.compactMap(\.int) == [1, 2])
    #expect(change["attached"]?[1]?[1]?.string == "{photo-40-2}")
    let detail = try #require(change["detail"])
    #expect(detail["fields"]?[0]?["currentBy"]?.string == "office, 18 March")
    #expect(detail["from"]?[0]?.double == -122.6304)
    #expect(detail["photos"]?["items"]?[0]?["src"]?.string == "photos/0040-1.jpg")
    #expect(detail["photos"]?["items"]?[1]?["src"]?.isNull == true)
    #expect(detail["photos"]?["items"]?[0]?["was"]?.isNull == true)
    #expect(detail["photos"]?["items"]?[1]?["was"]?.string == "photos/0040-2-before.jpg")
  }

  @Test func `many changes are split into parts of 500`() throws {
    let folder = try TemporaryFolder()
    let files = try Self.write(ReviewSample.content(changes: 2_101, packages: 3), to: folder)
    let head = try Self.call(files["data/review.js"])[0]
    #expect(head["shardSize"]?.int == 500)
    #expect(head["changes"]?[0]?["detail"] == nil)
    let last = try Self.call(files["data/changes/0004.js"])
    #expect(last[0].string == "changes" && last[1].int == 4)
    #expect(last[2]["ids"]?.array?.count == 101)
    #expect(last[2]["slots"]?[0]?[0]?[100]?["story"]?.string?.isEmpty == false)
    #expect(files["data/changes/0005.js"] == nil)
  }

  @Test func `the same content gives the same bytes, and an earlier review is updated`()
    throws
  {
    let folder = try TemporaryFolder()
    let content = ReviewSample.content(changes: 50)
    let first = try Self.write(content, to: folder)
    #expect(try Self.write(content, to: folder, "other") == first)
    let fewer = try Self.write(ReviewSample.content(changes: 30), to: folder)
    #expect(fewer["photos/0040-1.jpg"] == nil && fewer["assets/map.js"] == first["assets/map.js"])
  }

  @Test func `a folder with other content is unchanged`() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "review/.fieldpack-site")
    #expect(throws: PublishingError.self) {
      try Self.write(ReviewSample.content(changes: 1), to: folder)
    }
    #expect(try DemoSiteTests.files(folder, "review").keys.sorted() == [".fieldpack-site"])
  }

  @Test func `no value escapes its context`() throws {
    let folder = try TemporaryFolder()
    let files = try Self.write(
      ReviewSample.content(changes: 120, texts: ReviewSample.hostile), to: folder)
    for (path, data) in files where path.hasPrefix("data/") {
      #expect(!data.contains(UInt8(ascii: "<")), "\(path)")
      _ = try Self.call(data)
    }
    let page = String(decoding: try #require(files["index.html"]), as: UTF8.self)
    #expect(
      page.components(separatedBy: "<script").dropFirst().allSatisfy { $0.hasPrefix(" defer") })
  }

  @Test func `a merge without changes also has a page`() throws {
    let folder = try TemporaryFolder()
    let files = try Self.write(ReviewSample.content(changes: 0), to: folder)
    #expect(try Self.call(files["data/review.js"])[0]["extent"]?.isNull == true)
  }
}
