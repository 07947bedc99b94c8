import MapModel
import Merging

// The fields of a record at three times.
extension ReviewMaking {
  mutating func values(
    of record: Record, _ shapes: (before: ReviewShape, after: ReviewShape)
  ) -> [ReviewContent.Value] {
    let table = record.place.table
    let before = record.before.map { tables[table].texts(of: $0) }
    let after = record.after.map { tables[table].texts(of: $0) }
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
      // What a deletion takes along is told by the line of the record.
      guard whole == nil else { continue }
      if let refused = refusedValue(at: place, of: record, before) {
        values.append(refused)
        continue
      }
      let old = record.before?[place] ?? .null
      let new = record.after?[place] ?? .null
      guard !tables[table].table.fields[place].meaning.isSame(old, new) else { continue }
      let isByRule = facts.rules[record.place]?.contains { $0.field == place } ?? false
      let by = isByRule ? nil : crew(of: record)
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
    if record.has(.deleteUpdate) { return value("edited", "deleted") }
    return record.has(.updateDelete) ? value("deleted", "edited") : nil
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
    return ReviewContent.Value(
      field: place, base: texts[0], current: texts[1], returned: texts[2], state: .conflict,
      currentBy: record.before.flatMap { tracked($0, table) },
      returnedBy: ReviewWords.by(clash.editor, clash.editDate),
      message: clash.currentPackage.map { package in
        let other = shown(clash.current, &tables) ?? "nothing"
        return "\(source.packages[package].name) left \(other)."
      })
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
      currentBy: record.before.flatMap { tracked($0, record.place.table) },
      returnedBy: ReviewWords.by(clash.editor, clash.editDate))
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
      state: .refused, message: issue.message)
  }

  /// Who changed a row last, and when, as its editor tracking has it.
  private func tracked(_ row: MergeRow, _ place: Int) -> String? {
    let table = source.schema.tables[place]
    return ReviewWords.by(
      table.place(of: .editor).flatMap { row[$0].text },
      table.place(of: .editDate).flatMap { row[$0].text })
  }

  /// The crew's tracking, where the merge took it over.
  private func crew(of record: Record) -> String? {
    guard let after = record.after else { return nil }
    let now = tracked(after, record.place.table)
    return now == record.before.flatMap { tracked($0, record.place.table) } ? nil : now
  }
}
