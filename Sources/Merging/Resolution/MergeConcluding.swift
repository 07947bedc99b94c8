import FeatureData

/// Phase 5: builds the result with the row numbers and keys of the current store. The rows stay as
/// they are.
struct MergeConcluding {
  let inputs: MergeInputs
  let rows: FoldedRows
  let account: MergeAccount
  var fingerprints: Set<UInt64>
  /// Issues of pairs.
  var issues: [MergeIssue] = []

  /// - Parameter fingerprints: The fingerprints of the folded changes.
  init(_ attaching: consuming MergeAttaching, fingerprints: Set<UInt64>) {
    inputs = attaching.inputs
    rows = attaching.rows
    account = attaching.account
    self.fingerprints = fingerprints
  }

  /// Returns the outcome of the merge.
  mutating func outcome() throws -> MergeOutcome {
    var outcome = MergeOutcome()
    let numbers = try numberNewRows()
    for table in inputs.schema.tables.indices {
      let rows = try changes(of: table, numbers)
      if !rows.isEmpty { outcome.changes.append(TableChanges(table: table, rows: rows)) }
      for change in rows {
        outcome.causes[RecordKey(table: table, globalID: change.id)] =
          self.rows[table][change.id]?.cause
      }
      outcome.attachments += attachments(of: table)
    }
    outcome.pairs = try resolvePairs(rowids: numbers.rowids)
    outcome.conflicts = try account.conflicts.enumerated().sorted { left, right in
      let (one, other) = (left.element.order, right.element.order)
      return one == other ? left.offset < right.offset : one < other
    }.map { entry in try withKeys(entry.element, numbers) }
    outcome.issues = inputs.packages.flatMap(\.issues) + account.issues + issues
    outcome.accounts = inputs.packages.indices.map { entries(ofPackage: $0) }
    outcome.refused = account.refused
    outcome.fingerprints = fingerprints
    return outcome
  }

  /// The row ids and object ids of new rows, by table.
  private struct Numbers {
    var rowids: [[GlobalID: Int64]]
    var objectIDs: [[GlobalID: Int64]]
  }

  private func numberNewRows() throws -> Numbers {
    var numbers = Numbers(rowids: [], objectIDs: [])
    for table in rows.indices {
      let new = rows[table].filter { $0.value.stored == nil && $0.value.row != nil }.keys.sorted()
      var rowids: [GlobalID: Int64] = [:]
      var objectIDs: [GlobalID: Int64] = [:]
      if !new.isEmpty {
        var last = try inputs.current.largestRowID(table)
        for id in new { rowids[id] = next(&last) }
        if inputs.schema.tables[table].fieldIndex(of: .objectID) != nil {
          var last = try inputs.current.largestObjectID(table)
          for id in new { objectIDs[id] = next(&last) }
        }
      }
      numbers.rowids.append(rowids)
      numbers.objectIDs.append(objectIDs)
    }
    return numbers
  }

  /// Returns the next number. The largest number is followed by the smallest.
  private func next(_ last: inout Int64) -> Int64 {
    last = last &+ 1
    return last
  }

  private func changes(
    of table: Int, _ numbers: Numbers
  ) throws -> [RowChange] {
    var changes: [RowChange] = []
    for id in rows[table].keys.sorted() {
      guard let folded = rows[table][id] else { continue }
      let after = try result(
        folded, key: RecordKey(table: table, globalID: id), numbers: numbers)
      guard after != folded.stored else { continue }
      changes.append(RowChange(id: id, before: folded.stored, after: after))
    }
    return changes
  }

  private func result(
    _ folded: FoldedRow, key: RecordKey, numbers: Numbers
  ) throws -> MergeRow? {
    guard let row = folded.row else { return nil }
    guard row != folded.current else { return folded.stored }
    let table = inputs.schema.tables[key.table]
    var result = try inputs.keys.keyed(row, of: key.table) { (link, id) in
      try linkKey(of: RecordKey(table: link.origin, globalID: id), by: link, numbers)
    }
    if let stored = folded.stored, let current = folded.current {
      result.rowid = stored.rowid
      // A key that no one changed stays as it is, even if it refers to no row.
      for field in table.fields.indices where row[field] == current[field] {
        result.values[field] = stored[field]
      }
      return result
    }
    result.rowid = numbers.rowids[key.table][key.globalID] ?? row.rowid
    if let field = table.fieldIndex(of: .objectID),
      let number = numbers.objectIDs[key.table][key.globalID]
    {
      result.values[field] = .integer(number)
    }
    if let field = table.fieldIndex(of: .globalID), GlobalID(result[field]) != key.globalID {
      result.values[field] = FieldValue(text: key.globalID.text)
    }
    return result
  }

  /// Returns the link key of a row in the result. Nil if the result does not have the row.
  private func linkKey(
    of parent: RecordKey, by link: MergeLink, _ numbers: Numbers
  ) throws -> FieldValue? {
    let folded = rows[parent]
    switch link.originKey {
    case .rowID:
      if let new = numbers.rowids[parent.table][parent.globalID] { return .integer(new) }
      if let stored = folded?.stored { return .integer(stored.rowid) }
      return try inputs.current.rowid(parent.table, of: parent.globalID).map { .integer($0) }
    case .field(let field):
      if let new = numbers.objectIDs[parent.table][parent.globalID] { return .integer(new) }
      if let stored = folded?.stored { return stored[field] }
      return try inputs.current.row(parent.table, parent.globalID)?[field]
    }
  }

  /// Replaces GlobalIDs in a conflict over a link key with the keys of the current store.
  private func withKeys(
    _ conflict: MergeConflict, _ numbers: Numbers
  ) throws -> MergeConflict {
    guard let field = conflict.field, let link = inputs.keys.link(of: conflict.table, field: field)
    else {
      return conflict
    }
    func key(_ value: FieldValue?) throws -> FieldValue? {
      guard let value, let id = GlobalID(value) else { return value }
      let parent = RecordKey(table: link.origin, globalID: id)
      return try linkKey(of: parent, by: link, numbers) ?? value
    }
    var result = conflict
    result.base = try key(conflict.base)
    result.current = try key(conflict.current)
    result.returned = try key(conflict.returned)
    return result
  }

  private func attachments(of table: Int) -> [AttachmentSource] {
    guard inputs.schema.tables[table].isAttachments else { return [] }
    return rows[table].keys.sorted().compactMap { id in
      guard let folded = rows[table][id], folded.row != nil else { return nil }
      let key = RecordKey(table: table, globalID: id)
      guard let attachment = folded.attachment else { return lateAttachment(folded, key) }
      return AttachmentSource(
        table: table, id: id, package: attachment.packageIndex, rowid: attachment.rowid,
        path: inputs.packages[attachment.packageIndex].attachmentPaths[key])
    }
  }

  /// Returns the file of an attachment whose row was merged earlier, without the file.
  private func lateAttachment(_ folded: FoldedRow, _ key: RecordKey) -> AttachmentSource? {
    let table = inputs.schema.tables[key.table]
    guard let stored = folded.stored, let row = folded.row, let digest = table.contentFields?.first,
      let path = table.fieldIndex(named: "path"), !stored[path].isNull,
      let (packageIndex, _, after) = folded.returned.last, let after, after[digest] == row[digest],
      let file = inputs.packages[packageIndex].attachmentPaths[key]
    else { return nil }
    return AttachmentSource(
      table: key.table, id: key.globalID, package: packageIndex, rowid: after.rowid, path: file,
      waiting: stored.rowid)
  }

  private func entries(ofPackage packageIndex: Int) -> PackageAccount {
    var entries: [PackageAccount.Entry] = []
    for changes in inputs.packages[packageIndex].changes {
      for change in changes.rows {
        let key = RecordKey(table: changes.table, globalID: change.id)
        entries.append(
          PackageAccount.Entry(
            table: key.table, id: key.globalID, action: change.action,
            outcome: account.outcomes[packageIndex][key] ?? .same))
      }
    }
    return PackageAccount(entries: entries)
  }
}

extension MergeConflict {
  /// The sort order: table, row, field. Conflicts over whole rows come first.
  fileprivate var order: ConflictOrder {
    ConflictOrder(key: RecordKey(table: table, globalID: id), field: field ?? -1)
  }
}

private struct ConflictOrder: Comparable {
  var key: RecordKey
  var field: Int

  static func < (left: ConflictOrder, right: ConflictOrder) -> Bool {
    left.key != right.key ? left.key < right.key : left.field < right.field
  }
}
