import Bytes
import Records

// Charts follow the ArcGIS maps SDK. There is one value per field, as data, divided by the
// normalizing field unless that is zero. A field of many related records gives one value per
// record, oldest first. In bar and column charts, a field without a value keeps its label. If there
// is no value at all, there is no chart.

extension PopupWorkspace {
  /// Returns the chart of the current record; nil if it has no values.
  mutating func chart(_ plan: ChartPlan, title: String, in record: Span<UInt8>) -> Chart? {
    var divisor = plan.normalizer.flatMap { number(of: $0, in: record) } ?? 1
    if divisor == 0 { divisor = 1 }
    let keepsEmptyValues = plan.form == .bar || plan.form == .column
    var values: [ChartValue] = []
    var hasValue = false
    for item in plan.values {
      if case .related(let related) = item.value, related.isSeries {
        let series = series(related, label: item.seriesLabel, divisor: divisor)
        hasValue = hasValue || !series.isEmpty
        values += series
      } else if let number = number(of: item.value, in: record) {
        hasValue = true
        let text = divisor == 1 ? formatted(item.value, in: record) : nil
        values.append(ChartValue(label: item.label, number: number / divisor, text: text))
      } else if keepsEmptyValues {
        values.append(ChartValue(label: item.label, number: 0, text: "–"))
      }
    }
    guard hasValue else { return nil }
    let name = title.isEmpty ? plan.tooltip.map { formatted($0, in: record) } ?? "" : title
    return Chart(form: plan.form, title: name, values: values, colors: plan.colors)
  }

  /// Returns the formatted text of a value.
  private mutating func formatted(_ value: PopupValue, in record: Span<UInt8>) -> String {
    bytes.removeAll(keepingCapacity: true)
    append(value, isRaw: false, in: record)
    return bytes.span.repairedString()
  }

  /// Returns a value as a number; nil if it is not a number.
  private mutating func number(of value: PopupValue, in record: Span<UInt8>) -> Double? {
    if case .field(let field) = value {
      return Self.number(layout.value(field.column, in: record), in: record)
    }
    if case .computed(let computed) = value {
      switch result(of: computed, in: record) {
      case .number(let number): return number.isFinite ? number : nil
      case .text(let text): return Self.number(text: text.utf8.span)
      default: return nil
      }
    }
    guard case .related(let related) = value else { return nil }
    if let statistic = related.statistic {
      let summary = summary(of: related, statistic)
      if case .number(let number) = summary { return number }
    }
    bytes.removeAll(keepingCapacity: true)
    append(related, isRaw: true)
    return Self.number(text: bytes.span)
  }

  private static func number(_ value: RecordValue, in record: Span<UInt8>) -> Double? {
    switch value {
    case .null, .blob: nil
    case .integer(let number): Double(number)
    case .real(let number): number.isFinite ? number : nil
    case .text(let range): number(text: record.extracting(range))
    }
  }

  private static func number(text: Span<UInt8>) -> Double? {
    var position = 0
    guard let number = DecimalParser.parse(text, at: &position), position == text.count,
      number.isFinite
    else { return nil }
    return number
  }

  /// Returns one value for each of the newest related records, oldest first.
  private mutating func series(
    _ value: RelatedValue, label: FieldValue?, divisor: Double
  ) -> [ChartValue] {
    guard value.relation < positions.count, value.relation < related.count else { return [] }
    let newest = positions[value.relation].prefix(PopupLimits.chartValues)
    let records = related[value.relation]
    var result: [ChartValue] = []
    for position in newest.reversed() {
      let range = records.range(ofRow: records.row(at: position, order: 0))
      let record = records.bytes.span.extracting(range)
      guard (try? relatedLayout.parse(record)) != nil,
        let number = Self.number(relatedLayout.value(value.field.column, in: record), in: record)
      else { continue }
      let type = relatedTypes[value.relation]?.type(of: record, relatedLayout)
      let name = label.map {
        text(of: $0, relatedLayout.value($0.column, in: record), in: record, type: type)
      }
      result.append(ChartValue(label: name ?? "", number: number / divisor))
    }
    return result
  }
}
