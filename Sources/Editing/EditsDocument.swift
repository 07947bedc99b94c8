// Edits in the form that a feature service's applyEdits takes with useGlobalIds=true:
//
//   [{ "id": 0 | "layer or table", "url": address of the layer in its service, may be missing,
//      "adds":    [{"attributes": {…}, "geometry": {…}}],
//      "updates": [{"attributes": {"GlobalID": "…", …}, "geometry": {…}}],
//      "deletes": ["GlobalID" | object id],
//      "attachments": {
//        "adds":    [{"parentGlobalId": "…", "globalId": "…", "name": "a.jpg", "contentType": "…",
//                     "data": "base64" | "file": "path beside this document"}],
//        "updates": [the same with the attachment's globalId],
//        "deletes": ["GlobalID"] }}]
//
// The list may be in a member "edits". Geometries are Esri JSON. Without a spatial reference, a
// geometry is in the spatial reference of the layer in the package.

import MapModel
import OrderedJSON
import Packages

/// A document of edits.
struct EditsDocument: Sendable {
  /// The edits of one layer or table.
  struct Layer: Sendable {
    /// The layer's number in its service, or its name.
    var id: JSON
    /// Its address; nil if the document has none. Layers of two services can have the same number.
    var address: ServiceAddress?
    var adds: [JSON]
    var updates: [JSON]
    var deletes: [JSON]
    var attachmentAdds: [JSON]
    var attachmentUpdates: [JSON]
    var attachmentDeletes: [JSON]
  }

  var layers: [Layer]

  /// Reads a document.
  ///
  /// - Throws: `PackagingError.edits`.
  init(_ json: JSON, path: String) throws {
    guard let list = json.array ?? json["edits"]?.array else {
      throw PackagingError.edits(
        path: path, expected: "a list of layers, each with id, adds, updates, deletes")
    }
    layers = []
    for (index, entry) in list.enumerated() {
      guard entry.object != nil, let id = entry["id"], id.int != nil || id.string != nil else {
        throw PackagingError.edits(
          path: "\(path): [\(index)]", expected: "an \"id\": a layer's number or name")
      }
      let attachments = entry["attachments"] ?? .object(JSONObject())
      func list(_ json: JSON, _ key: String, prefix: String = "") throws -> [JSON] {
        guard let value = json[key], !value.isNull else { return [] }
        guard let list = value.array else {
          throw PackagingError.edits(
            path: "\(path): [\(index)].\(prefix)\(key)", expected: "a list")
        }
        return list
      }
      layers.append(
        Layer(
          id: id, address: entry["url"]?.string.flatMap { ServiceAddress(parsing: $0) },
          adds: try list(entry, "adds"), updates: try list(entry, "updates"),
          deletes: try list(entry, "deletes"),
          attachmentAdds: try list(attachments, "adds", prefix: "attachments."),
          attachmentUpdates: try list(attachments, "updates", prefix: "attachments."),
          attachmentDeletes: try list(attachments, "deletes", prefix: "attachments.")))
    }
  }
}
