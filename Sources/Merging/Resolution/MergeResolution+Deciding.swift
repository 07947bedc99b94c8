import FeatureData

// What people decided.
extension MergeResolution {
  /// Applies the decisions to the rows as the packages left them.
  mutating func decide() {
    let choices = decisions.choices.merging(acceptedWork()) { made, _ in made }
    let places = choices.keys.sorted {
      ($0.table, $0.id.high, $0.id.low, $0.field ?? -1)
        < ($1.table, $1.id.high, $1.id.low, $1.field ?? -1)
    }
    for place in places {
      guard let choice = choices[place] else { continue }
      let row = RecordKey(table: place.table, globalID: place.id)
      guard rows.indices.contains(row.table), var folded = rows[row.table][row.globalID] else {
        continue
      }
      if let field = place.field {
        guard schema.tables[row.table].fields.indices.contains(field) else { continue }
        decide(choice, field, row, &folded)
      } else {
        decide(choice, row, &folded)
        folded.settlePhoto(in: schema.tables[row.table])
      }
      rows[row.table][row.globalID] = folded
      for package in fates.indices where fates[package][row] != nil {
        fates[package][row] = .decided
      }
      settle(choice, place)
    }
  }

  /// What the packages whose work is accepted as a whole did, where it clashed.
  private func acceptedWork() -> [MergeDecisions.Place: MergeDecisions.Choice] {
    var choices: [MergeDecisions.Place: MergeDecisions.Choice] = [:]
    for package in decisions.accepted {
      for conflict in conflicts
      where conflict.package == package || conflict.currentPackage == package {
        let row = MergeDecisions.Place(table: conflict.table, id: conflict.id)
        let change = rows[conflict.table][conflict.id]?.returned.last { $0.package == package }
        guard let change, decisions.choices[row] == nil else { continue }
        var place = row
        // A record that it deleted is gone as a whole.
        if change.after != nil { place.field = conflict.field }
        choices[place] = .package(package)
      }
    }
    return choices
  }

  private mutating func decide(
    _ choice: MergeDecisions.Choice, _ place: RecordKey, _ folded: inout FoldedRow
  ) {
    switch choice {
    case .value: break
    case .current:
      folded.last = folded.latest
      folded.row = folded.current
      folded.editors = []
      folded.bringers = [:]
      folded.deleters = []
      folded.photo = nil
      // Who refers to a row that is not let in goes with it.
      folded.isForced = folded.current == nil
    case .package(let package):
      guard let change = folded.returned.last(where: { $0.package == package }) else { return }
      // What the other crews did to the record is not taken.
      folded.row = folded.current
      folded.last = folded.latest
      folded.editors = []
      folded.bringers = [:]
      folded.deleters = []
      take(change, place, &folded)
    case .returned:
      guard let change = folded.returned.last else { return }
      take(change, place, &folded)
    }
  }

  /// Gives a row what a package did to it.
  private mutating func take(
    _ change: (package: Int, before: MergeRow?, after: MergeRow?), _ place: RecordKey,
    _ folded: inout FoldedRow
  ) {
    guard let after = change.after else {
      if folded.row != nil { folded.delete(by: change.package) }
      return folded.isForced = true
    }
    if folded.row == nil { undelete(place, &folded) }
    // What it left as it was is not its doing: there the office and the other crews stand.
    folded.row =
      merges[place.table].merge(
        base: change.before, current: folded.row, returned: after
      ).row
    folded.note(editor: change.package)
  }

  /// Gives a field what was chosen.
  mutating func decide(
    _ choice: MergeDecisions.Choice, _ field: Int, _ place: RecordKey, _ folded: inout FoldedRow
  ) {
    defer { folded.settlePhoto(in: schema.tables[place.table]) }
    let merge = merges[place.table]
    switch choice {
    case .returned, .package:
      let change: (package: Int, before: MergeRow?, after: MergeRow?)? =
        if case .package(let package) = choice {
          folded.returned.last { $0.package == package }
        } else { folded.returned.last }
      guard let change, let after = change.after else { return }
      folded.row = folded.row.map { merge.row($0, with: [field], of: after) }
      folded.bringers[field] = change.package
    case .current:
      guard let current = folded.current else {
        // The office deleted the row, and a package brought it back.
        if !folded.isAdded {
          folded.last = folded.latest
          folded.row = nil
        }
        return
      }
      if folded.row == nil { undelete(place, &folded) }
      folded.row = folded.row.map { merge.row($0, with: [field], of: current) }
      folded.bringers[field] = nil
    case .value(let value):
      if folded.row == nil { undelete(place, &folded) }
      guard var row = folded.row, row.values.indices.contains(field) else { return }
      row.values[field] = value
      let table = schema.tables[place.table]
      if let refusal = rules[place.table].refusal(of: field, from: nil, to: row) {
        issues.append(
          MergeIssue(
            .invalidValue, table: place.table, id: place.globalID, field: table.fields[field].name,
            value: value, code: refusal.code, package: folded.returned.last?.package ?? 0,
            refusal.message))
        return
      }
      folded.row = row
      folded.bringers[field] = nil
    }
  }

  /// Tells in the conflicts what stands now.
  private mutating func settle(_ choice: MergeDecisions.Choice, _ place: MergeDecisions.Place) {
    let resolution: MergeConflict.Resolution =
      switch choice {
      case .returned: .returned
      case .current: .current
      case .value, .package: .decided
      }
    for index in conflicts.indices
    where conflicts[index].table == place.table && conflicts[index].id == place.id
      && (place.field == nil || conflicts[index].field == place.field)
    {
      conflicts[index].resolution = resolution
    }
  }
}

extension FoldedRow {
  /// Points to the bytes of the photo that stands, where another was chosen.
  fileprivate mutating func settlePhoto(in table: MergeTable) {
    guard let digest = table.contentPlaces?.first, let row else { return }
    if let stored, stored[digest] == row[digest] { return photo = nil }
    guard let change = returned.last(where: { $0.after?[digest] == row[digest] }),
      let after = change.after
    else { return }
    photo = (change.package, after.rowid)
  }
}
