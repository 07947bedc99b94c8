package import Bytes
import OrderedJSON
import Tiles

// The folder of a review:
//
//   index.html
//   assets/…               the files that the page uses
//   data/review.js         the content (ReviewContent+JSON.swift)
//   data/changes/points.js, data/before/points.js, data/around/points.js
//   data/changes/0000.js   details of 500 changes each, if there are more than 2,000
//   data/basemap/…         the tiles around the changes
//   photos/0012-1.jpg      photos that were added or changed
//   photos/0012-1-before.jpg  photos as they were before they were changed or deleted

/// Writes the review of a merge as a folder of web pages.
package struct ReviewPages: Sendable {
  /// With more changes than this, their details are in separate files.
  static let maximumInOneFile = 2_000
  static let shardSize = 500
  /// The name of the list of a review's files. It differs from a site's, so that a review never
  /// replaces a site.
  static let listName = ".fieldpack-review"

  private let content: ReviewContent
  private let templates: TemplateSet
  private let baseMap: PageBaseMap?

  /// - Parameters:
  ///   - baseMap: The tiles below and above the changes.
  ///   - templates: The folder with the user's templates, if there is one.
  /// - Throws: `PublishingError.unknownTemplate`, `MarkupError`, `BytesError`.
  package init(
    _ content: ReviewContent, baseMap: PageBaseMap? = nil, templates: String? = nil
  ) throws {
    self.content = content
    self.baseMap = baseMap
    self.templates = try TemplateSet(folder: templates)
  }

  /// The size of the written folder.
  package struct Written: Sendable, Equatable {
    package var files: Int
    package var bytes: Int
  }

  /// Writes the folder, and adds it to a commit. Over an earlier review, it changes only files that
  /// differ.
  ///
  /// - Parameters:
  ///   - content: Returns the bytes of an attachment; nil if there are none.
  ///   - former: Returns its bytes before the change; nil if there are none.
  ///   - others: Writes further files, given content and path. It receives the paths of the written
  ///     attachments, by table and GlobalID.
  /// - Throws: `PublishingError.notASiteFolder`, `.changedByHand`, `MarkupError`, `BytesError`,
  ///   and the errors of `content`, `former` and `others`.
  package func write(
    to path: String, overwrite: Bool = false, with joint: JointCommit,
    content attachmentContent: (ReviewContent.Attachment) throws -> [UInt8]? = { _ in nil },
    former: (ReviewContent.Attachment) throws -> [UInt8]? = { _ in nil },
    others: (
      _ paths: [String: [String: String]], _ write: ([UInt8], String) throws -> Void
    ) throws -> Void = { _, _ in }
  ) throws -> Written {
    var output = try SiteOutput(path: path, overwrite: overwrite, listName: Self.listName)
    let page = try templates.render("review", view)
    try output.write(page, to: "index.html")
    for asset in templates.assets(namedIn: page) {
      try output.write(asset.content, to: asset.path)
    }
    var paths: [String: [String: String]] = [:]
    let details = try content.changes.indices.map { index in
      let sources = try writeAttachments(of: index, into: &output, attachmentContent)
      let formerSources = try writeAttachments(of: index, "-before", into: &output, former)
      for (item, path) in zip(content.changes[index].attachments?.items ?? [], sources) {
        paths[item.table, default: [:]][item.id] = path
      }
      return content.changes[index].detail(sources: sources, formerSources: formerSources)
    }
    try writeData(details, into: &output)
    try others(paths) { try output.write($0, to: $1) }
    let written = Written(
      files: output.files.count, bytes: output.files.reduce(0) { $0 + $1.size })
    _ = try output.commit(with: joint)
    return written
  }

  // MARK: Data

  private func writeData(_ details: [JSON], into output: inout SiteOutput) throws {
    let changes = content.changes
    let after = ReviewPoints(changes.map(\.point), classes: changes.map(Self.mapClass))
    let before = ReviewPoints(changes.map(\.formerPoint))
    try output.write(after.script(layer: "changes"), to: "data/changes/points.js")
    if before.count > 0 {
      try output.write(before.script(layer: "before"), to: "data/before/points.js")
    }
    if !content.surroundings.isEmpty {
      try output.write(
        ReviewPoints(content.surroundings).script(layer: "around"), to: "data/around/points.js")
    }
    let isSharded = changes.count > Self.maximumInOneFile
    if isSharded { try writeShards(details, into: &output) }
    var script = ScriptText("review")
    for (name, value) in content.head(
      details: isSharded ? nil : details, extent: after.extent, moved: before.count,
      shardSize: isSharded ? Self.shardSize : nil)
    {
      script.member(name, value)
    }
    script.member("base", try writeBaseMap(around: [after, before], into: &output))
    try output.write(script.finish(), to: "data/review.js")
  }

  /// Writes the tiles around changes.
  ///
  /// - Returns: what the page must know about them; null without tiles.
  private func writeBaseMap(
    around changes: [ReviewPoints], into output: inout SiteOutput
  ) throws -> JSON {
    guard var baseMap else { return .null }
    // What is said about tiles was said when the packages were built.
    _ = baseMap.settle(
      around: TileSurroundings { add in
        for points in changes { points.forEach(add) }
      })
    return try baseMap.write(into: &output) { _ in }.json
  }

  private func writeShards(_ details: [JSON], into output: inout SiteOutput) throws(BytesError) {
    for (number, start) in stride(from: 0, to: details.count, by: Self.shardSize).enumerated() {
      let range = start..<min(start + Self.shardSize, details.count)
      var script = ScriptText("shard", layer: "changes", number: number)
      script.member("ids", .array(content.changes[range].map { .string($0.id) }))
      script.member("slots", [[.array(Array(details[range]))]])
      try output.write(script.finish(), to: "data/changes/\(Shard.name(number)).js")
    }
  }

  /// Returns the class of a change on the map: its kind, plus 4 if it uses its parent's point.
  private static func mapClass(_ change: ReviewContent.Change) -> UInt8 {
    kind(change) + (change.usesParentPoint ? 4 : 0)
  }

  /// Returns the kind of a change, numbered as in content.js.
  private static func kind(_ change: ReviewContent.Change) -> UInt8 {
    guard change.conflicts.isEmpty else { return 3 }
    return switch change.action {
    case .added: 0
    case .updated: 1
    case .deleted: 2
    }
  }

  // MARK: Attachments

  /// The endings of pictures that browsers can show. Other attachments are only listed.
  private static let pictures: Set<String> = ["jpg", "jpeg", "png", "gif", "webp"]

  private func writeAttachments(
    of index: Int, _ suffix: String = "", into output: inout SiteOutput,
    _ content: (ReviewContent.Attachment) throws -> [UInt8]?
  ) throws -> [String?] {
    try (self.content.changes[index].attachments?.items ?? []).enumerated().map { number, item in
      let ending = String(item.name.split(separator: ".").last ?? "").lowercased()
      guard Self.pictures.contains(ending), let bytes = try content(item) else { return nil }
      // The page shows the real name. The file gets a name that is valid in every file system.
      let path = "photos/\(Shard.name(index))-\(number + 1)\(suffix).\(ending)"
      try output.write(bytes, to: path)
      return path
    }
  }

  // MARK: The page

  private var view: JSON {
    let changes = content.changes
    func count(_ glyph: String, word: String, kind: UInt8) -> JSON {
      let number = changes.count { Self.kind($0) == kind }
      return ["glyph": .string(glyph), "text": .string("\(NumberText.grouped(number)) \(word)")]
    }
    return [
      "page": [
        "title": .string("\(content.isReadOnly ? "Changes" : "Review") · \(content.title)"),
        "root": "",
      ],
      "review": [
        "title": .string(content.title), "subtitle": .string(content.subtitle),
        "what": .string(content.isReadOnly ? "package" : "merge"),
        "decides": .bool(!content.isReadOnly),
        "counts": [
          count("+", word: "added", kind: 0), count("~", word: "updated", kind: 1),
          count("−", word: "deleted", kind: 2), count("!", word: "conflicts", kind: 3),
        ],
      ],
    ]
  }
}
