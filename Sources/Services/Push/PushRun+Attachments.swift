import FeatureData
import MapModel
import OrderedJSON

// The last step: attachments, when their records are there.
extension PushRun {
  /// Sends the attachments of a layer.
  mutating func sendAttachments(_ index: Int) async throws {
    let layer = layers[index]
    guard !layer.attachments.isEmpty else { return }
    guard layer.layer.definition.hasAttachments else {
      for edit in layer.attachments {
        leaveOut(edit.name, of: edit.parent, index, "the layer of the service has no attachments")
      }
      return
    }
    let sender = AttachmentSender(client: client, ledger: ledger, layer: layer, files: files)
    let parents = Array(Set(layer.attachments.map(\.parent))).sorted()
    let records = try await layer.records(client, isBrief: true).read(parents)
    let rows = parents.compactMap { records[$0]?.objectID }
    var listed = try await sender.list(of: rows.sorted())
    for (number, edit) in layer.attachments.enumerated() {
      show("Attachments of", layer, done: number, of: layer.attachments.count)
      guard isWanted(edit, index) else { continue }
      guard let row = records[edit.parent]?.objectID else {
        without(edit, index)
        continue
      }
      let standing = try await sender.standing(of: edit, among: listed[row] ?? [])
      if try await take(standing, of: edit, index, sender, row: row) {
        listed[row] = try await sender.list(of: [row])[row]
      }
    }
  }

  /// Whether there is something to do. The attachments of a deleted record go with it, and those of
  /// a record that stays must stay.
  private mutating func isWanted(_ edit: FiledAttachment, _ index: Int) -> Bool {
    let layer = layers[index]
    if kept[layer.number]?.contains(edit.parent) == true {
      leaveOut(edit.name, of: edit.parent, index, "its record was not deleted")
      return false
    }
    return !deletions(of: layer.number).contains(edit.parent)
  }

  /// Notes an attachment whose record isn't in the service.
  private mutating func without(_ edit: FiledAttachment, _ index: Int) {
    if isDryRun, additions(to: layers[index].number).contains(edit.parent) {
      report.layers[index].attachments += 1
    } else if edit.action == .delete {
      report.layers[index].present += 1
    } else {
      leaveOut(edit.name, of: edit.parent, index, "its record is not in the service")
    }
  }

  /// Sends an attachment if it is open. Returns whether the service may have changed.
  private mutating func take(
    _ standing: AttachmentSender.Standing, of edit: FiledAttachment, _ index: Int,
    _ sender: AttachmentSender, row: Int64
  ) async throws -> Bool {
    let wasDone = ledger.isDone(edit.noted, edit.id, of: layers[index].layer)
    switch standing {
    case .present: report.layers[index].present += 1
    case .open where wasDone: conflict(.reversed, of: edit, index)
    case .conflict where wasDone: report.layers[index].present += 1
    case .conflict(let kind): conflict(kind, of: edit, index)
    case .open where isDryRun: report.layers[index].attachments += 1
    case .open(let target, let same):
      switch try await sender.send(edit, row: row, replacing: target, beside: same) {
      case .done: report.layers[index].attachments += 1
      case .conflict(let kind): conflict(kind, of: edit, index)
      case .refused(let code, let message):
        report.refusals.append(
          PushReport.Refusal(
            layer: layers[index].layer.name, globalID: edit.parent.text, attachment: edit.name,
            code: code, message: message))
      }
      return true
    }
    return false
  }

  private mutating func conflict(
    _ kind: PushReport.Conflict.Kind, of edit: FiledAttachment, _ index: Int
  ) {
    report.conflicts.append(
      PushReport.Conflict(
        layer: layers[index].layer.name, globalID: edit.parent.text, kind: kind,
        attachment: edit.name))
  }
}
