import SQLiteFile

/// A tree that is being rewritten. There is only one at a time, so that none is copied while it
/// grows.
struct Rewriting {
  /// The index of its object in the old schema.
  let objectIndex: Int
  var table: Table?
  var added: Added?
  var index: EntryMerge?

  /// An existing table.
  struct Table {
    var rows: StoredRows
    var source: EditedRows
    var isEdited: Bool
  }

  /// A new table.
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

  /// Rewrites the entries of an index, or the rows of a WITHOUT ROWID table.
  init(_ objectIndex: Int, index: EntryMerge) {
    self.objectIndex = objectIndex
    self.index = index
  }

  /// Adds rows or entries until `limit` bytes of pages are complete. Returns false after the last
  /// one.
  mutating func copy(to pages: inout PageWriter, until limit: Int) throws -> Bool {
    if let more = try table?.copy(to: &pages, until: limit) { return more }
    if let more = try added?.copy(to: &pages, until: limit) { return more }
    return try index?.copy(to: &pages, until: limit) ?? false
  }

  /// The trees to build once all rows are there.
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
