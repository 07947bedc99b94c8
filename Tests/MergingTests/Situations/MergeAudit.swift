import FeatureData
import Merging

/// Checks the result of a merge, independently of how the merge works.
struct MergeAudit {
  let merge: CityMerge
  let outcome: MergeOutcome
  /// The rows of the result, by table.
  let rows: [[GlobalID: MergeRow]]

  private var writer: CityWriter { CityWriter(schema: merge.schema) }

  /// Returns the changes of crews and the office that are neither in the result nor in the report.
  func unaccounted() throws -> [String] {
    var found: [String] = []
    let current = try StoreRows(merge.current, schema: merge.schema)
    for (packageIndex, package) in merge.packages.enumerated() {
      for changes in package.changes {
        for change in changes.rows where !isAccounted(change, changes.table) {
          found.append("crew \(packageIndex): \(describe(change, changes.table))")
        }
      }
      for (table, merged) in merge.schema.tables.enumerated() {
        for (id, now) in try all(current, table) {
          let before = try package.base.row(table, id)
          let change = RowChange(id: id, before: before, after: now)
          for field in merged.fields.indices
          where isEdited(merged.fields[field]) && !isKey(table, field) {
            let meaning = merged.fields[field].meaning
            if let before, meaning.isSame(before.values[field], now.values[field]) { continue }
            if before == nil, now.values[field].isNull { continue }
            if !holds(now.values[field], table, id, field) {
              found.append("office: \(describe(change, table))")
            }
          }
        }
        for (id, before) in try all(package.base, table)
        where try current.row(table, id) == nil && rows[table][id] != nil {
          guard !isReported(table, id, nil) else { continue }
          found.append(
            "office deleted: \(describe(RowChange(id: id, before: before, after: nil), table))")
        }
      }
    }
    return found
  }

  private func all(_ store: StoreRows, _ table: Int) throws -> [GlobalID: MergeRow] {
    var rows: [GlobalID: MergeRow] = [:]
    for rowid in 0...(try store.largestRowID(table)) {
      guard let row = try store.row(table, rowid: rowid) else { continue }
      rows[try store.identity(table, of: row)] = row
    }
    return rows
  }

  private func isEdited(_ field: MergeField) -> Bool {
    field.role == .attribute || field.role == .geometry
  }

  /// Returns whether a field holds a key that differs between stores. Such keys are checked
  /// elsewhere.
  private func isKey(_ table: Int, _ field: Int) -> Bool {
    merge.schema.links.contains { link in
      guard link.destination == table, link.destinationField == field else { return false }
      guard case .field(let key) = link.originKey else { return true }
      return merge.schema.tables[link.origin].fields[key].role == .objectID
    }
  }

  private func isAccounted(_ change: RowChange, _ table: Int) -> Bool {
    guard let after = change.after else {
      return rows[table][change.id] == nil || isReported(table, change.id, nil)
    }
    return after.values.indices.allSatisfy { field in
      let merged = merge.schema.tables[table].fields[field]
      guard isEdited(merged), !isKey(table, field) else { return true }
      let old = change.before?.values[field] ?? .null
      return merged.meaning.isSame(old, after.values[field])
        || holds(after.values[field], table, change.id, field)
    }
  }

  /// Returns whether a value is in the result or reported.
  private func holds(_ value: FieldValue, _ table: Int, _ id: GlobalID, _ field: Int) -> Bool {
    let meaning = merge.schema.tables[table].fields[field].meaning
    if let row = rows[table][id], meaning.isSame(row.values[field], value) { return true }
    return isReported(table, id, field)
  }

  /// Returns whether a conflict, an issue or an account mentions a field or its whole row.
  private func isReported(_ table: Int, _ id: GlobalID, _ field: Int?) -> Bool {
    let isConflict = outcome.conflicts.contains {
      $0.table == table && $0.id == id && (field == nil || $0.field == nil || $0.field == field)
    }
    let isIssue = outcome.issues.contains { $0.table == table && $0.id == id }
    let isWithParent = outcome.accounts.contains { account in
      account.entries.contains { $0.table == table && $0.id == id && $0.outcome == .withParent }
    }
    return isConflict || isIssue || isWithParent
  }

  private func describe(_ change: RowChange, _ table: Int) -> String {
    [change.before, change.after].map { row in
      row.map { writer.line(table, change.id, $0, showsNumbers: false) } ?? "-"
    }.joined(separator: " > ")
  }

  /// Returns rows of the result that refer to a missing parent, are new or had a parent before, and
  /// are not reported.
  func newOrphans() throws -> [String] {
    let current = try StoreRows(merge.current, schema: merge.schema)
    var found: [String] = []
    for link in merge.schema.links {
      let known = keys(rows[link.origin], link)
      let before = keys(try all(current, link.origin), link)
      for (id, row) in rows[link.destination].sorted(by: { $0.key < $1.key }) {
        let key = row.values[link.destinationField]
        guard !key.isNull, !known.contains(writer.text(key)) else { continue }
        let old = try current.row(link.destination, id)
        let wasOrphan =
          old?.values[link.destinationField] == key && !before.contains(writer.text(key))
        let isReported = outcome.issues.contains {
          $0.kind == .orphanChild && $0.table == link.destination && $0.id == id
        }
        if !wasOrphan, !isReported {
          found.append(writer.line(link.destination, id, row, showsNumbers: true))
        }
      }
    }
    return found
  }

  private func keys(_ rows: [GlobalID: MergeRow], _ link: MergeLink) -> Set<String> {
    Set(
      rows.map { id, row in
        switch link.originKey {
        case .rowID: String(row.rowid)
        case .field(let field): writer.text(row.values[field])
        }
      })
  }
}
