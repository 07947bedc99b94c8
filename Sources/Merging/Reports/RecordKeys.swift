import FeatureData

/// The keys by which people know records that have no GlobalIDs: the numbers on trees' tags.
package struct RecordKeys: Sendable {
  private var values: [RecordKey: FieldValue] = [:]

  /// No keys.
  package init() {}

  /// The keys of some records: of what changed, from its newest row; of others, from the office's.
  ///
  /// - Throws: ``MergingError`` where the store cannot be read.
  init(
    of places: Set<RecordKey>, in schema: MergeSchema, changes: [TableChanges], current: StoreRows
  ) throws(MergingError) {
    var wanted = places.filter { schema.tables[$0.table].place(of: .key) != nil }
    for changes in changes {
      guard let field = schema.tables[changes.table].place(of: .key) else { continue }
      for change in changes.rows {
        let place = RecordKey(table: changes.table, globalID: change.id)
        guard wanted.remove(place) != nil else { continue }
        values[place] = (change.after ?? change.before)?[field]
      }
    }
    for place in wanted {
      guard let field = schema.tables[place.table].place(of: .key) else { continue }
      values[place] = try current.row(place.table, place.globalID)?[field]
    }
  }

  /// The key of a record; NULL where its table has none, or nothing is known of the record.
  subscript(_ place: RecordKey) -> FieldValue { values[place] ?? .null }
}

extension MergeTable {
  /// What tells a row apart where no GlobalID does: `(Tag 7)`, or `(row 12)` where its table has no
  /// key either; nil where GlobalIDs tell, or the key is empty.
  package func keyText(of row: MergeRow) -> String? {
    guard let key = place(of: .key) else {
      return place(of: .globalID) == nil ? "(row \(row.rowid))" : nil
    }
    guard let text = row[key].plainText, !text.isEmpty else { return nil }
    return "(\(fields[key].title) \(text))"
  }
}
