import Bytes
import FeatureData
import GeoPackage
import Merging
import Packages
import Packaging
import Records
import SQLiteFile
import TestSupport

// Stores with photos as text, one row per line:
//
//   tree 1 DCIM/a.jpg            a tree, and the value of its text field photo; - for null
//   photo 5 of 1 a.jpg whole     an attachment with its content, or `empty`
//   photo 5 of 1 a.jpg whole -   without a digest, as other programs write it
//   photo 5 of 1 a.jpg @DCIM/a   an attachment whose content is a file
//   no photos                    without the attachments table

/// A store with trees and their photos.
struct PhotoTown {
  private var trees: [(id: Int, photo: String?)] = []
  private var photos: [[String]] = []
  private var hasPhotos = true

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "tree": trees.append((Int(words[1]) ?? 0, words[2] == "-" ? nil : words[2]))
      case "photo": photos.append(words)
      default: hasPhotos = false
      }
    }
  }

  static let relation = GeoPackageTable.attachmentRelation(
    parent: "trees", parentKey: "globalid", table: "trees_photos", mappingTable: "pairs")

  func write(to path: String) throws {
    var writer = GeoPackageWriter(
      output: try OutputFile(path: path),
      options: GeoPackageOptions(
        lastChange: 0, relations: hasPhotos ? [Self.relation] : [], pageSize: 512))
    let id = GeoPackageColumn(name: "globalid", type: .text(length: 38))
    let photo = GeoPackageColumn(name: "photo", type: .text(length: nil))
    try writer.begin(GeoPackageTable(name: "trees", columns: [id, photo]))
    for tree in trees {
      var encoder = RecordEncoder()
      encoder.appendNull()
      encoder.append(text: CityText.id(tree.id).text)
      encoder.append(FieldValue(text: tree.photo))
      let record = Self.record(encoder)
      try writer.append(record.span)
    }
    _ = try writer.endTable()
    if hasPhotos {
      try writer.begin(.attachments(of: "trees", name: "trees_photos"))
      for photo in photos {
        let record = try Self.record(photo)
        try writer.append(record.span)
      }
      _ = try writer.endTable()
    }
    try writer.finish().close()
  }

  private static func record(_ words: [String]) throws -> [UInt8] {
    guard (6...7).contains(words.count), let id = Int(words[1]), let tree = Int(words[3]) else {
      throw CityError.badLine(words.joined(separator: " "))
    }
    let path = words[5].hasPrefix("@") ? String(words[5].dropFirst()) : nil
    let content = words[5] == "empty" || path != nil ? [] : ImageContent.bytes(words[5])
    var encoder = RecordEncoder()
    GeoPackageAttachment(
      parentGlobalID: CityText.id(tree).text, globalID: CityText.id(id).text, name: words[4],
      contentType: "image/jpeg", size: content.count,
      sha256: content.isEmpty || words.count == 7 ? "" : SHA256.hex(SHA256.of(content.span)),
      path: path
    ).encode(content: content.span, into: &encoder)
    return record(encoder)
  }

  private static func record(_ encoder: RecordEncoder) -> [UInt8] {
    var record: [UInt8] = []
    encoder.write(to: &record)
    return record
  }
}

/// The bytes of images, by name.
enum ImageContent {
  static func bytes(_ name: String) -> [UInt8] {
    switch name {
    case "empty": []
    case "cut": [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xDA, 0, 2, 7, 7, 7]
    default:
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xDA, 0, 2] + Array(name.utf8) + [0xFF, 0xD9]
    }
  }

  /// Returns the name of a content.
  static func name(of bytes: Span<UInt8>) -> String {
    if bytes.isEmpty { return "empty" }
    guard bytes.count > 14, bytes[bytes.count - 1] == 0xD9 else { return "cut" }
    return String(decoding: bytes.extracting(12..<(bytes.count - 2)).copied(), as: UTF8.self)
  }
}

/// A merge of returned folders.
struct PhotoMerge {
  let folder: TemporaryFolder

  init(office: String, base: String) throws {
    folder = try TemporaryFolder()
    try PhotoTown(office).write(to: folder.path("office.gpkg"))
    try PhotoTown(base).write(to: folder.path("base.gpkg"))
  }

  /// Writes the folder that a crew returns. Files are written as `DCIM/a.jpg=whole`.
  func crew(_ name: String, _ rows: String, files: [String]) throws -> String {
    for file in files {
      let parts = file.split(separator: "=").map(String.init)
      try folder.write(ImageContent.bytes(parts[1]), to: "\(name)/\(parts[0])")
    }
    if files.isEmpty { try folder.write([], to: "\(name)/readme.txt") }
    try PhotoTown(rows).write(to: folder.path("\(name)/data.gpkg"))
    return folder.path(name)
  }

  func run(
    _ crews: [String], into office: String = "office.gpkg", to output: String = "merged.gpkg"
  ) async throws -> MergeJob.Result {
    var request = MergeRequest(
      current: folder.path(office), packages: crews, opener: .building, now: 0)
    request.bases.common = folder.path("base.gpkg")
    request.output = folder.path(output)
    return try await MergeJob(request) { _ in }.run()
  }

  /// Returns the attachments of a store, ordered by tree and name: `1 a.jpg whole`.
  func attachments(of name: String = "merged.gpkg") throws -> String {
    let store = try GeoPackageReader(path: folder.path(name))
    var lines: [String] = []
    for relation in try store.mediaRelations(of: "trees") {
      var pairs: [Int64: Int64] = [:]
      try store.forEachPair(of: relation) { pairs[$1] = $0 }
      try store.forEachAttachment(in: relation.relatedTable) { rowid, photo, content in
        let tree = GlobalID(photo.parentGlobalID).map { "\($0.low & 0xFFFF)" } ?? "?"
        let isSound =
          content.isEmpty
          || ((photo.sha256.isEmpty || photo.sha256 == SHA256.hex(SHA256.of(content)))
            && photo.size == content.count
            && photo.path == nil)
        lines.append(
          "\(tree) \(photo.name) \(ImageContent.name(of: content))"
            + (isSound ? "" : " unsound") + (pairs[rowid] == nil ? " unrelated" : ""))
      }
    }
    return lines.sorted().joined(separator: "\n")
  }
}

extension MergeJob.Result {
  /// The counts of each package: `2 taken, 1 arrived, 1 linked, 1 missing, 0 duplicate`.
  var attachmentCounts: String {
    report.packages.map { package in
      let photos = package.attachments
      return "\(photos.taken) taken, \(photos.arrived) arrived, \(photos.linked) linked, "
        + "\(photos.missing) missing, \(photos.duplicate) duplicate"
    }.joined(separator: "\n")
  }

  /// The issues, sorted: `photoMissing photo=DCIM/a.jpg`.
  var issueLines: String {
    report.issues.map { issue in
      var words = [issue.kind.rawValue]
      if let value = issue.value?.text {
        words.append((issue.field.map { $0 + "=" } ?? "") + value)
      }
      return words.joined(separator: " ")
    }.sorted().joined(separator: "\n")
  }
}
