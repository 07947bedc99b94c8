import FeatureData
import MapModel
import Packages
import Records

// The effects that edits of several tables have together, after all of them are applied.
extension EditSession {
  /// Deletes the children that deleted parents own, and removes the keys of other deleted parents
  /// from their children. Then deletes the attachments of all deleted records.
  mutating func settleDeletions() throws {
    var waiting = Array(tables.keys).sorted()
    var settled: [String: Set<EditableTable.Handle>] = [:]
    while let name = waiting.popLast() {
      guard let table = tables[name] else { continue }
      let deleted = table.deletedHandles.subtracting(settled[name] ?? [])
      guard !deleted.isEmpty else { continue }
      settled[name, default: []].formUnion(deleted)
      for link in map.relationships where link.origin == name {
        if try settle(link, deleted, of: table) { waiting.append(link.destination) }
      }
    }
    for name in tables.keys.sorted() {
      guard let table = tables[name], table.globalIDColumn != nil else { continue }
      let ids = table.deletedHandles.compactMap { table.globalID(of: $0) }
      guard !ids.isEmpty else { continue }
      try loadMedia(name)
      media[name]?.remove(parents: Set(ids))
    }
  }

  /// Whether records of the destination were deleted.
  private mutating func settle(
    _ link: StoredMap.Link, _ deleted: Set<EditableTable.Handle>, of origin: EditableTable
  ) throws -> Bool {
    guard let key = origin.column(of: link.originField) else { return false }
    let keys = Set(deleted.compactMap { JoinKey(origin[$0][key]) })
    guard !keys.isEmpty else { return false }
    try load(link.destination)
    guard var table = tables[link.destination], let column = table.column(of: link.destinationField)
    else { return false }
    let children = try table.records(keyedBy: column, where: keys.contains)
    let isNullable = table.fields.named(link.destinationField)?.isNullable ?? true
    for (_, child) in children {
      try table.load(child)
      if link.isComposite {
        // A new child of a deleted parent is refused, because its parent is missing.
        if case .stored = child { table[child].isDeleted = true }
      } else if isNullable {
        table[child][column] = .null
      }
    }
    tables[link.destination] = table
    return link.isComposite && !children.isEmpty
  }

  /// The added or updated records without a parent that must own them, or with another parent than
  /// before.
  mutating func missingParents() throws -> [(touch: Touch, error: EditError)] {
    var found: [(touch: Touch, error: EditError)] = []
    for link in map.relationships where link.isComposite {
      let children = touched.filter { $0.table == link.destination }
      guard !children.isEmpty else { continue }
      try load(link.origin)
      guard let origin = tables[link.origin], let key = origin.column(of: link.originField),
        let table = tables[link.destination],
        let column = table.column(of: link.destinationField)
      else { continue }
      let wanted = Set(children.compactMap { JoinKey(table[$0.handle][column]) })
      let parents = Set(try origin.records(keyedBy: key, where: wanted.contains).map(\.key))
      for child in children where !table[child.handle].isDeleted {
        let now = JoinKey(table[child.handle][column])
        if now.map(parents.contains) != true {
          found.append((child, .invalid("Missing required relationship named \"\(link.name)\".")))
        } else if let old = child.old[column].flatMap({ JoinKey($0) }), old != now {
          found.append(
            (child, .invalid("The required relationship named \"\(link.name)\" cannot be changed."))
          )
        }
      }
    }
    return found
  }
}

extension EditableTable {
  /// The deleted records.
  var deletedHandles: Set<Handle> {
    Set(stored.filter(\.value.isDeleted).map { .stored($0.key) })
      .union(new.indices.filter { new[$0].isDeleted }.map { .new($0) })
  }
}
