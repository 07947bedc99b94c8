import FeatureData

// What of a change comes in at all.
extension MergeResolution {
  /// A change whose keys are identities.
  func identified(
    _ change: RowChange, _ table: Int, _ package: Int
  ) throws(MergingError) -> RowChange {
    let (base, returned) = (packages[package].base, packages[package].returned)
    var result = change
    if let row = change.before {
      result.before = try keys.identified(row, of: table, in: [base, returned])
    }
    if let row = change.after {
      result.after = try keys.identified(
        row, of: table, in: [returned, base], new: newRows[package])
    }
    return result
  }

  /// A row of a package as if the columns that the office added since had been there: they hold their
  /// defaults, as SQL gives them to rows that are there and to new ones.
  func completed(_ row: MergeRow, of table: Int, _ package: Int) -> MergeRow {
    let missing = missingFields[package][table]
    guard !missing.isEmpty else { return row }
    var row = row
    for field in missing where field < row.values.count {
      row.values[field] = defaults[table][field]
    }
    return row
  }

  /// The same of a change.
  func completed(_ change: RowChange, of table: Int, _ package: Int) -> RowChange {
    var result = change
    result.before = change.before.map { completed($0, of: table, package) }
    result.after = change.after.map { completed($0, of: table, package) }
    return result
  }

  /// A change that is kept in full and not carried out.
  mutating func refuse(_ change: RowChange, _ place: RecordKey, _ package: Int) {
    refused.append(RefusedChange(table: place.table, change: change, package: package))
    note(.refused, place, of: package)
  }

  /// Notes a change of a table that the map does not let crews edit.
  mutating func noteReadOnly(_ place: RecordKey, _ package: Int) {
    issues.append(
      MergeIssue(
        .readOnlyEdited, table: place.table, id: place.globalID, package: package,
        "\(schema.tables[place.table].title) is not for editing; what was changed there is left out."
      ))
  }

  /// The fields whose current value the package itself brought, when it came back before.
  func own(
    _ change: RowChange, _ place: RecordKey, _ package: Int, _ row: MergeRow?,
    bringers: [Int: Int] = [:]
  ) -> Set<Int> {
    guard packages[package].continues, let row else { return [] }
    let base = change.before ?? MergeRow(rowid: 0, values: [])
    let fields = merges[place.table].changes(from: base, to: row)
    guard !fields.isEmpty else { return [] }
    let table = schema.tables[place.table]
    let fingerprint = ChangeFingerprint(package: packages[package].identity)
    return Set(
      fields.filter { field in
        if let bringer = bringers[field] {
          return packages[bringer].identity.utf8.elementsEqual(packages[package].identity.utf8)
        }
        return merged.contains(fingerprint.value(row[field], of: field, place.globalID, in: table))
      })
  }

  /// What of a change was not merged before; nil when there is nothing new in it.
  mutating func unmerged(
    _ change: RowChange, _ place: RecordKey, _ package: Int
  ) -> RowChange? {
    let table = schema.tables[place.table]
    let merge = merges[place.table]
    let fingerprint = ChangeFingerprint(package: packages[package].identity)
    guard let after = change.after else {
      return isNew(fingerprint.deletion(place.globalID, in: table)) ? change : nil
    }
    let edited = change.before.map { merge.changes(from: $0, to: after) } ?? merge.values(of: after)
    let known = edited.filter {
      !isNew(fingerprint.value(after[$0], of: $0, place.globalID, in: table))
    }
    if let before = change.before {
      guard !known.isEmpty else { return change }
      if known.count == edited.count { return nil }
      let rest = merge.row(after, with: known, of: before)
      return RowChange(id: place.globalID, before: before, after: rest)
    }
    guard !isNew(fingerprint.insertion(place.globalID, in: table)) else { return change }
    if known.count == edited.count { return nil }
    // It was added by an earlier return, and what is new now is an edit of that.
    let nothing = MergeRow(rowid: after.rowid, values: [])
    let before = merge.row(after, with: edited.filter { !known.contains($0) }, of: nothing)
    return RowChange(id: place.globalID, before: before, after: after)
  }

  private mutating func isNew(_ fingerprint: UInt64) -> Bool {
    fingerprints.insert(fingerprint)
    return !merged.contains(fingerprint)
  }

  /// Takes out of a change what must not come in; each is told.
  mutating func check(_ change: inout RowChange, _ place: RecordKey, _ package: Int) {
    keepWholePhoto(&change, place, package)
    keepRules(&change, place, package)
  }

  /// A value that the field app would have refused, or that programs cannot read, does not come in.
  /// What was wrong before stays.
  private mutating func keepRules(
    _ change: inout RowChange, _ place: RecordKey, _ package: Int
  ) {
    guard let after = change.after else { return }
    let rules = rules[place.table]
    let table = schema.tables[place.table]
    let before = change.before
    let fields: [Int] =
      before.map { before in table.fields.indices.filter { before[$0] != after[$0] } }
      ?? Array(table.fields.indices)
    var kept = after
    for field in fields {
      guard let refusal = rules.refusal(of: field, from: before, to: after) else { continue }
      if let before {
        kept = merges[place.table].row(kept, with: [field], of: before)
      } else {
        kept.values[field] = rules.defaultValue(of: field)
      }
      if kept[field] != after[field] { note(.refusedField, place, of: package) }
      issues.append(
        MergeIssue(
          .invalidValue, table: place.table, id: place.globalID, field: table.fields[field].name,
          value: after[field], code: refusal.code, package: package, refusal.message))
    }
    for (field, parent) in rules.required where after[field].isNull && fields.contains(field) {
      if let before = change.before {
        kept.values[field] = before[field]
        note(.refusedField, place, of: package)
      }
      issues.append(
        MergeIssue(
          .invalidValue, table: place.table, id: place.globalID, field: table.fields[field].name,
          value: .null, package: package,
          "Missing required relationship named \"\(parent)\"."))
    }
    change.after = kept
  }

  /// A photo that is cut short, or arrived shorter than it was and is no whole picture, does not
  /// take the place of the whole one.
  private mutating func keepWholePhoto(
    _ change: inout RowChange, _ place: RecordKey, _ package: Int
  ) {
    let table = schema.tables[place.table]
    guard let before = change.before, let after = change.after,
      let digest = table.contentPlaces?.first,
      merges[place.table].changes(from: before, to: after).contains(digest)
    else { return }
    let isCut = packages[package].truncatedPhotos.contains(place)
    guard isCut || isShorter(after, than: before, place, package) else { return }
    if !isCut, let size = table.place(named: "size"), let old = before[size].wholeNumber,
      let new = after[size].wholeNumber
    {
      issues.append(
        MergeIssue(
          .photoTruncated, table: place.table, id: place.globalID, field: table.fields[size].name,
          value: after[size], package: package,
          "A photo or file of \(old) bytes came back with \(new); the whole one stays."))
    }
    change.after = merges[place.table].row(after, with: [digest], of: before)
    note(.refusedField, place, of: package)
  }

  private func isShorter(
    _ after: MergeRow, than before: MergeRow, _ place: RecordKey, _ package: Int
  ) -> Bool {
    let table = schema.tables[place.table]
    guard !packages[package].completePhotos.contains(place), let size = table.place(named: "size"),
      let old = before[size].wholeNumber, let new = after[size].wholeNumber, new < old
    else { return false }
    // Under another name it is another photo.
    return table.place(named: "name").map { before[$0] == after[$0] } ?? true
  }
}
