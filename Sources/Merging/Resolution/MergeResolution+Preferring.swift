import FeatureData
import Packaging

// Whose value stands, where the rules of the map or the call prefer another than the last one's.
extension MergeResolution {
  /// A value that a side left, and who: nil for the office.
  private struct Side {
    var package: Int?
    var value: FieldValue
    var time: EditTime?
    /// Of the package's conflict.
    var editor: String?
    var editDate: String?
  }

  /// Gives fields that two sides changed the value of the preferred one.
  mutating func prefer() throws(MergingError) {
    guard !preferences.isEmpty else { return }
    var fields: Set<MergeDecisions.Place> = []
    for conflict in conflicts {
      guard conflict.kind == .updateUpdate || conflict.kind == .insertInsert,
        let field = conflict.field, preferences.side(of: field, in: conflict.table) != .last
      else { continue }
      fields.insert(.init(table: conflict.table, id: conflict.id, field: field))
    }
    let order = fields.sorted {
      ($0.table, $0.id.high, $0.id.low, $0.field ?? -1)
        < ($1.table, $1.id.high, $1.id.low, $1.field ?? -1)
    }
    for place in order { try prefer(place) }
  }

  private mutating func prefer(_ place: MergeDecisions.Place) throws(MergingError) {
    let row = RecordKey(table: place.table, globalID: place.id)
    guard let field = place.field, var folded = rows[row.table][row.globalID], folded.row != nil
    else {
      return
    }
    let indices = conflicts.indices.filter {
      conflicts[$0].table == place.table && conflicts[$0].id == place.id
        && conflicts[$0].field == field && conflicts[$0].kind != .deleteUpdate
        && conflicts[$0].kind != .updateDelete
    }
    let sides = try sides(of: indices.map { conflicts[$0] }, folded, field, row)
    let way = preferences.side(of: field, in: row.table)
    guard let winner = winner(of: sides, way, row, field),
      let first = indices.first.map({ conflicts[$0] })
    else { return }
    decide(winner.package.map { .package($0) } ?? .current, field, row, &folded)
    rows[row.table][row.globalID] = folded
    for index in indices.reversed() { conflicts.remove(at: index) }
    conflicts += told(winner, over: sides, like: first)
    account(row, winner, sides)
  }

  /// The sides that left different values, each once, in the order of the packages; the office
  /// first.
  private func sides(
    of conflicts: [MergeConflict], _ folded: FoldedRow, _ field: Int, _ row: RecordKey
  ) throws(MergingError) -> [Side] {
    let meaning = schema.tables[row.table].fields[field].meaning
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
      if let package = conflicts.first?.package {
        issued = try packages[package].base.row(row.table, row.globalID)
      }
      sides.append(
        Side(
          package: nil, value: current[field], time: time(of: current, since: issued, row.table)))
    }
    let table = schema.tables[row.table]
    for (package, before, after) in folded.returned {
      guard let after, !meaning.isSame(before?[field] ?? .null, after[field]),
        values.contains(where: { meaning.isSame($0, after[field]) })
      else { continue }
      sides.append(
        Side(
          package: package, value: after[field], time: time(of: after, since: before, row.table),
          editor: table.place(of: .editor).flatMap { after[$0].text },
          editDate: table.place(of: .editDate).flatMap { after[$0].text }))
    }
    return sides
  }

  /// When a row was edited after it was issued; nil where its date does not tell.
  private func time(of row: MergeRow, since issued: MergeRow?, _ table: Int) -> EditTime? {
    let table = schema.tables[table]
    let date = table.place(of: .editDate)
    if let date, let time = EditTime(row[date]), issued?[date] != row[date] {
      return time.earliest <= preferences.latest ? time : nil
    }
    // Some apps date a new record only once.
    guard issued == nil, let made = table.place(of: .creationDate) else { return nil }
    return EditTime(row[made]).flatMap { $0.earliest <= preferences.latest ? $0 : nil }
  }

  /// The side whose value is to stand; nil for the last package, as without preferences.
  private mutating func winner(
    of sides: [Side], _ way: PreferredSide, _ row: RecordKey, _ field: Int
  ) -> Side? {
    let office = sides.first { $0.package == nil }
    let crews = sides.filter { $0.package != nil }
    switch way {
    case .last: return nil
    case .office: return office ?? newest(of: crews, row, field)
    case .crew: return newest(of: crews, row, field)
    case .newest: return newest(of: sides, row, field)
    }
  }

  /// The side that was edited last. Where dates do not tell, the last package's value stands, and
  /// that is told.
  private mutating func newest(of sides: [Side], _ row: RecordKey, _ field: Int) -> Side? {
    guard sides.count > 1 else { return sides.first }
    let meaning = schema.tables[row.table].fields[field].meaning
    let found = sides.first { side in
      guard let time = side.time else { return false }
      return sides.allSatisfy { other in
        meaning.isSame(side.value, other.value) || other.time?.isBefore(time) ?? false
      }
    }
    if let found { return found }
    let table = schema.tables[row.table]
    issues.append(
      MergeIssue(
        .newestUnknown, table: row.table, id: row.globalID, field: table.fields[field].name,
        package: sides.last?.package ?? 0,
        "The edit dates do not tell which value is the newest; the last package's stands."))
    return sides.last
  }

  /// The conflicts of a field as they are settled: one for each side whose value gave way.
  private func told(
    _ winner: Side, over sides: [Side], like first: MergeConflict
  ) -> [MergeConflict] {
    let meaning = first.field.map { schema.tables[first.table].fields[$0].meaning } ?? .text
    return sides.compactMap { side in
      if meaning.isSame(side.value, winner.value) { return nil }
      var conflict = first
      if let package = side.package {
        conflict.package = package
        conflict.returned = side.value
        conflict.currentPackage = winner.package
        conflict.current = winner.value
        conflict.resolution = .current
        (conflict.editor, conflict.editDate) = (side.editor, side.editDate)
      } else if let package = winner.package {
        conflict.package = package
        conflict.returned = winner.value
        conflict.currentPackage = nil
        conflict.current = side.value
        conflict.resolution = .returned
        (conflict.editor, conflict.editDate) = (winner.editor, winner.editDate)
      }
      return conflict
    }
  }

  /// What became of the changes of the packages, now that another value stands.
  private mutating func account(_ row: RecordKey, _ winner: Side, _ sides: [Side]) {
    for package in sides.compactMap(\.package) {
      let losses = conflicts.contains {
        $0.table == row.table && $0.id == row.globalID && $0.field != nil
          && ($0.package == package && $0.resolution == .current
            || $0.currentPackage == package && $0.resolution == .returned)
      }
      if losses {
        note(.overruled, row, of: package)
      } else if fates[package][row] == .overruled {
        fates[package][row] = .conflict
      }
    }
  }
}
