import FeatureData

/// The keys of records without GlobalIDs, such as the numbers on tree tags.
package struct RecordKeys: Sendable {
  private var values: [RecordKey: FieldValue] = [:]

  /// No keys.
  package init() {}

  /// The keys of some records: from the new row of a changed record, or else from the office data.
  ///
  /// - Throws: ``MergingError`` if the store cannot be read.
  init(
    of records: Set<RecordKey>, in schema: MergeSchema, changes: [TableChanges], current: StoreRows
  ) throws {
    var wanted = records.filter { schema.tables[$0.table].fieldIndex(of: .key) != nil }
    for changes in changes {
      guard let field = schema.tables[changes.table].fieldIndex(of: .key) else { continue }
      for change in changes.rows {
        let record = RecordKey(table: changes.table, globalID: change.id)
        guard wanted.remove(record) != nil else { continue }
        values[record] = (change.after ?? change.before)?[field]
      }
    }
    for record in wanted {
      guard let field = schema.tables[record.table].fieldIndex(of: .key) else { continue }
      values[record] = try current.row(record.table, record.globalID)?[field]
    }
  }

  /// The key of a record; null if its table has no key or the record is unknown.
  subscript(_ record: RecordKey) -> FieldValue { values[record] ?? .null }
}

extension MergeTable {
  /// A text that identifies a row without a GlobalID: `(Tag 7)`, or `(row 12)` if its table has no
  /// key. Nil if the table has GlobalIDs or the key is empty.
  package func keyText(of row: MergeRow) -> String? {
    guard let key = fieldIndex(of: .key) else {
      return fieldIndex(of: .globalID) == nil ? "(row \(row.rowid))" : nil
    }
    guard let text = row[key].plainText, !text.isEmpty else { return nil }
    return "(\(fields[key].title) \(text))"
  }
}
