import Bytes
import OrderedJSON

// The folder of a review:
//
//   index.html
//   assets/…               what the page names
//   data/review.js         the content (ReviewContent+JSON.swift)
//   data/changes/points.js, data/before/points.js, data/around/points.js
//   data/changes/0000.js   details of 500 changes each, where there are more than 2,000
//   photos/0012-1.jpg      photos that came or went

/// The review of a merge as a folder that opens by a double click.
package struct ReviewPages: Sendable {
  /// Above so many changes their details come in files of their own.
  static let mostInOneFile = 2_000
  static let shardSize = 500
  /// The name of the list of a review's files: a review never replaces a site.
  static let listName = ".fieldpack-review"

  private let content: ReviewContent
  private let templates: TemplateSet

  /// - Parameter templates: the user's templates; nil for none.
  /// - Throws: `PublishingError.unknownTemplate`, `.template`, `.file`.
  package init(_ content: ReviewContent, templates: String? = nil) throws(PublishingError) {
    self.content = content
    self.templates = try TemplateSet(folder: templates)
  }

  /// What was written.
  package struct Written: Sendable, Equatable {
    package var files: Int
    package var bytes: Int
  }

  /// Writes the folder, whole or not at all; over an earlier review only what differs.
  ///
  /// - Parameters:
  ///   - photo: the bytes of a photo; nil where there are none.
  ///   - others: writes what else belongs into the folder, by content and path; it is told the paths
  ///     of the photos there, by their tables and GlobalIDs.
  /// - Throws: `PublishingError.notASiteFolder`, `.changedByHand`, `.template`, `.file`; what
  ///   `photo` and `others` throw.
  package func write(
    to path: String, overwrite: Bool = false,
    photo: (ReviewContent.Photo) throws -> [UInt8]? = { _ in nil },
    others: (
      _ photos: [String: [String: String]], _ write: ([UInt8], String) throws -> Void
    ) throws -> Void = { _, _ in }
  ) throws -> Written {
    var output = try SiteOutput(path: path, overwrite: overwrite, listName: Self.listName)
    let page = try templates.render("review", view)
    try output.write(page, to: "index.html")
    for asset in templates.assets(namedIn: page) {
      try output.write(asset.content, to: asset.path)
    }
    var photos: [String: [String: String]] = [:]
    let details = try content.changes.indices.map { index in
      let sources = try writePhotos(of: index, into: &output, photo)
      for (item, path) in zip(content.changes[index].photos?.items ?? [], sources) {
        photos[item.table, default: [:]][item.id] = path
      }
      return content.changes[index].detail(sources: sources)
    }
    try writeData(details, into: &output)
    try others(photos) { try output.write($0, to: $1) }
    let written = Written(
      files: output.files.count, bytes: output.files.reduce(0) { $0 + $1.size })
    _ = try output.commit()
    return written
  }

  // MARK: Data

  private func writeData(_ details: [JSON], into output: inout SiteOutput) throws(BytesError) {
    let changes = content.changes
    let after = ReviewPlaces(changes.map(\.place), classes: changes.map(Self.drawn))
    let before = ReviewPlaces(changes.map(\.formerPlace))
    try output.write(after.script(layer: "changes"), to: "data/changes/points.js")
    if before.count > 0 {
      try output.write(before.script(layer: "before"), to: "data/before/points.js")
    }
    if !content.surroundings.isEmpty {
      try output.write(
        ReviewPlaces(content.surroundings).script(layer: "around"), to: "data/around/points.js")
    }
    let isSharded = changes.count > Self.mostInOneFile
    if isSharded { try writeShards(details, into: &output) }
    var script = ScriptText("review")
    for (name, value) in content.head(
      details: isSharded ? nil : details, extent: after.extent, moved: before.count,
      shardSize: isSharded ? Self.shardSize : nil)
    {
      script.member(name, value)
    }
    try output.write(script.finish(), to: "data/review.js")
  }

  private func writeShards(_ details: [JSON], into output: inout SiteOutput) throws(BytesError) {
    for (number, start) in stride(from: 0, to: details.count, by: Self.shardSize).enumerated() {
      let range = start..<min(start + Self.shardSize, details.count)
      var script = ScriptText("shard", layer: "changes", number: number)
      script.member("ids", .array(content.changes[range].map { .string($0.id) }))
      script.member("slots", [[.array(Array(details[range]))]])
      try output.write(script.finish(), to: "data/changes/\(ShardMaker.name(number)).js")
    }
  }

  /// The class by which the map draws a change: its kind, and 4 more on the place of a parent.
  private static func drawn(_ change: ReviewContent.Change) -> UInt8 {
    kind(change) + (change.isPlacedByParent ? 4 : 0)
  }

  /// The kind of a change, as content.js numbers them.
  private static func kind(_ change: ReviewContent.Change) -> UInt8 {
    guard change.conflicts.isEmpty else { return 3 }
    return switch change.action {
    case .added: 0
    case .updated: 1
    case .deleted: 2
    }
  }

  // MARK: Photos

  /// Pictures that browsers show; others are named only.
  private static let pictures: Set<String> = ["jpg", "jpeg", "png", "gif", "webp"]

  private func writePhotos(
    of index: Int, into output: inout SiteOutput,
    _ photo: (ReviewContent.Photo) throws -> [UInt8]?
  ) throws -> [String?] {
    try (content.changes[index].photos?.items ?? []).enumerated().map { number, item in
      let ending = String(item.name.split(separator: ".").last ?? "").lowercased()
      guard Self.pictures.contains(ending), let bytes = try photo(item) else { return nil }
      // The true name is shown; files have names that are good in every file system.
      let path = "photos/\(ShardMaker.name(index))-\(number + 1).\(ending)"
      try output.write(bytes, to: path)
      return path
    }
  }

  // MARK: The page

  private var view: JSON {
    let changes = content.changes
    func count(_ glyph: String, _ word: String, _ kind: UInt8) -> JSON {
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
          count("+", "added", 0), count("~", "updated", 1), count("−", "deleted", 2),
          count("!", "conflicts", 3),
        ],
      ],
    ]
  }
}
