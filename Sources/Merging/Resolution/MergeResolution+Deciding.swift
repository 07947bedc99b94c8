import FeatureData

// What people decided.
extension MergeResolution {
  /// Applies the decisions to the rows as the packages left them.
  mutating func decide() {
    let places = decisions.choices.keys.sorted {
      ($0.table, $0.id.high, $0.id.low, $0.field ?? -1)
        < ($1.table, $1.id.high, $1.id.low, $1.field ?? -1)
    }
    for place in places {
      guard let choice = decisions.choices[place] else { continue }
      let row = RowPlace(table: place.table, id: place.id)
      guard rows.indices.contains(row.table), var folded = rows[row.table][row.id] else {
        continue
      }
      if let field = place.field {
        guard schema.tables[row.table].fields.indices.contains(field) else { continue }
        decide(choice, field, row, &folded)
      } else {
        decide(choice, row, &folded)
      }
      rows[row.table][row.id] = folded
      for package in fates.indices where fates[package][row] != nil {
        fates[package][row] = .decided
      }
      settle(choice, place)
    }
  }

  private mutating func decide(
    _ choice: MergeDecisions.Choice, _ place: RowPlace, _ folded: inout FoldedRow
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
    case .returned:
      guard let (package, before, after) = folded.lastChange else { return }
      guard let after else {
        if folded.row != nil { folded.delete(by: package) }
        return folded.isForced = true
      }
      if folded.row == nil { undelete(place, &folded) }
      // What it left as it was is not its doing: there the office and the other crews stand.
      folded.row =
        merges[place.table].merge(
          base: before, current: folded.row, returned: after
        ).row
      folded.note(editor: package)
    }
  }

  private mutating func decide(
    _ choice: MergeDecisions.Choice, _ field: Int, _ place: RowPlace, _ folded: inout FoldedRow
  ) {
    let merge = merges[place.table]
    switch choice {
    case .returned:
      guard let after = folded.lastChange?.after else { return }
      folded.row = folded.row.map { merge.row($0, with: [field], of: after) }
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
      if folded.row?.values.indices.contains(field) == true { folded.row?.values[field] = value }
    }
  }

  /// Tells in the conflicts what stands now.
  private mutating func settle(_ choice: MergeDecisions.Choice, _ place: MergeDecisions.Place) {
    let resolution: MergeConflict.Resolution =
      switch choice {
      case .returned: .returned
      case .current: .current
      case .value: .decided
      }
    for index in conflicts.indices
    where conflicts[index].table == place.table && conflicts[index].id == place.id
      && (place.field == nil || conflicts[index].field == place.field)
    {
      conflicts[index].resolution = resolution
    }
  }
}
