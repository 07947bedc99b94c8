import Bytes
import Console
import MapModel
import OrderedJSON
import Services

/// What became of the edits of a push, for people and programs.
struct PushAnswer {
  private let report: PushReport
  private let request: PushRequest

  init(_ report: PushReport, of request: PushRequest) {
    (self.report, self.request) = (report, request)
  }

  /// Writes the answer. Conflicts and refusals are warnings beside it.
  func write(to terminal: Terminal) throws {
    guard !terminal.options.json else { return try terminal.print(.object(document)) }
    for diagnostic in diagnostics { terminal.report(diagnostic) }
    guard !terminal.options.quiet else { return }
    let name = TextStyle.bold.apply(
      PrintableText.of(request.target.description), if: terminal.outputIsColored)
    try terminal.print("\(name): \(heading)")
    for layer in report.layers { try terminal.print("  \(line(layer))") }
    guard !request.isDryRun else { return }
    try terminal.print("To bring a fetched folder up to date, run `fieldpack fetch` with --force.")
  }

  private var heading: String {
    let sent = report.layers.reduce(0) { $0 + $1.added + $1.updated + $1.deleted + $1.attachments }
    let edits = NumberText.plural(sent, one: "edit", many: "edits")
    return request.isDryRun ? "\(edits) to send; nothing was sent" : "\(edits) sent"
  }

  private func line(_ layer: PushReport.Layer) -> String {
    let counts = [
      (layer.added, "added"), (layer.updated, "updated"), (layer.deleted, "deleted"),
    ].filter { $0.0 > 0 }.map { "\(NumberText.grouped($0.0)) \($0.1)" }
    var parts = counts
    if layer.attachments > 0 {
      parts.append(NumberText.plural(layer.attachments, one: "attachment", many: "attachments"))
    }
    if layer.present > 0 { parts.append("\(NumberText.grouped(layer.present)) already there") }
    let conflicts = Set(
      report.conflicts.filter { $0.layer.hasSameUTF8(as: layer.name) }.map(\.globalID)
    ).count
    if conflicts > 0 {
      parts.append(NumberText.plural(conflicts, one: "conflict", many: "conflicts"))
    }
    let refused = report.refusals.count { $0.layer.hasSameUTF8(as: layer.name) }
    if refused > 0 { parts.append("\(NumberText.grouped(refused)) refused") }
    return "\(PrintableText.of(layer.name)): "
      + (parts.isEmpty ? "nothing to send" : parts.joined(separator: ", "))
  }

  private var diagnostics: [Diagnostic] {
    report.conflicts.map(diagnostic) + report.refusals.map(diagnostic)
      + report.leftOut.map { part in
        NoticeCode.pushLeftOut.diagnostic(
          about: "\(part.layer) \(part.globalID)", "\(part.part) was not sent: \(part.reason)",
          fix: NoticeCode.pushLeftOut.fix)
      }
      + report.elsewhere.map { layer in
        NoticeCode.pushLeftOut.diagnostic(
          about: layer, "belongs to another service or layer, so its edits were not sent",
          fix: "Push to its service too, with --to.")
      }
  }

  private func diagnostic(_ conflict: PushReport.Conflict) -> Diagnostic {
    NoticeCode.pushConflict.diagnostic(
      about: "\(conflict.layer) \(conflict.globalID)", summary(of: conflict),
      fix: conflict.kind == .reversed
        ? "If you want the edit after all, name a new folder with --ledger."
        : NoticeCode.pushConflict.fix)
  }

  private func summary(of conflict: PushReport.Conflict) -> String {
    let part = conflict.attachment.map { "the attachment \($0)" } ?? "the record"
    switch conflict.kind {
    case .gone: return "\(part) is gone from the service"
    case .reversed: return "the service had the edit of \(part), and somebody reversed it"
    case .hasChildren: return "the record has related records, so it was not deleted"
    case .changed where conflict.field == "geometry": return "its shape has changed in the service"
    case .taken where conflict.field == "geometry":
      return "the service has a record with this GlobalID and another shape"
    case .changed where conflict.field == nil: return "\(part) has changed in the service"
    case .changed:
      let ours = conflict.ours.isNull ? "" : ", and \(text(conflict.ours)) in the edit"
      return "\(conflict.field ?? "") is \(text(conflict.theirs)) in the service, "
        + "\(text(conflict.base)) before the merge\(ours)"
    case .taken:
      return "the service has a record with this GlobalID, and its \(conflict.field ?? "") is "
        + "\(text(conflict.theirs)), not \(text(conflict.ours))"
    }
  }

  private static let longestValue = 60

  private func text(_ value: JSON) -> String {
    if value.isNull { return "empty" }
    let text = String(decoding: JSONWriter.write(value), as: UTF8.self)
    return text.count > Self.longestValue ? text.prefix(Self.longestValue) + "…" : text
  }

  private func diagnostic(_ refusal: PushReport.Refusal) -> Diagnostic {
    let part = refusal.attachment.map { "the attachment \($0)" } ?? "the edit"
    let meaning = EditErrorText.meaning(of: refusal.code)
    let words = [meaning, refusal.message.isEmpty ? nil : "\"\(refusal.message)\""]
    return NoticeCode.pushRefused.diagnostic(
      about: "\(refusal.layer) \(refusal.globalID)",
      "the service refused \(part) with error \(refusal.code): "
        + words.compactMap(\.self).joined(separator: "; "),
      fix: EditErrorText.fix(of: refusal.code) ?? NoticeCode.pushRefused.fix)
  }

  private var document: JSONObject {
    var document = JSONObject()
    document.append("schema", "fieldpack.push/1")
    document.append("ok", .bool(report.isComplete))
    document.append("service", .string(request.target.description))
    document.append("dryRun", .bool(request.isDryRun))
    document.append(
      "layers",
      .array(
        report.layers.map { layer in
          [
            "id": .number(layer.id), "name": .string(layer.name), "added": .number(layer.added),
            "updated": .number(layer.updated), "deleted": .number(layer.deleted),
            "attachments": .number(layer.attachments), "present": .number(layer.present),
          ]
        }))
    document.append("conflicts", .array(report.conflicts.map(json)))
    document.append("refused", .array(report.refusals.map(json)))
    document.append(
      "leftOut",
      .array(
        report.leftOut.map { part in
          [
            "layer": .string(part.layer), "globalid": .string(part.globalID),
            "part": .string(part.part), "reason": .string(part.reason),
          ]
        }))
    document.append("elsewhere", .array(report.elsewhere.map { .string($0) }))
    return document
  }

  private func json(_ conflict: PushReport.Conflict) -> JSON {
    [
      "layer": .string(conflict.layer), "globalid": .string(conflict.globalID),
      "kind": .string(conflict.kind.rawValue),
      "attachment": conflict.attachment.map { .string($0) } ?? .null,
      "field": conflict.field.map { .string($0) } ?? .null, "base": conflict.base,
      "ours": conflict.ours, "theirs": conflict.theirs,
    ]
  }

  private func json(_ refusal: PushReport.Refusal) -> JSON {
    [
      "layer": .string(refusal.layer), "globalid": .string(refusal.globalID),
      "attachment": refusal.attachment.map { .string($0) } ?? .null,
      "code": .number(refusal.code), "message": .string(refusal.message),
      "meaning": .string(EditErrorText.meaning(of: refusal.code)),
    ]
  }
}
