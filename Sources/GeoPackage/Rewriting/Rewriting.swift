import SQLiteFile

/// A tree while it is written anew: one of these, so that none is copied while it grows.
struct Rewriting {
  /// The place of its object in the old schema.
  let objectIndex: Int
  var table: Table?
  var added: Added?
  var index: EntryMerge?

  /// A table that is there.
  struct Table {
    var rows: StoredRows
    var source: EditedRows
    var isEdited: Bool
  }

  /// A table that is new.
  struct Added {
    var rows: TableRows
    var source: AddedRows
  }

  init(_ objectIndex: Int, rows: StoredRows, source: EditedRows, isEdited: Bool) {
    self.objectIndex = objectIndex
    table = Table(rows: rows, source: source, isEdited: isEdited)
  }

  init(_ rows: TableRows, _ source: AddedRows) {
    objectIndex = -1
    added = Added(rows: rows, source: source)
  }

  /// The entries of an index, or the rows of a table WITHOUT ROWID.
  init(_ objectIndex: Int, index: EntryMerge) {
    self.objectIndex = objectIndex
    self.index = index
  }

  /// Adds rows or entries until `limit` bytes of pages are complete; false after the last one.
  mutating func copy(to pages: inout PageWriter, until limit: Int) throws -> Bool {
    if let more = try table?.copy(to: &pages, until: limit) { return more }
    if let more = try added?.copy(to: &pages, until: limit) { return more }
    return try index?.copy(to: &pages, until: limit) ?? false
  }

  /// What is to be made once all rows are there.
  var trees: [TableTree] { table?.rows.trees ?? added?.rows.trees ?? [] }
}

extension Rewriting.Table {
  fileprivate mutating func copy(to pages: inout PageWriter, until limit: Int) throws -> Bool {
    try source.copy(to: &rows, &pages, until: limit)
  }
}

extension Rewriting.Added {
  fileprivate mutating func copy(to pages: inout PageWriter, until limit: Int) throws -> Bool {
    try source.copy(to: &rows, &pages, until: limit)
  }
}
