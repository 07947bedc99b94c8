import FeatureData

// The result, in the numbers of the current store.
extension MergeResolution {
  /// What the merge comes to.
  mutating func outcome() throws(MergingError) -> MergeOutcome {
    var outcome = MergeOutcome()
    let numbers = try numberNewRows()
    for table in schema.tables.indices {
      let rows = try changes(of: table, numbers)
      if !rows.isEmpty { outcome.changes.append(TableChanges(table: table, rows: rows)) }
      for change in rows {
        outcome.causes[RecordKey(table: table, globalID: change.id)] =
          self.rows[table][change.id]?.cause
      }
      outcome.photos += photos(of: table)
    }
    outcome.pairs = try settlePairs(numbers.rowids)
    outcome.conflicts = try conflicts.enumerated().sorted { left, right in
      let (one, other) = (left.element.order, right.element.order)
      return one == other ? left.offset < right.offset : one < other
    }.map { (entry) throws(MergingError) in try keyed(entry.element, numbers) }
    outcome.issues = packages.flatMap(\.issues) + issues
    outcome.accounts = packages.indices.map(account)
    outcome.refused = refused
    outcome.fingerprints = fingerprints
    return outcome
  }

  /// The row ids and object ids of new rows, by table.
  private struct Numbers {
    var rowids: [[GlobalID: Int64]]
    var objectIDs: [[GlobalID: Int64]]
  }

  private func numberNewRows() throws(MergingError) -> Numbers {
    var numbers = Numbers(rowids: [], objectIDs: [])
    for (table, rows) in rows.enumerated() {
      let new = rows.filter { $0.value.stored == nil && $0.value.row != nil }.keys.sorted()
      var rowids: [GlobalID: Int64] = [:]
      var objectIDs: [GlobalID: Int64] = [:]
      if !new.isEmpty {
        var last = try current.largestRowID(table)
        for id in new { rowids[id] = next(&last) }
        if schema.tables[table].place(of: .objectID) != nil {
          var last = try current.largestObjectID(table)
          for id in new { objectIDs[id] = next(&last) }
        }
      }
      numbers.rowids.append(rowids)
      numbers.objectIDs.append(objectIDs)
    }
    return numbers
  }

  /// The number after the last; after the largest there is comes the smallest.
  private func next(_ last: inout Int64) -> Int64 {
    last = last &+ 1
    return last
  }

  private func changes(
    of table: Int, _ numbers: Numbers
  ) throws(MergingError) -> [RowChange] {
    var changes: [RowChange] = []
    for id in rows[table].keys.sorted() {
      guard let folded = rows[table][id] else { continue }
      let after = try result(folded, RecordKey(table: table, globalID: id), numbers)
      guard after != folded.stored else { continue }
      changes.append(RowChange(id: id, before: folded.stored, after: after))
    }
    return changes
  }

  private func result(
    _ folded: FoldedRow, _ place: RecordKey, _ numbers: Numbers
  ) throws(MergingError) -> MergeRow? {
    guard let row = folded.row else { return nil }
    guard row != folded.current else { return folded.stored }
    let table = schema.tables[place.table]
    var result = try keys.keyed(row, of: place.table) { (link, id) throws(MergingError) in
      try key(of: RecordKey(table: link.origin, globalID: id), by: link, numbers)
    }
    if let stored = folded.stored, let current = folded.current {
      result.rowid = stored.rowid
      // A key that no one changed stays as it is, also one that names nothing.
      for field in table.fields.indices where row[field] == current[field] {
        result.values[field] = stored[field]
      }
      return result
    }
    result.rowid = numbers.rowids[place.table][place.globalID] ?? row.rowid
    if let field = table.place(of: .objectID),
      let number = numbers.objectIDs[place.table][place.globalID]
    {
      result.values[field] = .integer(number)
    }
    if let field = table.place(of: .globalID), GlobalID(result[field]) != place.globalID {
      result.values[field] = FieldValue(text: place.globalID.text)
    }
    return result
  }

  /// The key of a row of the result; nil where it is not there.
  private func key(
    of parent: RecordKey, by link: MergeLink, _ numbers: Numbers
  ) throws(MergingError) -> FieldValue? {
    let folded = rows[parent.table][parent.globalID]
    switch link.originKey {
    case .rowID:
      if let new = numbers.rowids[parent.table][parent.globalID] { return .integer(new) }
      if let stored = folded?.stored { return .integer(stored.rowid) }
      return try current.rowid(parent.table, of: parent.globalID).map { .integer($0) }
    case .field(let field):
      if let new = numbers.objectIDs[parent.table][parent.globalID] { return .integer(new) }
      if let stored = folded?.stored { return stored[field] }
      return try current.row(parent.table, parent.globalID)?[field]
    }
  }

  /// A conflict over a key tells it as the current store has it.
  private func keyed(
    _ conflict: MergeConflict, _ numbers: Numbers
  ) throws(MergingError) -> MergeConflict {
    guard let field = conflict.field, let link = keys.link(of: conflict.table, field: field) else {
      return conflict
    }
    func keyed(_ value: FieldValue?) throws(MergingError) -> FieldValue? {
      guard let value, let id = GlobalID(value) else { return value }
      return try key(of: RecordKey(table: link.origin, globalID: id), by: link, numbers) ?? value
    }
    var result = conflict
    result.base = try keyed(conflict.base)
    result.current = try keyed(conflict.current)
    result.returned = try keyed(conflict.returned)
    return result
  }

  private func photos(of table: Int) -> [PhotoSource] {
    guard schema.tables[table].isAttachments else { return [] }
    return rows[table].keys.sorted().compactMap { id in
      guard let folded = rows[table][id], folded.row != nil else { return nil }
      let place = RecordKey(table: table, globalID: id)
      guard let photo = folded.photo else { return awaited(folded, place) }
      return PhotoSource(
        table: table, id: id, package: photo.package, rowid: photo.rowid,
        path: packages[photo.package].attachmentPaths[place])
    }
  }

  /// A photo whose row was merged before its file came.
  private func awaited(_ folded: FoldedRow, _ place: RecordKey) -> PhotoSource? {
    let table = schema.tables[place.table]
    guard let stored = folded.stored, let row = folded.row, let digest = table.contentPlaces?.first,
      let path = table.place(named: "path"), !stored[path].isNull,
      let (package, _, after) = folded.returned.last, let after, after[digest] == row[digest],
      let file = packages[package].attachmentPaths[place]
    else { return nil }
    return PhotoSource(
      table: place.table, id: place.globalID, package: package, rowid: after.rowid, path: file,
      waiting: stored.rowid)
  }

  private func account(_ package: Int) -> PackageAccount {
    var entries: [PackageAccount.Entry] = []
    for changes in packages[package].changes {
      for change in changes.rows {
        let place = RecordKey(table: changes.table, globalID: change.id)
        entries.append(
          PackageAccount.Entry(
            table: place.table, id: place.globalID, action: change.action,
            fate: fates[package][place] ?? .same))
      }
    }
    return PackageAccount(entries: entries)
  }
}

extension MergeConflict {
  /// By table, row and field; the row as a whole first.
  fileprivate var order: ConflictOrder {
    ConflictOrder(row: RecordKey(table: table, globalID: id), field: field ?? -1)
  }
}

private struct ConflictOrder: Comparable {
  var row: RecordKey
  var field: Int

  static func < (left: ConflictOrder, right: ConflictOrder) -> Bool {
    left.row != right.row ? left.row < right.row : left.field < right.field
  }
}
