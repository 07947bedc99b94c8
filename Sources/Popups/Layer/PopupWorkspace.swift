import Arcade
import Bytes
package import Markup
import Records

/// The buffers for making pop-ups, reused from record to record. Each thread has its own workspace.
package struct PopupWorkspace: Sendable {
  /// The text being made.
  var bytes: [UInt8] = []
  /// The record's columns.
  var layout = RecordLayout()
  /// The index of the record's type among the layer's types.
  var type: Int?
  /// The related records of each relation.
  var related: [RelatedRecords] = []
  /// The positions of the current record's related records in each relation's orders.
  var positions: [Range<Int>] = []
  /// The types of related records, by relation.
  var relatedTypes: [RowTypes?] = []
  /// A related record's columns.
  var relatedLayout = RecordLayout()
  /// The expression results.
  var runs = ExpressionRuns()
  /// The number of the current record, for reports on failed expressions. Set it before each
  /// pop-up.
  package var row: Int64 = 0
  /// What is in the texts of pop-ups so far.
  package internal(set) var html = HTMLAccount()
  /// The last statistic. Records with the same key share it.
  var lastSummary: LastSummary?

  /// A statistic and its inputs.
  struct LastSummary: Sendable {
    let records: RelatedRecords
    let positions: Range<Int>
    let column: Int
    let statistic: PopupStatistic
    let result: RelatedSummary.Result
  }

  /// An empty workspace.
  package init() {}

  /// Starts a record of a layer.
  ///
  /// - Throws: `RecordError`.
  mutating func begin(
    _ record: Span<UInt8>, of layer: borrowing PopupLayer, related: [RelatedRecords]
  ) throws(RecordError) {
    try layout.parse(record)
    type = layer.types?.type(of: record, layout)
    self.related = related
    positions.removeAll(keepingCapacity: true)
    for (index, relation) in layer.relations.enumerated() {
      guard index < related.count else {
        positions.append(0..<0)
        continue
      }
      let key = layout.value(relation.keyColumn, in: record)
      positions.append(related[index].positions(of: key, in: record))
    }
    relatedTypes = layer.relatedTypes
    runs.begin(layer.expressionPlan)
  }

  /// Appends a value of the record to `bytes`, formatted or as data.
  mutating func append(_ value: PopupValue, isRaw: Bool, in record: Span<UInt8>) {
    switch value {
    case .field(let field):
      let stored = layout.value(field.column, in: record)
      if isRaw {
        field.appendRaw(stored, in: record, to: &bytes)
      } else {
        field.append(stored, in: record, type: type, to: &bytes)
      }
    case .related(let related): append(related, isRaw: isRaw)
    case .computed(let computed):
      let result = result(of: computed, in: record)
      if isRaw {
        computed.appendRaw(result, to: &bytes)
      } else {
        computed.append(result, to: &bytes)
      }
    case .unresolved: return
    }
  }

  /// Returns the safe form of the markup in `bytes`.
  mutating func sanitized(in context: HTMLSanitizer.Context) -> [UInt8] {
    var safe: [UInt8] = []
    safe.reserveCapacity(bytes.count + bytes.count / 4)
    html += HTMLSanitizer.sanitize(bytes.span, in: context, into: &safe)
    return safe
  }

  mutating func formattedValues(
    _ columns: [FieldValue], in record: Span<UInt8>
  ) -> [String?] {
    var values: [String?] = []
    values.reserveCapacity(columns.count)
    for column in columns {
      if layout.isNull(column.column) {
        values.append(nil)
      } else {
        let stored = layout.value(column.column, in: record)
        values.append(text(of: column, stored, in: record, type: type))
      }
    }
    return values
  }

  /// Returns the title as plain text, and as markup if it has any. If the title is empty, it is the
  /// layer's title.
  mutating func title(
    of layer: borrowing PopupLayer, in record: Span<UInt8>
  ) -> (plain: String, html: String?) {
    let text = layer.titleText
    let plain = text.shown(in: &self, record)
    guard !plain.isEmpty else { return (layer.title, nil) }
    guard text.isMarkup else { return (plain, nil) }
    text.fill(&self, record)
    let html = sanitized(in: .phrasing)
    bytes.removeAll(keepingCapacity: true)
    return (plain, html.contains(UInt8(ascii: "<")) ? html.span.repairedString() : nil)
  }

  /// Returns the subtitle: a text, number or boolean as it is; empty for any other value.
  mutating func subtitle(of layer: borrowing PopupLayer, in record: Span<UInt8>) -> String {
    guard let index = layer.subtitle else { return "" }
    return switch result(of: index, in: record) {
    case .text(let text): text
    case .number(let number): ArcadeNumber.text(number)
    case .boolean(let value): value ? "true" : "false"
    default: ""
    }
  }
}
