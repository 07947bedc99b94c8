import Bytes
import FeatureData
import FoundationEssentials
import GeoPackage
import MapModel
import OrderedJSON
import Packages

extension EditSession {
  /// Reads the attachments of a table's records, once.
  mutating func loadMedia(_ name: String) throws {
    guard media[name] == nil else { return }
    let inRows = package.isSingleStore || package.manifest?["photos"]?.string == "blobs"
    media[name] = try EditableMedia(of: name, in: package.store, isInRows: inRows)
  }

  /// Adds an attachment, or replaces one.
  mutating func attach(
    _ json: JSON, to name: String, replaces: Bool, index: Int, files: FolderFiles
  ) throws -> EditResult {
    guard let table = tables[name] else { return EditResult(errors: [.layerNotFound]) }
    var result = EditResult(globalID: json["globalId"]?.string.flatMap { GlobalID($0) })
    let what = replaces ? "Updating" : "Adding"
    func failed(_ reason: String) -> EditError {
      EditError(replaces ? 1_009 : 1_008, "\(what) an attachment failed. \(reason)")
    }
    do {
      if let error = refusal(
        of: table.map.layer.allowsUpdate, in: table, operation: "\(what) attachments")
      {
        throw error
      }
      guard table.map.layer.hasAttachments else { throw failed("The layer has no attachments.") }
      try loadMedia(name)
      guard var media = media[name], media.isWritable else {
        throw failed("The attachment table has extra columns.")
      }
      let item = try item(
        json, index: index, replaces: replaces, table: table, media: media, files: files,
        failed: failed)
      result.globalID = item.id
      try replaces ? media.replace(item) : media.add(item)
      self.media[name] = media
    } catch let error as EditError {
      result.errors = [error]
    }
    return result
  }

  /// Removes an attachment.
  mutating func detach(_ id: JSON, of name: String) throws -> EditResult {
    guard let table = tables[name] else { return EditResult(errors: [.layerNotFound]) }
    let id = id.string.flatMap { GlobalID($0) }
    var result = EditResult(globalID: id)
    if let error = refusal(
      of: table.map.layer.allowsDelete, in: table, operation: "Deleting attachments")
    {
      result.errors = [error]
      return result
    }
    try loadMedia(name)
    guard let id, media[name]?.attachment(id) != nil else {
      result.errors = [EditError(1_010, "Deleting an attachment failed. Object is missing.")]
      return result
    }
    media[name]?.remove(id)
    return result
  }

  private func item(
    _ json: JSON, index: Int, replaces: Bool, table: EditableTable, media: EditableMedia,
    files: FolderFiles, failed: (String) -> EditError
  ) throws -> EditableMedia.Item {
    let given = json["globalId"]?.string
    let id = given.flatMap { GlobalID($0) }
    if given != nil, id == nil { throw EditError(1_021, "Empty GlobalID.") }
    let old = replaces ? id.flatMap { media.attachment($0) } : nil
    if replaces, old == nil { throw failed("Object is missing.") }
    if let id, !replaces, media.isTaken(id) {
      throw EditError(1_022, "Unique constraint violation error on inserting the value.")
    }
    guard let parent = GlobalID(json["parentGlobalId"]?.string ?? old?.parentGlobalID ?? ""),
      table.find(parent) != nil
    else { throw failed("The parent is missing.") }
    guard let name = json["name"]?.string ?? old?.name, !name.isEmpty else {
      throw failed("The attachment has no name.")
    }
    return EditableMedia.Item(
      parent: parent, id: id ?? identity(of: name, parent: parent, in: media), name: name,
      contentType: json["contentType"]?.string ?? ContentType(fileName: name).name,
      keywords: json["keywords"]?.string ?? old?.keywords,
      content: try content(json, files: files, failed: failed))
  }

  private func identity(of name: String, parent: GlobalID, in media: EditableMedia) -> GlobalID {
    var id = GlobalID(namespace: parent, name: name)
    var number = 2
    while media.isTaken(id) {
      id = GlobalID(namespace: parent, name: "\(name)/\(number)")
      number += 1
    }
    return id
  }

  /// The bytes of an attachment: base64 text, or a file in the document's folder or below it.
  private func content(
    _ json: JSON, files: FolderFiles, failed: (String) -> EditError
  ) throws -> PackageRewriting.FileContent {
    if let text = json["data"]?.string {
      guard let data = Data(base64Encoded: text) else {
        throw failed("The member data is not base64.")
      }
      return .bytes(Array(data))
    }
    guard let path = json["file"]?.string else {
      throw failed("The attachment has neither data nor file.")
    }
    guard try files.open(path) != nil else {
      throw failed("The folder of the edits has no file \(path).")
    }
    return .file(files, path)
  }
}
