import FeatureData
import MapModel
import Merging

// The fields of a record at three times.
extension ReviewMaking {
  mutating func values(
    of record: Record, _ shapes: (before: ReviewShape, after: ReviewShape)
  ) throws(MergingError) -> [ReviewContent.Value] {
    let table = record.place.table
    let side = source.sides[record.package]
    let base = try side?.base.row(table, record.place.globalID)
    let returned = try side?.returned.row(table, record.place.globalID)
    var before = record.before.map { tables[table].texts(of: $0) }
    var after = record.after.map { tables[table].texts(of: $0) }
    try nameParent(in: &before, of: record.before, table)
    try nameParent(in: &after, of: record.after, table)
    var values: [ReviewContent.Value] = []
    let whole = wholeValue(of: record)
    if let whole { values.append(whole) }
    for place in tables[table].shown {
      let isGeometry = tables[table].table.fields[place].role == .geometry
      if let clash = record.conflicts.last(where: { $0.field == place }) {
        values.append(
          isGeometry ? geometryValue(clash, record, place) : value(clash, record, place))
        continue
      }
      if whole == nil, let refused = refusedValue(at: place, of: record, before) {
        values.append(refused)
        continue
      }
      if let kept = keptValue(at: place, of: record, (base, returned), before) {
        values.append(kept)
        continue
      }
      // What a deletion takes along is told by the line of the record.
      guard whole == nil else { continue }
      let old = record.before?[place] ?? .null
      let new = record.after?[place] ?? .null
      guard !tables[table].table.fields[place].meaning.isSame(old, new) else { continue }
      let isByRule = facts.rules[record.place]?.contains { $0.field == place } ?? false
      let by = isByRule ? nil : try crew(of: record, at: place)
      guard !isGeometry else {
        guard record.action == .updated else { continue }
        values.append(
          ReviewContent.Value(
            field: place, base: shapes.before.place == nil ? "no place" : "as issued",
            current: nil, returned: shapes.after.words(from: shapes.before), state: .taken,
            returnedBy: by))
        continue
      }
      var texts = [before?[place], after?[place]]
      tell(apart: &texts, [old, new])
      values.append(
        ReviewContent.Value(
          field: place, base: texts[0], current: texts[0], returned: texts[1],
          state: .taken, returnedBy: record.action == .updated ? by : nil))
    }
    return values
  }

  /// Formats round: where two values would look the same, they are shown in full.
  private func tell(apart texts: inout [String?], _ values: [FieldValue?]) {
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

  /// The line of the record as a whole, where a side deleted it.
  private func wholeValue(of record: Record) -> ReviewContent.Value? {
    func value(
      _ current: String, _ returned: String, _ message: String? = nil
    ) -> ReviewContent.Value {
      ReviewContent.Value(
        field: nil, base: "there", current: current, returned: returned, state: .conflict,
        message: message)
    }
    if record.has(.orphan) { return value("there", "deleted", "Other records need it.") }
    let clash = record.conflicts.last { $0.kind == .deleteUpdate || $0.kind == .updateDelete }
    guard let clash else { return nil }
    var whole =
      clash.kind == .deleteUpdate ? value("edited", "deleted") : value("deleted", "edited")
    if let other = clash.currentPackage {
      // What a decision for the office brings back is the office's record.
      whole.current = record.before == nil ? "not there" : "there"
      let deed = clash.kind == .deleteUpdate ? "edited" : "deleted"
      whole.message = "\(source.packages[other].name) \(deed) it."
    }
    return whole
  }

  /// A field that two sides left with different values. What a decision for the office brings back
  /// is the office's own value, also where another crew's was in between.
  private mutating func value(
    _ clash: MergeConflict, _ record: Record, _ place: Int
  ) -> ReviewContent.Value {
    let table = record.place.table
    guard let row = record.row else {
      return ReviewContent.Value(
        field: place, base: nil, current: nil, returned: nil, state: .conflict)
    }
    func shown(_ value: FieldValue?, _ tables: inout [ReviewTable]) -> String? {
      value.flatMap { tables[table].text($0, at: place, of: row) }
    }
    let office = clash.currentPackage == nil ? clash.current : record.before?[place]
    let values = [clash.base, office, clash.returned]
    var texts = values.map { shown($0, &tables) }
    tell(apart: &texts, values)
    var value = ReviewContent.Value(
      field: place, base: texts[0], current: texts[1], returned: texts[2], state: .conflict,
      currentBy: officeBy(clash, record),
      returnedBy: ReviewWords.by(clash.editor, clash.editDate, in: source.timeZone),
      message: clash.currentPackage.map { package in
        let name = source.packages[package].name
        return shown(clash.current, &tables).map { "\(name) entered \u{201C}\($0)\u{201D}." }
          ?? "\(name) left it empty."
      })
    value.sides = sides(of: record, place, row)
    return value
  }

  /// What each of several packages that changed a field has there.
  private mutating func sides(
    of record: Record, _ place: Int, _ row: MergeRow
  ) -> [ReviewContent.Value.Side] {
    let table = record.place.table
    let meaning = source.schema.tables[table].fields[place].meaning
    var sides: [ReviewContent.Value.Side] = []
    for crew in facts.packages[record.place] ?? [] {
      guard let side = source.sides[crew],
        let returned = try? side.returned.row(table, record.place.globalID),
        let issued = try? side.base.row(table, record.place.globalID),
        !meaning.isSame(issued[place], returned[place])
      else { continue }
      sides.append(
        ReviewContent.Value.Side(
          package: crew, value: tables[table].text(returned[place], at: place, of: row),
          by: tracked(returned, table)))
    }
    return sides.count > 1 ? sides : []
  }

  private func geometryValue(
    _ clash: MergeConflict, _ record: Record, _ place: Int
  ) -> ReviewContent.Value {
    let transform = transforms[record.place.table]
    func shape(_ value: FieldValue?) -> ReviewShape {
      value.map { ReviewShape($0, toDegrees: transform) } ?? ReviewShape()
    }
    let base = shape(clash.base)
    return ReviewContent.Value(
      field: place, base: base.place == nil ? "no place" : "as issued",
      current: clash.current.map { shape($0).words(from: base) },
      returned: clash.returned.map { shape($0).words(from: base) }, state: .conflict,
      currentBy: officeBy(clash, record),
      returnedBy: ReviewWords.by(clash.editor, clash.editDate, in: source.timeZone))
  }

  /// A value that the office changed, alone or as the crew did, and that stands in the result.
  private mutating func keptValue(
    at place: Int, of record: Record, _ crew: (base: MergeRow?, returned: MergeRow?),
    _ before: [String?]?
  ) -> ReviewContent.Value? {
    let table = record.place.table
    let field = tables[table].table.fields[place]
    guard let base = crew.base, let row = record.before,
      !field.meaning.isSame(base[place], row[place]),
      record.after.map({ field.meaning.isSame($0[place], row[place]) }) ?? true
    else { return nil }
    let by = tracked(row, table)
    let own = by == tracked(base, table) ? nil : by
    let isSame = crew.returned.map { field.meaning.isSame($0[place], row[place]) } ?? false
    let state: ReviewContent.Value.State = isSame ? .same : .kept
    guard field.role != .geometry else {
      let former = ReviewShape(base[place], toDegrees: transforms[table])
      let now = ReviewShape(row[place], toDegrees: transforms[table]).words(from: former)
      return ReviewContent.Value(
        field: place, base: former.place == nil ? "no place" : "as issued", current: now,
        returned: isSame ? now : nil, state: state, currentBy: own)
    }
    var texts = [tables[table].texts(of: base)[place], before?[place]]
    tell(apart: &texts, [base[place], row[place]])
    return ReviewContent.Value(
      field: place, base: texts[0], current: texts[1], returned: texts[isSame ? 1 : 0],
      state: state, currentBy: own)
  }

  /// A value of the crew's that breaks a rule of the map.
  private mutating func refusedValue(
    at place: Int, of record: Record, _ before: [String?]?
  ) -> ReviewContent.Value? {
    let table = tables[record.place.table].table
    guard
      let issue = record.issues.last(where: { issue in
        issue.kind == .invalidValue
          && issue.field?.isSameName(as: table.fields[place].name) == true
      }), let row = record.row
    else { return nil }
    let returned = issue.value.flatMap {
      tables[record.place.table].text($0, at: place, of: row)
    }
    return ReviewContent.Value(
      field: place, base: before?[place], current: before?[place], returned: returned,
      state: .refused,
      returnedBy: source.name(of: issue.package),
      message: issue.message)
  }

  /// Who in the office wrote its side of a conflict; nil where two crews clashed.
  private func officeBy(_ clash: MergeConflict, _ record: Record) -> String? {
    clash.currentPackage == nil
      ? record.before.flatMap { tracked($0, record.place.table) } : nil
  }

  /// Who changed a row last, and when, as its editor tracking has it.
  private func tracked(_ row: MergeRow, _ place: Int) -> String? {
    let table = source.schema.tables[place]
    return ReviewWords.by(
      table.place(of: .editor).flatMap { row[$0].text },
      table.place(of: .editDate).flatMap { row[$0].text }, in: source.timeZone)
  }

  /// Who in the field wrote what stands in a field, where that is known.
  private func crew(of record: Record, at place: Int) throws(MergingError) -> String? {
    guard let after = record.after else { return nil }
    let crews = facts.packages[record.place] ?? []
    guard crews.count < 2 else { return try crew(among: crews, of: record.place, after, place) }
    let now = tracked(after, record.place.table)
    return now == record.before.flatMap { tracked($0, record.place.table) } ? nil : now
  }

  /// The last of several crews who left a value, where their rows are known.
  private func crew(
    among crews: [Int], of record: RecordKey, _ after: MergeRow, _ place: Int
  ) throws(MergingError) -> String? {
    let meaning = source.schema.tables[record.table].fields[place].meaning
    for crew in crews.reversed() {
      guard let side = source.sides[crew],
        let row = try side.returned.row(record.table, record.globalID),
        meaning.isSame(row[place], after[place])
      else { continue }
      let base = try side.base.row(record.table, record.globalID)
      guard base.map({ !meaning.isSame($0[place], row[place]) }) ?? true else { continue }
      return tracked(row, record.table) ?? source.packages[crew].name
    }
    return nil
  }
}
