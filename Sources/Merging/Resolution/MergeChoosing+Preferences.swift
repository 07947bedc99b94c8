import FeatureData
import Packages

// Chooses between conflicting values where the map rules or the command line prefer another side
// than the last package.

extension MergeChoosing {
  /// A value from one side. The package is nil for the office.
  private struct Side {
    var packageIndex: Int?
    var value: FieldValue
    var time: EditTime?
    /// The editor in the package's conflict.
    var editor: String?
    var editDate: String?
  }

  /// Sets fields that two sides changed to the preferred value.
  mutating func applyPreferences() throws {
    guard !inputs.preferences.isEmpty else { return }
    var targets: Set<MergeDecisions.Target> = []
    for conflict in account.conflicts {
      guard conflict.kind == .updateUpdate || conflict.kind == .insertInsert,
        let field = conflict.field, inputs.preferences.side(of: field, in: conflict.table) != .last
      else { continue }
      targets.insert(.init(table: conflict.table, id: conflict.id, field: field))
    }
    let order = targets.sorted {
      ($0.table, $0.id.high, $0.id.low, $0.field ?? -1)
        < ($1.table, $1.id.high, $1.id.low, $1.field ?? -1)
    }
    for target in order { try applyPreference(to: target) }
  }

  private mutating func applyPreference(
    to target: MergeDecisions.Target
  ) throws {
    let key = RecordKey(table: target.table, globalID: target.id)
    guard let field = target.field, var folded = rows[key], folded.row != nil
    else { return }
    let indices = account.conflicts.indices.filter {
      account.conflicts[$0].table == target.table && account.conflicts[$0].id == target.id
        && account.conflicts[$0].field == field && account.conflicts[$0].kind != .deleteUpdate
        && account.conflicts[$0].kind != .updateDelete
    }
    let sides = try sides(
      of: indices.map { account.conflicts[$0] }, key: key, folded: folded, field: field)
    let preference = inputs.preferences.side(of: field, in: key.table)
    guard let winner = winner(of: sides, preference: preference, key: key, field: field),
      let first = indices.first.map({ account.conflicts[$0] })
    else { return }
    apply(
      winner.packageIndex.map { .package($0) } ?? .current, toField: field, of: key, &folded)
    rows[key] = folded
    for index in indices.reversed() { account.conflicts.remove(at: index) }
    account.conflicts += resolved(winner, over: sides, like: first)
    updateOutcomes(of: key, sides: sides)
  }

  /// Returns the sides with different values, each value once: the office first, then the packages
  /// in order.
  private func sides(
    of conflicts: [MergeConflict], key: RecordKey, folded: FoldedRow, field: Int
  ) throws -> [Side] {
    let meaning = inputs.schema.tables[key.table].fields[field].meaning
    var values: [FieldValue] = []
    for conflict in conflicts {
      for value in [conflict.current ?? .null, conflict.returned ?? .null]
      where !values.contains(where: { meaning.isSame($0, value) }) {
        values.append(value)
      }
    }
    var sides: [Side] = []
    if conflicts.contains(where: { $0.currentPackage == nil }), let current = folded.current {
      var issued: MergeRow?
      if let packageIndex = conflicts.first?.package {
        issued = try inputs.packages[packageIndex].base.row(key.table, key.globalID)
      }
      sides.append(
        Side(
          packageIndex: nil, value: current[field],
          time: time(of: current, since: issued, table: key.table)))
    }
    let table = inputs.schema.tables[key.table]
    for (packageIndex, before, after) in folded.returned {
      guard let after, !meaning.isSame(before?[field] ?? .null, after[field]),
        values.contains(where: { meaning.isSame($0, after[field]) })
      else { continue }
      sides.append(
        Side(
          packageIndex: packageIndex, value: after[field],
          time: time(of: after, since: before, table: key.table),
          editor: table.fieldIndex(of: .editor).flatMap { after[$0].text },
          editDate: table.fieldIndex(of: .editDate).flatMap { after[$0].text }))
    }
    return sides
  }

  /// Returns the time of the edit after the row was issued. Nil if the dates don't show it.
  private func time(of row: MergeRow, since issued: MergeRow?, table: Int) -> EditTime? {
    let table = inputs.schema.tables[table]
    let date = table.fieldIndex(of: .editDate)
    if let date, let time = EditTime(row[date]), issued?[date] != row[date] {
      return time.earliest <= inputs.preferences.latest ? time : nil
    }
    // Some apps write only the creation date of a new record.
    guard issued == nil, let created = table.fieldIndex(of: .creationDate) else { return nil }
    return EditTime(row[created]).flatMap { $0.earliest <= inputs.preferences.latest ? $0 : nil }
  }

  /// Returns the side whose value to use. Nil keeps the value of the last package.
  private mutating func winner(
    of sides: [Side], preference: PreferredSide, key: RecordKey, field: Int
  ) -> Side? {
    let office = sides.first { $0.packageIndex == nil }
    let crews = sides.filter { $0.packageIndex != nil }
    switch preference {
    case .last: return nil
    case .office: return office ?? newest(of: crews, key: key, field: field)
    case .crew: return newest(of: crews, key: key, field: field)
    case .newest: return newest(of: sides, key: key, field: field)
    }
  }

  /// Returns the side that was edited last. If the dates don't show it, reports an issue and
  /// returns the last package.
  private mutating func newest(of sides: [Side], key: RecordKey, field: Int) -> Side? {
    guard sides.count > 1 else { return sides.first }
    let meaning = inputs.schema.tables[key.table].fields[field].meaning
    let found = sides.first { side in
      guard let time = side.time else { return false }
      return sides.allSatisfy { other in
        meaning.isSame(side.value, other.value) || other.time?.isBefore(time) ?? false
      }
    }
    if let found { return found }
    let table = inputs.schema.tables[key.table]
    account.issues.append(
      MergeIssue(
        .newestUnknown, table: key.table, id: key.globalID, field: table.fields[field].name,
        package: sides.last?.packageIndex ?? 0,
        "The edit dates don't show which value is the newest. The value of the last package is "
          + "kept."))
    return sides.last
  }

  /// Returns the resolved conflicts of a field: one for each side that lost.
  private func resolved(
    _ winner: Side, over sides: [Side], like first: MergeConflict
  ) -> [MergeConflict] {
    let meaning = first.field.map { inputs.schema.tables[first.table].fields[$0].meaning } ?? .text
    return sides.compactMap { side in
      if meaning.isSame(side.value, winner.value) { return nil }
      var conflict = first
      conflict.isDecided = true
      if let packageIndex = side.packageIndex {
        conflict.package = packageIndex
        conflict.returned = side.value
        conflict.currentPackage = winner.packageIndex
        conflict.current = winner.value
        conflict.resolution = .current
        (conflict.editor, conflict.editDate) = (side.editor, side.editDate)
      } else if let packageIndex = winner.packageIndex {
        conflict.package = packageIndex
        conflict.returned = winner.value
        conflict.currentPackage = nil
        conflict.current = side.value
        conflict.resolution = .returned
        (conflict.editor, conflict.editDate) = (winner.editor, winner.editDate)
      }
      return conflict
    }
  }

  /// Updates the outcomes of the packages after a preference chose another value.
  private mutating func updateOutcomes(of key: RecordKey, sides: [Side]) {
    for packageIndex in sides.compactMap(\.packageIndex) {
      let hasLost = account.conflicts.contains {
        $0.table == key.table && $0.id == key.globalID && $0.field != nil
          && ($0.package == packageIndex && $0.resolution == .current
            || $0.currentPackage == packageIndex && $0.resolution == .returned)
      }
      if hasLost {
        account.note(.overruled, for: key, packageIndex: packageIndex)
      } else if account.outcomes[packageIndex][key] == .overruled {
        account.outcomes[packageIndex][key] = .conflict
      }
    }
  }
}
