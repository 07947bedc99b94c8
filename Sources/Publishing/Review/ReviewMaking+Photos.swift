import Bytes
import FeatureData
import Merging

// What became of the photos of a record.
extension ReviewMaking {
  func photos(of place: RecordKey) throws(MergingError) -> ReviewContent.Photos? {
    guard let changed = facts.photos[place], !changed.isEmpty else { return nil }
    let schema = source.schema
    var items: [ReviewContent.Photo] = []
    var added = 0
    var removed = 0
    for photo in changed {
      guard let change = facts.changes[photo], let row = change.after ?? change.before else {
        continue
      }
      let table = schema.tables[photo.table]
      func value(_ name: String) -> FieldValue { table.place(named: name).map { row[$0] } ?? .null }
      var notes: [String] = []
      if case .integer(let size) = value("size") {
        notes.append(NumberText.bytes(Int(clamping: size)))
      }
      switch change.action {
      case .insert: added += 1
      case .delete:
        removed += 1
        notes.append("deleted")
      case .update: notes.append("changed")
      }
      let package = facts.package(behind: photo) ?? 0
      if source.packages.count > 1 { notes.append(source.packages[package].name) }
      items.append(
        ReviewContent.Photo(
          table: table.name, id: photo.globalID.text, name: value("name").text ?? "Photo",
          note: notes.isEmpty ? nil : notes.joined(separator: ", "), package: package))
    }
    var words: [String] = []
    if added > 0 { words.append("+\(added)") }
    if removed > 0 { words.append("−\(removed)") }
    let link = changed.first.flatMap { photo in
      schema.links.firstIndex { $0.destination == photo.table }
    }
    let count = try link.map { (link) throws(MergingError) in
      try source.current.children(of: link, key: .globalID(place.globalID)).count
    }
    let isNew = facts.changes[place].map { $0.before == nil } ?? false
    return ReviewContent.Photos(
      base: isNew ? nil : count.map { String($0) }, current: nil,
      returned: words.isEmpty ? "changed" : words.joined(separator: ", "), items: items)
  }
}
