import FeatureData

// Removes what the merge does not accept from the changes of a package.

extension MergeFolding {
  /// Reports a change to a table that the map makes read-only.
  mutating func reportReadOnly(_ key: RecordKey, packageIndex: Int) {
    account.issues.append(
      MergeIssue(
        .readOnlyEdited, table: key.table, id: key.globalID, package: packageIndex,
        "\(inputs.schema.tables[key.table].title) is read-only in the map, so this change was not merged."
      ))
  }

  /// Returns the part of a change that was not merged before. Nil if all of it was.
  mutating func unmerged(
    _ change: RowChange, of key: RecordKey, packageIndex: Int
  ) -> RowChange? {
    let table = inputs.schema.tables[key.table]
    let merge = inputs.merges[key.table]
    let fingerprint = ChangeFingerprint(package: inputs.packages[packageIndex].identity)
    guard let after = change.after else {
      return isNew(fingerprint.deletion(key.globalID, in: table)) ? change : nil
    }
    let edited = change.before.map { merge.changes(from: $0, to: after) } ?? merge.values(of: after)
    let known = edited.filter {
      !isNew(fingerprint.value(after[$0], of: $0, key.globalID, in: table))
    }
    if let before = change.before {
      guard !known.isEmpty else { return change }
      if known.count == edited.count { return nil }
      let rest = merge.row(after, with: known, of: before)
      return RowChange(id: key.globalID, before: before, after: rest)
    }
    guard !isNew(fingerprint.insertion(key.globalID, in: table)) else { return change }
    if known.count == edited.count { return nil }
    // An earlier return added the row, so the new values are an edit of it.
    let nothing = MergeRow(rowid: after.rowid, values: [])
    let before = merge.row(after, with: edited.filter { !known.contains($0) }, of: nothing)
    return RowChange(id: key.globalID, before: before, after: after)
  }

  private mutating func isNew(_ fingerprint: UInt64) -> Bool {
    fingerprints.insert(fingerprint)
    return !inputs.mergedBefore.contains(fingerprint)
  }

  /// Removes from a change what the merge does not accept, and reports it.
  mutating func removeRefusedValues(
    from change: inout RowChange, of key: RecordKey, packageIndex: Int
  ) {
    keepIntactAttachment(in: &change, of: key, packageIndex: packageIndex)
    applyFieldRules(to: &change, of: key, packageIndex: packageIndex)
  }

  /// Refuses values that the field app would have refused, or that programs cannot read. Values
  /// that were already wrong before the change stay.
  private mutating func applyFieldRules(
    to change: inout RowChange, of key: RecordKey, packageIndex: Int
  ) {
    guard let after = change.after else { return }
    let rules = inputs.rules[key.table]
    let table = inputs.schema.tables[key.table]
    let before = change.before
    let fields: [Int] =
      before.map { before in table.fields.indices.filter { before[$0] != after[$0] } }
      ?? Array(table.fields.indices)
    var kept = after
    for field in fields {
      guard let refusal = rules.refusal(of: field, from: before, to: after) else { continue }
      if let before {
        kept = inputs.merges[key.table].row(kept, with: [field], of: before)
      } else {
        kept.values[field] = rules.defaultValue(of: field)
      }
      if kept[field] != after[field] {
        account.note(.refusedField, for: key, packageIndex: packageIndex)
      }
      account.issues.append(
        MergeIssue(
          .invalidValue, table: key.table, id: key.globalID, field: table.fields[field].name,
          value: after[field], code: refusal.code, package: packageIndex, refusal.message))
    }
    for (field, parent) in rules.required where after[field].isNull && fields.contains(field) {
      if let before = change.before {
        kept.values[field] = before[field]
        account.note(.refusedField, for: key, packageIndex: packageIndex)
      }
      account.issues.append(
        MergeIssue(
          .invalidValue, table: key.table, id: key.globalID, field: table.fields[field].name,
          value: .null, package: packageIndex,
          "Missing required relationship named \"\(parent)\"."))
    }
    change.after = kept
  }

  /// Keeps the current attachment if the returned one is truncated. A returned attachment that is
  /// smaller than before also counts as truncated, unless it is a complete image.
  private mutating func keepIntactAttachment(
    in change: inout RowChange, of key: RecordKey, packageIndex: Int
  ) {
    let table = inputs.schema.tables[key.table]
    guard let before = change.before, let after = change.after,
      let digest = table.contentFields?.first,
      inputs.merges[key.table].changes(from: before, to: after).contains(digest)
    else { return }
    let isTruncated = inputs.packages[packageIndex].truncatedAttachments.contains(key)
    guard isTruncated || isShorter(after, than: before, key: key, packageIndex: packageIndex)
    else { return }
    if !isTruncated, let size = table.fieldIndex(named: "size"),
      let old = before[size].wholeNumber, let new = after[size].wholeNumber
    {
      account.issues.append(
        MergeIssue(
          .photoTruncated, table: key.table, id: key.globalID, field: table.fields[size].name,
          value: after[size], package: packageIndex,
          "The attachment had \(old) bytes and was returned with \(new). The old one is kept."))
    }
    change.after = inputs.merges[key.table].row(after, with: [digest], of: before)
    account.note(.refusedField, for: key, packageIndex: packageIndex)
  }

  private func isShorter(
    _ after: MergeRow, than before: MergeRow, key: RecordKey, packageIndex: Int
  ) -> Bool {
    let table = inputs.schema.tables[key.table]
    guard !inputs.packages[packageIndex].intactAttachments.contains(key),
      let size = table.fieldIndex(named: "size"),
      let old = before[size].wholeNumber, let new = after[size].wholeNumber, new < old
    else { return false }
    // With another name, it is a different attachment.
    return table.fieldIndex(named: "name").map { before[$0] == after[$0] } ?? true
  }
}
