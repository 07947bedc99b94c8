import Bytes
import Records

// Charts follow the ArcGIS maps SDK. There is one value per field, as data, divided by the
// normalizing field unless that is zero. A field of many related records gives one value per
// record, oldest first. In bar and column charts, a field without a value keeps its label. If there
// is no value at all, there is no chart.

/// A chart, compiled.
struct ChartPlan: Sendable {
  let form: PopupChartInfo.Form
  let colors: [[UInt8]]
  /// The values and their labels.
  let values: [ChartValuePlan]
  /// The value that all values are divided by.
  let normalizer: PopupValue?
  /// What the values belong to. It names each value of a series, or the chart if it has no title.
  let tooltip: PopupValue?

  /// Returns the chart of the current record; nil if it has no values.
  func chart(
    titled title: String, of record: Span<UInt8>, in workspace: inout PopupWorkspace
  ) -> Chart? {
    var divisor = normalizer.flatMap { number(of: $0, record, in: &workspace) } ?? 1
    if divisor == 0 { divisor = 1 }
    let keepsEmptyValues = form == .bar || form == .column
    var shown: [ChartValue] = []
    var hasValue = false
    for item in values {
      if case .related(let related) = item.value, related.isSeries {
        let series = series(
          related, label: item.seriesLabel, divisor: divisor, in: &workspace)
        hasValue = hasValue || !series.isEmpty
        shown += series
      } else if let number = number(of: item.value, record, in: &workspace) {
        hasValue = true
        let text = divisor == 1 ? formatted(item.value, of: record, in: &workspace) : nil
        shown.append(ChartValue(label: item.label, number: number / divisor, text: text))
      } else if keepsEmptyValues {
        shown.append(ChartValue(label: item.label, number: 0, text: "–"))
      }
    }
    guard hasValue else { return nil }
    let name =
      title.isEmpty ? tooltip.map { formatted($0, of: record, in: &workspace) } ?? "" : title
    return Chart(form: form, title: name, values: shown, colors: colors)
  }

  /// Returns the formatted text of a value.
  private func formatted(
    _ value: PopupValue, of record: Span<UInt8>, in workspace: inout PopupWorkspace
  ) -> String {
    workspace.bytes.removeAll(keepingCapacity: true)
    workspace.append(value, isRaw: false, in: record)
    return workspace.bytes.span.repairedString()
  }

  /// Returns a value as a number; nil if it is not a number.
  private func number(
    of value: PopupValue, _ record: Span<UInt8>, in workspace: inout PopupWorkspace
  ) -> Double? {
    if case .field(let field) = value {
      return Self.number(workspace.layout.value(field.column, in: record), in: record)
    }
    if case .computed(let computed) = value {
      switch workspace.result(of: computed, in: record) {
      case .number(let number): return number.isFinite ? number : nil
      case .text(let text): return Self.number(text: text.utf8.span)
      default: return nil
      }
    }
    guard case .related(let related) = value else { return nil }
    if let statistic = related.statistic {
      let summary = workspace.summary(of: related, statistic)
      if case .number(let number) = summary { return number }
    }
    workspace.bytes.removeAll(keepingCapacity: true)
    workspace.append(related, isRaw: true)
    return Self.number(text: workspace.bytes.span)
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
  private func series(
    _ value: RelatedValue, label: FieldValue?, divisor: Double,
    in workspace: inout PopupWorkspace
  ) -> [ChartValue] {
    guard value.relation < workspace.positions.count, value.relation < workspace.related.count
    else { return [] }
    let newest = workspace.positions[value.relation].prefix(PopupLimits.chartValues)
    let records = workspace.related[value.relation]
    let keptBytes = records.kept.bytes
    var result: [ChartValue] = []
    for position in newest.reversed() {
      let range = records.kept.range(ofRow: records.row(at: position, order: 0))
      let record = keptBytes.span.extracting(range)
      guard (try? workspace.relatedLayout.parse(record)) != nil,
        let number = Self.number(
          workspace.relatedLayout.value(value.field.column, in: record), in: record)
      else { continue }
      let type = workspace.relatedTypes[value.relation]?.type(of: record, workspace.relatedLayout)
      let name = label.map {
        workspace.text(
          of: $0, workspace.relatedLayout.value($0.column, in: record), in: record, type: type)
      }
      result.append(ChartValue(label: name ?? "", number: number / divisor))
    }
    return result
  }
}

/// A value of a chart, or a series of related records' values, compiled.
struct ChartValuePlan: Sendable {
  let label: String
  let value: PopupValue
  /// What names each value of a series, by kept column.
  let seriesLabel: FieldValue?
}
