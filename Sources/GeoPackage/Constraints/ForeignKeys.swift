import Bytes
import SQLiteFile

/// Checks the foreign keys of edited rows. A child needs its parent after the edits, and a deleted
/// parent may leave no child behind.
struct ForeignKeys {
  private let database: DatabaseReader
  /// The edited tables, by folded name.
  private let edited: [String: EditedTable]
  private let tables: [Table]

  /// A table that can be child or parent.
  private struct Table {
    var stored: StoredTable
    var foreignKeys: [TableClauses.ForeignKey]
    var folded: String { GeoPackageNames.folded(stored.name) }
  }

  /// A foreign key with its child and parent.
  private struct Link {
    var child: StoredTable
    var childColumns: [Int]
    var parent: StoredTable
    var parentColumns: [Int]
    /// The collating sequences of the parent's columns.
    var collations: [String?]
    var text: String
  }

  init(_ database: DatabaseReader, _ tables: [String: EditedTable]) {
    self.database = database
    edited = Dictionary(
      tables.values.map { (GeoPackageNames.folded($0.stored.name), $0) },
      uniquingKeysWith: { first, _ in first })
    self.tables = database.schema.compactMap { object in
      guard object.kind == .table, object.rootPage > 0, let sql = object.sql,
        let stored = try? StoredTable(object)
      else { return nil }
      return Table(stored: stored, foreignKeys: TableClauses(sql, of: stored).foreignKeys)
    }
  }

  func check(_ findings: inout ConstraintCheck.Findings) throws {
    for table in tables {
      for key in table.foreignKeys {
        let child = edited[table.folded]
        let parent = edited[GeoPackageNames.folded(key.parent)]
        guard child != nil || parent != nil else { continue }
        guard let link = link(key, of: table.stored) else {
          if let child, !child.rows.isEmpty {
            findings.noteUnchecked(table: child.name, kind: .foreignKey, text: key.parent)
          }
          continue
        }
        if let child { try checkChildren(child, link: link, parent: parent, findings: &findings) }
        if let parent { try checkParents(parent, link: link, child: child, findings: &findings) }
      }
    }
  }

  /// Returns nil if child or parent does not exist or cannot be compared.
  private func link(_ key: TableClauses.ForeignKey, of child: StoredTable) -> Link? {
    guard let object = database.object(.table, named: key.parent), object.rootPage > 0,
      let parent = try? StoredTable(object)
    else { return nil }
    let columns =
      key.parentColumns.isEmpty
      ? parent.primaryKey : key.parentColumns.compactMap(parent.column(named:))
    guard columns.count == key.columns.count, !columns.isEmpty else { return nil }
    let collations = columns.map { parent.columns[$0].collation }
    guard collations.allSatisfy({ $0 == nil || $0 == "nocase" || $0 == "rtrim" }) else {
      return nil
    }
    return Link(
      child: child, childColumns: key.columns, parent: parent, parentColumns: columns,
      collations: collations, text: key.parent)
  }

  // MARK: Children

  private func checkChildren(
    _ child: EditedTable, link: Link, parent: EditedTable?,
    findings: inout ConstraintCheck.Findings
  ) throws {
    var comparison = RowComparison(child.stored, in: database)
    var wanted: [[ExpressionValue]: [ConstraintViolation.Row]] = [:]
    var reader = KeyReader(child.stored, child.clauses, link.childColumns, link, database)
    for row in child.rows {
      let columns = Set(link.childColumns)
      if try child.isUnchanged(row, in: columns, &comparison) { continue }
      if let key = try reader.key(row.record.span, rowid: row.rowid) {
        wanted[key, default: []].append(row.row)
      }
    }
    if reader.isLost {
      findings.noteUnchecked(table: child.name, kind: .foreignKey, text: link.text)
    }
    guard !wanted.isEmpty else { return }
    try forEachParentKey(of: link, edited: parent) { wanted[$0] = nil }
    for row in child.rows where wanted.values.contains(where: { $0.contains(row.row) }) {
      findings.violations.append(
        ConstraintViolation(
          table: child.name, kind: .foreignKey, columns: child.names(of: link.childColumns),
          text: link.text, row: row.row))
    }
  }

  /// Calls `body` with the key of each parent that exists after the edits.
  private func forEachParentKey(
    of link: Link, edited parent: EditedTable?, _ body: ([ExpressionValue]) -> Void
  ) throws {
    let sql = database.object(.table, named: link.parent.name)?.sql ?? ""
    let clauses = TableClauses(sql, of: link.parent)
    var reader = KeyReader(link.parent, clauses, link.parentColumns, link, database)
    try database.forEachRow(of: link.parent) { rowid, record in
      if let parent, parent.replacedOrDeleted.contains(rowid) { return }
      if let key = try reader.key(record, rowid: rowid) { body(key) }
    }
    for row in parent?.rows ?? [] {
      if let key = try reader.key(row.record.span, rowid: row.rowid) { body(key) }
    }
  }

  // MARK: Parents

  private func checkParents(
    _ parent: EditedTable, link: Link, child: EditedTable?,
    findings: inout ConstraintCheck.Findings
  ) throws {
    let lost = try lostKeys(parent, link)
    guard !lost.isEmpty else { return }
    var left: [(parent: Int64, child: Int64)] = []
    let sql = database.object(.table, named: link.child.name)?.sql ?? ""
    let clauses = TableClauses(sql, of: link.child)
    var reader = KeyReader(link.child, clauses, link.childColumns, link, database)
    try database.forEachRow(of: link.child) { rowid, record in
      if let child, child.replacedOrDeleted.contains(rowid) { return }
      if let key = try reader.key(record, rowid: rowid), let row = lost[key] {
        left.append((row, rowid))
      }
    }
    var comparison = RowComparison(link.child, in: database)
    for row in child?.rows ?? [] {
      // Children with another key were checked with the children.
      guard let child, row.old != nil,
        try child.isUnchanged(row, in: Set(link.childColumns), &comparison),
        let key = try reader.key(row.record.span, rowid: row.rowid), let owner = lost[key]
      else { continue }
      left.append((owner, row.rowid))
    }
    left.sort { ($0.parent, $0.child) < ($1.parent, $1.child) }
    for (row, rowid) in left {
      findings.violations.append(
        ConstraintViolation(
          table: parent.name, kind: .foreignKey,
          columns: link.childColumns.map { link.child.columns[$0].name }, text: link.text,
          row: .stored(rowid: row),
          other: link.child.isWithoutRowid ? nil : .stored(rowid: rowid),
          otherTable: link.child.name))
    }
  }

  /// The keys that no parent has any more, with the rows that had them.
  private func lostKeys(
    _ parent: EditedTable, _ link: Link
  ) throws -> [[ExpressionValue]: Int64] {
    var lost: [[ExpressionValue]: Int64] = [:]
    var reader = KeyReader(parent.stored, parent.clauses, link.parentColumns, link, database)
    let old = parent.deleted + parent.rows.compactMap { row in row.old.map { (row.rowid, $0) } }
    for (rowid, record) in old {
      if let key = try reader.key(record.span, rowid: rowid) { lost[key] = rowid }
    }
    for row in parent.rows {
      if let key = try reader.key(row.record.span, rowid: row.rowid) { lost[key] = nil }
    }
    return lost
  }

  /// Reads the key of a row as the parent's columns compare it.
  private struct KeyReader {
    private var row: ComputedRow
    private let columns: [Int]
    private let affinities: [Affinity]
    private let collations: [String?]
    /// Whether a key could not be evaluated.
    private(set) var isLost = false

    init(
      _ table: StoredTable, _ clauses: TableClauses, _ columns: [Int], _ link: Link,
      _ database: DatabaseReader
    ) {
      row = ComputedRow(table, clauses, in: database)
      self.columns = columns
      affinities = link.parentColumns.map { link.parent.columns[$0].affinity }
      collations = link.collations
    }

    /// Returns nil for a key with NULL, which needs no parent.
    mutating func key(
      _ record: Span<UInt8>, rowid: Int64
    ) throws(SQLiteFileError) -> [ExpressionValue]? {
      try row.take(record, rowid: rowid)
      var key: [ExpressionValue] = []
      for (index, column) in columns.enumerated() {
        guard let value = try? row.value(column).applying(affinities[index]) else {
          isLost = true
          return nil
        }
        if value == .null { return nil }
        key.append(value.normalized(by: collations[index]))
      }
      return key
    }
  }
}

extension ExpressionValue {
  /// Returns one value for all values that a collating sequence treats as equal.
  fileprivate func normalized(by collation: String?) -> ExpressionValue {
    switch self {
    case .real(let real): return Int64(exactly: real).map(ExpressionValue.integer) ?? self
    case .text(let text) where collation == "nocase":
      return .text(text.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 })
    case .text(let text) where collation == "rtrim":
      let blanks = text.reversed().prefix { $0 == UInt8(ascii: " ") }.count
      return .text(text.dropLast(blanks))
    default: return self
    }
  }
}
