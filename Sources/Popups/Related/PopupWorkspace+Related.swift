import Bytes
import SQLiteFile

extension PopupWorkspace {
  /// Appends a value of related records to `bytes`.
  mutating func append(_ value: RelatedValue, isRaw: Bool) {
    guard value.relation < places.count, value.relation < related.count else { return }
    let places = places[value.relation]
    if let statistic = value.statistic {
      switch summary(of: value, statistic) {
      case .none: return
      case .number(let number):
        (value.field.number ?? .plain).append(number, to: &bytes)
        return
      case .row(let row): append(value, isRaw: isRaw, ofRow: row)
      }
    } else if let first = places.first {
      append(value, isRaw: isRaw, ofRow: related[value.relation].row(at: first, order: 0))
    }
  }

  /// A statistic of the related records.
  mutating func summary(
    of value: RelatedValue, _ statistic: PopupStatistic
  ) -> RelatedSummary.Result {
    guard value.relation < places.count, value.relation < related.count else { return .none }
    let places = places[value.relation]
    if let last = lastSummary, last.records === related[value.relation].identity,
      last.places == places, last.column == value.field.column, last.statistic == statistic
    {
      return last.result
    }
    var summary = RelatedSummary(statistic)
    forEachRecord(of: value.relation, places) { layout, record, row in
      summary.add(layout.value(value.field.column, in: record), in: record, row: row)
    }
    let result = summary.result
    lastSummary = LastSummary(
      records: related[value.relation].identity, places: places, column: value.field.column,
      statistic: statistic, result: result)
    return result
  }

  private mutating func append(_ value: RelatedValue, isRaw: Bool, ofRow row: Int) {
    let records = related[value.relation]
    let record = records.bytes.span.extracting(records.range(ofRow: row))
    guard (try? relatedLayout.parse(record)) != nil else { return }
    let stored = relatedLayout.value(value.field.column, in: record)
    if isRaw {
      value.field.appendRaw(stored, in: record, to: &bytes)
    } else {
      let type = relatedTypes[value.relation]?.type(of: record, relatedLayout)
      value.field.append(stored, in: record, type: type, to: &bytes)
    }
  }

  /// Reads kept records in the usual order.
  private mutating func forEachRecord(
    of relation: Int, _ places: Range<Int>,
    _ body: (RecordLayout, Span<UInt8>, _ row: Int) -> Void
  ) {
    let records = related[relation]
    for place in places {
      let row = records.row(at: place, order: 0)
      let record = records.bytes.span.extracting(records.range(ofRow: row))
      guard (try? relatedLayout.parse(record)) != nil else { continue }
      body(relatedLayout, record, row)
    }
  }

  /// The cells of related records, as plain text.
  ///
  /// - Parameter limit: no more records than this.
  mutating func rows(
    of relation: PopupRelation, _ records: RelatedRecords, at places: Range<Int>, order: Int,
    limit: Int
  ) -> [RelatedRow] {
    var result: [RelatedRow] = []
    for place in places.prefix(max(limit, 0)) {
      let row = records.row(at: place, order: order)
      let record = records.bytes.span.extracting(records.range(ofRow: row))
      guard (try? relatedLayout.parse(record)) != nil else { continue }
      let type = relation.types?.type(of: record, relatedLayout)
      var cells: [String] = []
      for cell in relation.cells {
        let value = relatedLayout.value(cell.column, in: record)
        cells.append(text(of: cell, value, in: record, type: type))
      }
      result.append(RelatedRow(number: records.number(ofRow: row), cells: cells))
    }
    return result
  }

  /// The text of one field; of a coded value without a copy of its name.
  mutating func text(
    of field: FieldValue, _ value: RecordValue, in record: Span<UInt8>, type: Int?
  ) -> String {
    if case .null = value { return "" }
    if let name = field.name(of: value, in: record, type: type) { return name }
    bytes.removeAll(keepingCapacity: true)
    field.append(value, in: record, type: type, to: &bytes)
    return bytes.span.repairedString()
  }
}
