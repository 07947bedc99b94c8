import FeatureData
import MapModel
import Merging
import Publishing

// The fields of a record in the base, in the office data and in the package.
extension ReviewBuilder {
  mutating func values(
    of record: Record, _ shapes: (before: ReviewShape, after: ReviewShape)
  ) throws -> [ReviewContent.Value] {
    let table = record.key.table
    let side = source.sides[record.package]
    let base = try side?.base.row(table, record.key.globalID)
    let returned = try side?.returned.row(table, record.key.globalID)
    var before = try record.before.map { try texts(of: $0, in: table) }
    var after = try record.after.map { try texts(of: $0, in: table) }
    try nameParent(in: &before, of: record.before, table)
    try nameParent(in: &after, of: record.after, table)
    var values: [ReviewContent.Value] = []
    var whole = wholeValue(of: record)
    whole?.sides = try wholeSides(of: record)
    if let whole { values.append(whole) }
    for index in tables[table].shown {
      let isGeometry = tables[table].table.fields[index].role == .geometry
      if let conflict = record.conflicts.last(where: { $0.field == index }) {
        values.append(
          isGeometry
            ? geometryValue(conflict, of: record, fieldIndex: index)
            : try value(conflict, of: record, fieldIndex: index))
        continue
      }
      if whole == nil, let refused = try refusedValue(at: index, of: record, before) {
        values.append(refused)
        continue
      }
      if let kept = try keptValue(at: index, of: record, (base, returned), before) {
        values.append(kept)
        continue
      }
      // If the whole record is deleted, its fields are not listed.
      guard whole == nil else { continue }
      let old = record.before?[index] ?? .null
      let new = record.after?[index] ?? .null
      guard !tables[table].table.fields[index].meaning.isSame(old, new) else { continue }
      let isByRule = facts.rules[record.key]?.contains { $0.field == index } ?? false
      let by = isByRule ? nil : try crew(of: record, at: index)
      guard !isGeometry else {
        guard record.action == .updated else { continue }
        values.append(
          ReviewContent.Value(
            field: index, base: shapes.before.point == nil ? "no location" : "as issued",
            current: nil, returned: shapes.after.words(from: shapes.before), state: .taken,
            returnedBy: by))
        continue
      }
      var texts = [before?[index], after?[index]]
      distinguish(&texts, [old, new])
      values.append(
        ReviewContent.Value(
          field: index, base: texts[0], current: texts[0], returned: texts[1],
          state: .taken, returnedBy: record.action == .updated ? by : nil))
    }
    return values
  }

  /// Shows values in full if their formatted texts would be equal, because formats round.
  private func distinguish(_ texts: inout [String?], _ values: [FieldValue?]) {
    for (one, text) in texts.enumerated() {
      let isAlike = texts.indices.contains { other in
        texts[other] == text && values[other] != values[one]
          && values[other]?.plainText != values[one]?.plainText
      }
      guard isAlike else { continue }
      texts = values.map { $0?.plainText }
      return
    }
  }

  /// Returns the line for the whole record if a side deleted it.
  private func wholeValue(of record: Record) -> ReviewContent.Value? {
    func value(
      current: String, returned: String, message: String? = nil
    ) -> ReviewContent.Value {
      ReviewContent.Value(
        field: nil, base: "present", current: current, returned: returned, state: .conflict,
        message: message)
    }
    if record.has(.orphan) {
      return value(current: "present", returned: "deleted", message: "Other records need it.")
    }
    let conflict = record.conflicts.last { $0.kind == .deleteUpdate || $0.kind == .updateDelete }
    guard let conflict else { return nil }
    var whole =
      conflict.kind == .deleteUpdate
      ? value(current: "edited", returned: "deleted")
      : value(current: "deleted", returned: "edited")
    if let other = conflict.currentPackage {
      // A decision for the office restores the office's record.
      whole.current = record.before == nil ? "not present" : "present"
      let verb = conflict.kind == .deleteUpdate ? "edited" : "deleted"
      whole.message = "\(source.packages[other].name) \(verb) it."
    }
    return whole
  }

  /// Returns what each of several packages did with a record that a side deleted.
  private func wholeSides(of record: Record) throws -> [ReviewContent.Value.Side] {
    let table = record.key.table
    var sides: [ReviewContent.Value.Side] = []
    for crew in facts.packages[record.key] ?? [] {
      guard let side = source.sides[crew] else { continue }
      let row = try side.returned.row(table, record.key.globalID)
      sides.append(
        ReviewContent.Value.Side(
          package: crew, value: row == nil ? "deleted" : "edited",
          by: row.flatMap { lastEditor(of: $0, table: table) }))
    }
    return sides.count > 1 ? sides : []
  }

  /// Returns a field with a conflict. A decision for the office restores the office's own value,
  /// even if another crew changed it in between.
  private mutating func value(
    _ conflict: MergeConflict, of record: Record, fieldIndex index: Int
  ) throws -> ReviewContent.Value {
    let table = record.key.table
    guard let row = record.row else {
      return ReviewContent.Value(
        field: index, base: nil, current: nil, returned: nil, state: .conflict)
    }
    let office = conflict.currentPackage == nil ? conflict.current : record.before?[index]
    let values = [conflict.base, office, conflict.returned]
    var texts = try values.map { value in
      try value.flatMap { try text($0, at: index, of: row, in: table) }
    }
    distinguish(&texts, values)
    var value = ReviewContent.Value(
      field: index, base: texts[0], current: texts[1], returned: texts[2], state: .conflict,
      currentBy: officeEditor(in: conflict, of: record),
      returnedBy: ReviewWords.by(conflict.editor, on: conflict.editDate, in: source.timeZone),
      message: try conflict.currentPackage.map { package in
        let name = source.packages[package].name
        let entered = try conflict.current.flatMap { try text($0, at: index, of: row, in: table) }
        return entered.map { "\(name) entered \u{201C}\($0)\u{201D}." }
          ?? "\(name) left it empty."
      })
    value.sides = try sides(of: record, at: index, row: row)
    return value
  }

  /// Returns the values of each of several packages that changed a field.
  private mutating func sides(
    of record: Record, at index: Int, row: MergeRow
  ) throws -> [ReviewContent.Value.Side] {
    let table = record.key.table
    let meaning = source.schema.tables[table].fields[index].meaning
    var sides: [ReviewContent.Value.Side] = []
    for crew in facts.packages[record.key] ?? [] {
      guard let side = source.sides[crew],
        let returned = try side.returned.row(table, record.key.globalID),
        let issued = try side.base.row(table, record.key.globalID),
        !meaning.isSame(issued[index], returned[index])
      else { continue }
      sides.append(
        ReviewContent.Value.Side(
          package: crew, value: try text(returned[index], at: index, of: row, in: table),
          by: lastEditor(of: returned, table: table)))
    }
    return sides.count > 1 ? sides : []
  }

  private func geometryValue(
    _ conflict: MergeConflict, of record: Record, fieldIndex index: Int
  ) -> ReviewContent.Value {
    let transform = transforms[record.key.table]
    func shape(_ value: FieldValue?) -> ReviewShape {
      value.map { ReviewShape($0, toDegrees: transform) } ?? ReviewShape()
    }
    let base = shape(conflict.base)
    return ReviewContent.Value(
      field: index, base: base.point == nil ? "no location" : "as issued",
      current: conflict.current.map { shape($0).words(from: base) },
      returned: conflict.returned.map { shape($0).words(from: base) }, state: .conflict,
      currentBy: officeEditor(in: conflict, of: record),
      returnedBy: ReviewWords.by(conflict.editor, on: conflict.editDate, in: source.timeZone))
  }

  /// Returns a value that the office changed, alone or like the crew, and that is in the result.
  private mutating func keptValue(
    at index: Int, of record: Record, _ crew: (base: MergeRow?, returned: MergeRow?),
    _ before: [String?]?
  ) throws -> ReviewContent.Value? {
    let table = record.key.table
    let field = tables[table].table.fields[index]
    guard let base = crew.base, let row = record.before,
      !field.meaning.isSame(base[index], row[index]),
      record.after.map({ field.meaning.isSame($0[index], row[index]) }) ?? true
    else { return nil }
    let by = lastEditor(of: row, table: table)
    let officeBy = by == lastEditor(of: base, table: table) ? nil : by
    let isSame = crew.returned.map { field.meaning.isSame($0[index], row[index]) } ?? false
    let state: ReviewContent.Value.State = isSame ? .same : .kept
    guard field.role != .geometry else {
      let former = ReviewShape(base[index], toDegrees: transforms[table])
      let now = ReviewShape(row[index], toDegrees: transforms[table]).words(from: former)
      return ReviewContent.Value(
        field: index, base: former.point == nil ? "no location" : "as issued", current: now,
        returned: isSame ? now : nil, state: state, currentBy: officeBy)
    }
    var texts = [try texts(of: base, in: table)[index], before?[index]]
    distinguish(&texts, [base[index], row[index]])
    return ReviewContent.Value(
      field: index, base: texts[0], current: texts[1], returned: texts[isSame ? 1 : 0],
      state: state, currentBy: officeBy)
  }

  /// Returns a value from the crew that violates a rule of the map.
  private mutating func refusedValue(
    at index: Int, of record: Record, _ before: [String?]?
  ) throws -> ReviewContent.Value? {
    let table = tables[record.key.table].table
    guard
      let issue = record.issues.last(where: { issue in
        issue.kind == .invalidValue
          && issue.field?.isSameName(as: table.fields[index].name) == true
      }), let row = record.row
    else { return nil }
    let returned = try issue.value.flatMap {
      try text($0, at: index, of: row, in: record.key.table)
    }
    return ReviewContent.Value(
      field: index, base: before?[index], current: before?[index], returned: returned,
      state: .refused,
      returnedBy: source.name(of: issue.package),
      message: issue.message)
  }

  /// Returns who in the office entered its side of a conflict; nil if two crews conflict.
  private func officeEditor(in conflict: MergeConflict, of record: Record) -> String? {
    conflict.currentPackage == nil
      ? record.before.flatMap { lastEditor(of: $0, table: record.key.table) } : nil
  }

  /// Returns who changed a row last, and when, from its editor tracking.
  private func lastEditor(of row: MergeRow, table index: Int) -> String? {
    let table = source.schema.tables[index]
    return ReviewWords.by(
      table.fieldIndex(of: .editor).flatMap { row[$0].text },
      on: table.fieldIndex(of: .editDate).flatMap { row[$0].text }, in: source.timeZone)
  }

  /// Returns who in the field entered a field's value, if known.
  private func crew(of record: Record, at index: Int) throws -> String? {
    guard let after = record.after else { return nil }
    let crews = facts.packages[record.key] ?? []
    guard crews.count < 2 else {
      return try crew(among: crews, of: record.key, after, at: index)
    }
    let now = lastEditor(of: after, table: record.key.table)
    let before = record.before.flatMap { lastEditor(of: $0, table: record.key.table) }
    return now == before ? nil : now
  }

  /// Returns the last of several crews that entered a value, if their rows are known.
  private func crew(
    among crews: [Int], of key: RecordKey, _ after: MergeRow, at index: Int
  ) throws -> String? {
    let meaning = source.schema.tables[key.table].fields[index].meaning
    for crew in crews.reversed() {
      guard let side = source.sides[crew],
        let row = try side.returned.row(key.table, key.globalID),
        meaning.isSame(row[index], after[index])
      else { continue }
      let base = try side.base.row(key.table, key.globalID)
      guard base.map({ !meaning.isSame($0[index], row[index]) }) ?? true else { continue }
      return lastEditor(of: row, table: key.table) ?? source.packages[crew].name
    }
    return nil
  }
}
