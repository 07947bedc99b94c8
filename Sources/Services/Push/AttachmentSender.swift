import Bytes
import FeatureData
import OrderedJSON

/// Adds, replaces and removes attachments of the records of one layer, one after the other.
///
/// Services number attachments and name them as they like. So an attachment is known by its record,
/// its name and its content, as in a merge.
struct AttachmentSender {
  /// How an edit compares with the attachments that the record has now.
  enum Standing: Sendable {
    /// It is to be done, to the attachment with a number. Others of the record have the same content.
    case open(Int64?, beside: [Int64])
    case present
    case conflict(PushReport.Conflict.Kind)
  }

  /// What became of an edit.
  enum Outcome: Sendable {
    case done
    case refused(code: Int, message: String)
    case conflict(PushReport.Conflict.Kind)
  }

  let client: ServiceClient
  let ledger: PushLedger
  let layer: PushedLayer
  /// The files beside the edits.
  let files: FolderFiles

  private static let tries = 5

  /// Lists the attachments of records.
  func list(of rows: [Int64]) async throws -> [Int64: [ListedAttachment]] {
    guard !rows.isEmpty else { return [:] }
    let listed = try await AttachmentList(client: client, layer: layer.layer).read(rows: rows)
    return Dictionary(grouping: listed) { $0.row }
  }

  /// Compares an edit with the attachments of its record.
  func standing(
    of edit: FiledAttachment, among listed: [ListedAttachment]
  ) async throws -> Standing {
    var same: [ListedAttachment] = []
    if let content = edit.content {
      same = try await all(of: listed, size: content.size, sha256: content.sha256)
      // A service can give a file another name than the one that it was sent with. Then it is new:
      // a copy that was there before isn't it.
      let older = ledger.beside(edit.noted, edit.id, of: layer.layer)
      let isThere = same.contains { attachment in
        attachment.name.hasSameUTF8(as: content.name)
          || older.map { !$0.contains(attachment.id) } ?? false
      }
      if isThere { return .present }
    }
    guard edit.action != .add, let before = edit.before else {
      return .open(nil, beside: same.map(\.id))
    }
    let former = try await all(of: listed, size: before.size, sha256: before.sha256, isOne: true)
    if let target = former.first { return .open(target.id, beside: same.map(\.id)) }
    if listed.contains(where: { $0.name.hasSameUTF8(as: before.name) }) {
      return .conflict(.changed)
    }
    return edit.action == .delete ? .present : .conflict(.gone)
  }

  /// The attachments with some content, or only the first one.
  private func all(
    of listed: [ListedAttachment], size: Int, sha256: String, isOne: Bool = false
  ) async throws -> [ListedAttachment] {
    var found: [ListedAttachment] = []
    for attachment in listed where attachment.size == size {
      let question = Question(
        address: "\(layer.layer.url)/\(attachment.row)/attachments/\(attachment.id)",
        parameters: [], sizeLimit: size + (1 << 20), fileSize: size)
      guard case .body(let path, size) = try await client.ask([question])[0] else { continue }
      let digest =
        size == 0
        ? SHA256.of([UInt8]().span) : try SHA256.of(FileRegion(InputFile(path: path)))
      guard SHA256.hex(digest).hasSameUTF8(as: sha256.lowercased()) else { continue }
      found.append(attachment)
      if isOne { break }
    }
    return found
  }

  /// Sends an edit. If nobody knows whether the service took it, it lists the attachments again.
  ///
  /// - Throws: `ServicesError`, also if the server stays unreachable.
  func send(
    _ edit: FiledAttachment, row: Int64, replacing id: Int64?, beside same: [Int64]
  ) async throws -> Outcome {
    var (target, same) = (id, same)
    var attempt = 0
    while true {
      try ledger.begin(edit.noted, edit.id, beside: same, of: layer.layer)
      var refusal: ServiceRefusal?
      var pause = 1 << attempt
      var reason = "its answer lacks the attachment"
      switch try await client.send(call(edit, row: row, target), in: ledger.folder) {
      case .document(let json):
        if let result = result(json, of: edit) { return try settle(edit, result) }
      case .refused(let refusal):
        return try settle(edit, .refused(code: refusal.code, message: refusal.message))
      case .unknown(let words, let known, let seconds):
        (reason, refusal) = (words, known)
        pause = max(pause, seconds ?? 0)
      }
      guard pause <= 300 else {
        throw ServicesError.unreachable(address: layer.layer.url, reason: reason)
      }
      try await client.wait(pause)
      switch try await standing(of: edit, among: list(of: [row])[row] ?? []) {
      case .present: return try settle(edit, .done)
      case .conflict(let kind): return .conflict(kind)
      case .open(let id, let others): (target, same) = (id, others)
      }
      attempt += 1
      guard attempt >= Self.tries else { continue }
      guard let refusal else {
        throw ServicesError.unreachable(address: layer.layer.url, reason: reason)
      }
      return try settle(edit, .refused(code: refusal.code, message: refusal.message))
    }
  }

  private func settle(_ edit: FiledAttachment, _ result: EditResult) throws -> Outcome {
    switch result {
    case .done:
      try ledger.end(edit.noted, of: layer.layer, done: [edit.id])
      return .done
    case .rolledBack: return try settle(edit, .refused(code: 1_003, message: ""))
    case .refused(let code, let message):
      try ledger.end(edit.noted, of: layer.layer, done: [], refused: [(edit.id, code)])
      return .refused(code: code, message: message)
    }
  }

  private func call(_ edit: FiledAttachment, row: Int64, _ target: Int64?) throws -> EditCall {
    let address = "\(layer.layer.url)/\(row)"
    guard let content = edit.content else {
      return .form(
        "\(address)/deleteAttachments",
        [("attachmentIds", target.map { "\($0)" } ?? ""), ("rollbackOnFailure", "false")])
    }
    var parameters: [(name: String, value: String)] = []
    if let target { parameters.append(("attachmentId", "\(target)")) }
    if let keywords = content.keywords { parameters.append(("keywords", keywords)) }
    return .multipart(
      "\(address)/\(target == nil ? "add" : "update")Attachment", parameters,
      file: MultipartForm.File(
        part: "attachment", name: content.name, contentType: content.type,
        bytes: try content.bytes(in: files)))
  }

  private func result(_ json: JSON, of edit: FiledAttachment) -> EditResult? {
    let results = [
      json["addAttachmentResult"], json["updateAttachmentResult"],
      json["deleteAttachmentResults"]?[0],
    ]
    return results.lazy.compactMap(\.self).first { $0.object != nil }.map { EditResult($0) }
  }
}

extension FiledAttachment {
  /// How the ledger calls the edit.
  var noted: PushLedger.Action {
    switch action {
    case .add: .attach
    case .update: .replace
    case .delete: .detach
    }
  }

  /// The name for messages.
  var name: String { content?.name ?? before?.name ?? id.text }
}

extension FiledAttachment.Content {
  /// The bytes of the file.
  ///
  /// - Throws: `PushError.editsUnusable` for a file that isn't the one of the merge.
  func bytes(in files: FolderFiles) throws -> [UInt8] {
    let file = try open(in: files)
    let bytes = try file.read(at: 0, count: file.size)
    guard SHA256.hex(SHA256.of(bytes.span)).hasSameUTF8(as: sha256.lowercased()) else {
      throw PushError.editsUnusable(
        path: files.path + "/" + path, expected: "the file as the merge wrote it")
    }
    return bytes
  }

  /// Opens the file.
  func open(in files: FolderFiles) throws -> InputFile {
    guard let file = try files.open(path), file.size == size else {
      throw PushError.editsUnusable(
        path: files.path + "/" + path, expected: "an attachment of \(size) bytes")
    }
    return file
  }
}
