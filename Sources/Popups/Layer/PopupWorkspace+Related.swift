import Bytes
import Records

extension PopupWorkspace {
  /// Appends a value of related records to `bytes`.
  mutating func append(_ value: RelatedValue, isRaw: Bool) {
    guard value.relation < positions.count, value.relation < related.count else { return }
    let positions = positions[value.relation]
    if let statistic = value.statistic {
      switch summary(of: value, statistic) {
      case .none: return
      case .number(let number):
        (value.field.number ?? .plain).append(number, to: &bytes)
        return
      case .row(let row): append(value, isRaw: isRaw, ofRow: row)
      }
    } else if let first = positions.first {
      append(value, isRaw: isRaw, ofRow: related[value.relation].row(at: first, order: 0))
    }
  }

  /// Returns a statistic of the related records.
  mutating func summary(
    of value: RelatedValue, _ statistic: PopupStatistic
  ) -> RelatedSummary.Result {
    guard value.relation < positions.count, value.relation < related.count else { return .none }
    let positions = positions[value.relation]
    if let last = lastSummary, last.records === related[value.relation],
      last.positions == positions, last.column == value.field.column, last.statistic == statistic
    {
      return last.result
    }
    var summary = RelatedSummary(statistic)
    forEachRecord(of: value.relation, at: positions) { layout, record, row in
      summary.add(layout.value(value.field.column, in: record), in: record, row: row)
    }
    let result = summary.result
    lastSummary = LastSummary(
      records: related[value.relation], positions: positions, column: value.field.column,
      statistic: statistic, result: result)
    return result
  }

  private mutating func append(_ value: RelatedValue, isRaw: Bool, ofRow row: Int) {
    let records = related[value.relation]
    let keptBytes = records.kept.bytes
    let record = keptBytes.span.extracting(records.kept.range(ofRow: row))
    guard (try? relatedLayout.parse(record)) != nil else { return }
    let stored = relatedLayout.value(value.field.column, in: record)
    if isRaw {
      value.field.appendRaw(stored, in: record, to: &bytes)
    } else {
      let type = relatedTypes[value.relation]?.type(of: record, relatedLayout)
      value.field.append(stored, in: record, type: type, to: &bytes)
    }
  }

  /// Reads kept records in the default order.
  private mutating func forEachRecord(
    of relation: Int, at positions: Range<Int>,
    body: (RecordLayout, Span<UInt8>, _ row: Int) -> Void
  ) {
    let records = related[relation]
    let keptBytes = records.kept.bytes
    for position in positions {
      let row = records.row(at: position, order: 0)
      let record = keptBytes.span.extracting(records.kept.range(ofRow: row))
      guard (try? relatedLayout.parse(record)) != nil else { continue }
      body(relatedLayout, record, row)
    }
  }

  /// Returns the cells of related records as plain text.
  ///
  /// - Parameter limit: The maximum number of records.
  mutating func rows(
    of relation: PopupRelation, _ records: RelatedRecords, at positions: Range<Int>, order: Int,
    limit: Int
  ) -> [RelatedRow] {
    var result: [RelatedRow] = []
    for position in positions.prefix(max(limit, 0)) {
      if let row = row(records.row(at: position, order: order), of: relation, records) {
        result.append(row)
      }
    }
    return result
  }

  /// Returns the cells of one related record as plain text.
  mutating func row(
    _ row: Int, of relation: PopupRelation, _ records: RelatedRecords
  ) -> RelatedRow? {
    let keptBytes = records.kept.bytes
    let record = keptBytes.span.extracting(records.kept.range(ofRow: row))
    guard (try? relatedLayout.parse(record)) != nil else { return nil }
    let type = relation.types?.type(of: record, relatedLayout)
    var cells: [String] = []
    for cell in relation.cells {
      let value = relatedLayout.value(cell.column, in: record)
      cells.append(text(of: cell, value, in: record, type: type))
    }
    return RelatedRow(number: records.number(ofRow: row), cells: cells)
  }

  /// Returns the text of one field. For a coded value, it does not copy the name.
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
