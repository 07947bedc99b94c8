import Bytes
import FeatureData
import Merging
import Publishing

// The attachments of a record in the review.
extension ReviewBuilder {
  func attachments(of key: RecordKey) throws -> ReviewContent.Attachments? {
    guard let changed = facts.attachments[key], !changed.isEmpty else { return nil }
    let schema = source.schema
    var items: [ReviewContent.Attachment] = []
    var added = 0
    var removed = 0
    for attachment in changed {
      guard let change = facts.changes[attachment], let row = change.after ?? change.before else {
        continue
      }
      let table = schema.tables[attachment.table]
      func value(_ name: String) -> FieldValue {
        table.fieldIndex(named: name).map { row[$0] } ?? .null
      }
      var notes: [String] = []
      if case .integer(let size) = value("size") {
        notes.append(NumberText.bytes(Int(clamping: size)))
      }
      let action: ReviewContent.Action
      switch change.action {
      case .insert:
        action = .added
        added += 1
      case .delete:
        action = .deleted
        removed += 1
        notes.append("deleted")
      case .update:
        action = .updated
        notes.append("changed")
      }
      let package = facts.package(behind: attachment) ?? 0
      if source.packages.count > 1 { notes.append(source.packages[package].name) }
      items.append(
        ReviewContent.Attachment(
          table: table.name, id: attachment.globalID.text, name: value("name").text ?? "Photo",
          note: notes.isEmpty ? nil : notes.joined(separator: ", "), action: action,
          package: package))
    }
    var words: [String] = []
    if added > 0 { words.append("+\(added)") }
    if removed > 0 { words.append("−\(removed)") }
    let link = changed.first.flatMap { attachment in
      schema.links.firstIndex { $0.destination == attachment.table }
    }
    let count = try link.map { link in
      try source.current.children(of: link, key: .globalID(key.globalID)).count
    }
    let isNew = facts.changes[key].map { $0.before == nil } ?? false
    return ReviewContent.Attachments(
      base: isNew ? nil : count.map { String($0) }, current: nil,
      returned: words.isEmpty ? "changed" : words.joined(separator: ", "), items: items)
  }
}
