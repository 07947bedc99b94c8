// The document that `merge --review` writes, as `push` reads it:
//
//   [{"id": number or name, "url": address of the layer, "globalIdField": name,
//     "adds": [feature], "updates": [feature], "deletes": [GlobalID], "before": [feature],
//     "attachments": {"adds": [attachment], "updates": [attachment], "deletes": [GlobalID],
//                     "before": [attachment]}}]
//
// `before` has what the merge found in the office data: the former values of each update, and all
// values of each deleted record.

import Bytes
import FeatureData
import MapModel
import OrderedJSON
import Packages

/// The edits of one layer or table.
struct FiledLayer: Sendable {
  /// The number of the layer in its service, or the name of its table.
  let id: JSON
  /// The address of the layer; nil if the map has none.
  let address: ServiceAddress?
  let records: [FiledRecord]
  let attachments: [FiledAttachment]
}

/// What to do with a record or an attachment.
enum EditAction: String, Sendable, CaseIterable {
  case add, update, delete
}

/// An edit of a record.
struct FiledRecord: Sendable {
  let action: EditAction
  let id: GlobalID
  /// The record as it should be, with all fields or those that change; nil for deletions.
  var feature: JSON?
  /// The record as the merge found it; nil for additions.
  var before: JSON?
}

/// An edit of an attachment.
struct FiledAttachment: Sendable {
  let action: EditAction
  let id: GlobalID
  /// The record that it belongs to.
  let parent: GlobalID
  /// The content; nil for deletions.
  let content: Content?
  /// The attachment as the merge found it. An update without it brings the bytes of an attachment
  /// that had been missing.
  let before: Former?

  /// A file beside the document.
  struct Content: Sendable {
    let path: String
    let name: String
    let type: String
    let size: Int
    let sha256: String
    let keywords: String?
  }

  /// An attachment that exists.
  struct Former: Sendable {
    let name: String
    let size: Int
    let sha256: String
  }
}

/// A file of edits.
struct EditsFile: Sendable {
  /// The path of the file.
  let path: String
  let layers: [FiledLayer]
  /// A digest of the file.
  let digest: String

  /// The files beside the document.
  var files: FolderFiles { FolderFiles(LocalPath.folder(of: path)) }

  /// The name of the file in the folder of a review, and that of the report beside it.
  static let name = "edits.json"
  private static let report = "report.json"

  /// Reads a file, or the one in the folder of a review.
  ///
  /// - Throws: `PushError.editsUnusable`, `.undecided`, and errors of reading.
  init(at path: String) throws {
    guard try LocalPath.isFolder(path) else {
      try self.init(file: path)
      return
    }
    let folder = FolderFiles(path).path
    try self.init(file: "\(folder)/\(Self.name)")
    let report = try JSONDocument.read(path: "\(folder)/\(Self.report)")
    let open = (report["conflicts"]?.array ?? []).filter(Self.isOpen)
    guard open.isEmpty else {
      throw PushError.undecided(path: path, conflicts: open.count)
    }
  }

  private init(file: String) throws {
    let bytes = try JSONDocument.readBytes(path: file)
    let json = try JSONDocument.parse(bytes, path: file)
    guard let list = json.array ?? json["edits"]?.array else {
      throw PushError.editsUnusable(path: file, expected: "a list of layers")
    }
    path = file
    digest = SHA256.hex(SHA256.of(bytes.span))
    layers = try list.enumerated().map { index, json in
      try FiledLayer(json, path: "\(file): [\(index)]")
    }
  }

  /// Whether two sides left different values, and nobody chose one of them.
  private static func isOpen(_ conflict: JSON) -> Bool {
    let kinds = ["update/update", "update/delete", "delete/update", "insert/insert"]
    return conflict["decided"]?.bool != true
      && kinds.contains { conflict["kind"]?.string?.hasSameUTF8(as: $0) == true }
  }
}

extension FiledLayer {
  fileprivate init(_ json: JSON, path: String) throws(PushError) {
    guard let id = json["id"], id.int != nil || id.string != nil else {
      throw .editsUnusable(path: path, expected: "an \"id\": a layer's number or name")
    }
    self.id = id
    address = json["url"]?.string.flatMap { ServiceAddress(parsing: $0) }
    let idField = json["globalIdField"]?.string ?? "GlobalID"
    func globalID(_ feature: JSON) -> GlobalID? {
      (feature["attributes"]?[idField]?.string).flatMap { GlobalID($0) }
    }
    let before = Self.byID(try Self.list(json, "before", path), globalID)
    var records: [FiledRecord] = []
    for (action, key) in [(EditAction.add, "adds"), (.update, "updates"), (.delete, "deletes")] {
      for json in try Self.list(json, key, path) {
        let id = action == .delete ? json.string.flatMap { GlobalID($0) } : globalID(json)
        guard let id, !id.isNone else {
          throw .editsUnusable(path: "\(path).\(key)", expected: "a GlobalID for each record")
        }
        guard action == .add || before[id] != nil else {
          throw .editsUnusable(
            path: "\(path).before", expected: "the former values of record \(id.text)")
        }
        records.append(
          FiledRecord(
            action: action, id: id, feature: action == .delete ? nil : json,
            before: action == .add ? nil : before[id]))
      }
    }
    self.records = records
    attachments = try Self.attachments(json["attachments"] ?? .null, "\(path).attachments")
  }

  private static func attachments(
    _ json: JSON, _ path: String
  ) throws(PushError) -> [FiledAttachment] {
    let before = byID(try list(json, "before", path)) {
      $0["globalId"]?.string.flatMap { GlobalID($0) }
    }
    var attachments: [FiledAttachment] = []
    for (action, key) in [(EditAction.add, "adds"), (.update, "updates"), (.delete, "deletes")] {
      for json in try list(json, key, path) {
        let text = action == .delete ? json.string : json["globalId"]?.string
        let former = text.flatMap { GlobalID($0) }.flatMap { before[$0] }
        let described = action == .delete ? former : json
        guard let id = text.flatMap({ GlobalID($0) }),
          let parent = (described?["parentGlobalId"]?.string).flatMap({ GlobalID($0) })
        else {
          throw .editsUnusable(
            path: "\(path).\(key)", expected: "attachments with globalId and parentGlobalId")
        }
        let content = action == .delete ? nil : FiledAttachment.Content(json)
        guard action == .delete || content != nil else {
          throw .editsUnusable(
            path: "\(path).\(key)", expected: "attachments with file, name, size and sha256")
        }
        attachments.append(
          FiledAttachment(
            action: action, id: id, parent: parent, content: content,
            before: former.flatMap(FiledAttachment.Former.init)))
      }
    }
    return attachments
  }

  private static func list(
    _ json: JSON, _ key: String, _ path: String
  ) throws(PushError) -> [JSON] {
    guard let value = json[key], !value.isNull else { return [] }
    guard let list = value.array else {
      throw .editsUnusable(path: "\(path).\(key)", expected: "a list")
    }
    return list
  }

  private static func byID(_ list: [JSON], _ id: (JSON) -> GlobalID?) -> [GlobalID: JSON] {
    var all: [GlobalID: JSON] = [:]
    for json in list { if let id = id(json) { all[id] = json } }
    return all
  }
}

extension FiledAttachment.Content {
  fileprivate init?(_ json: JSON) {
    guard let path = json["file"]?.string, let name = json["name"]?.string,
      let size = json["size"]?.int, let sha256 = json["sha256"]?.string
    else { return nil }
    (self.path, self.name, self.size, self.sha256) = (path, name, size, sha256)
    type = json["contentType"]?.string ?? ""
    keywords = json["keywords"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension FiledAttachment.Former {
  fileprivate init?(_ json: JSON) {
    guard let name = json["name"]?.string, let size = json["size"]?.int,
      let sha256 = json["sha256"]?.string
    else { return nil }
    (self.name, self.size, self.sha256) = (name, size, sha256)
  }
}
