import FeatureData
import Merging

// The records that other records belong to, such as the tree of an inspection.
extension ReviewBuilder {
  /// A row of another table.
  struct Relative {
    let table: Int
    let row: MergeRow
  }

  /// Returns the row that a row belongs to; nil if it does not name one by GlobalID.
  func parent(of row: MergeRow, in table: Int) throws -> Relative? {
    guard let link = parentLink(of: table) else { return nil }
    return try relative(row[link.destinationField], link.origin)
  }

  /// Returns the link by which the rows of a table name their parents by GlobalID, if there is one.
  func parentLink(of table: Int) -> MergeLink? {
    source.schema.links.first { link in
      guard link.destination == table, link.kind == .parent, case .field(let field) = link.originKey
      else { return false }
      return source.schema.tables[link.origin].fields[field].role == .globalID
    }
  }

  /// Returns the row with a GlobalID, as the merge leaves it.
  private func relative(_ key: FieldValue, _ table: Int) throws -> Relative? {
    guard let id = key.text.flatMap({ GlobalID($0) }) else { return nil }
    let change = facts.changes[RecordKey(table: table, globalID: id)]
    if let row = change?.after ?? change?.before { return Relative(table: table, row: row) }
    return try source.current.row(table, id).map { Relative(table: table, row: $0) }
  }

  /// Replaces the parent's key in a row's texts by the parent's title.
  mutating func nameParent(
    in texts: inout [String?]?, of row: MergeRow?, _ table: Int
  ) throws {
    guard let row, let link = parentLink(of: table), let parent = try parent(of: row, in: table),
      let title = try title(of: parent.row, in: parent.table)
    else { return }
    texts?[link.destinationField] = title
  }
}
