import Arcade
import Bytes
import Markup
package import Records

extension PopupLayer {
  /// Returns the pop-up of a record.
  ///
  /// - Parameters:
  ///   - related: The related records, one collection for each of ``relations``. Missing ones count
  ///     as empty.
  /// - Throws: `RecordError`.
  package func popup(
    of record: Span<UInt8>, related: [RelatedRecords], in workspace: inout PopupWorkspace
  ) throws(RecordError) -> Popup {
    try workspace.begin(record, of: self, related: related)
    let (title, titleHTML) = workspace.title(of: self, in: record)
    var elements: [PopupElement] = []
    elements.reserveCapacity(plans.count)
    for plan in plans {
      if let element = workspace.element(plan, in: record) { elements.append(element) }
    }
    return Popup(
      title: title, titleHTML: titleHTML,
      subtitle: workspace.subtitle(of: self, in: record), elements: elements,
      lastEdit: lastEdit?.line(of: record, in: &workspace))
  }

  /// Returns the title of a record's pop-up as plain text.
  ///
  /// - Throws: `RecordError`.
  package func title(
    of record: Span<UInt8>, related: [RelatedRecords], in workspace: inout PopupWorkspace
  ) throws(RecordError) -> String {
    try workspace.begin(record, of: self, related: related)
    return workspace.title(of: self, in: record).plain
  }

  /// Returns what is known about a record besides the blocks of its pop-up.
  ///
  /// - Throws: `RecordError`.
  package func summary(
    of record: Span<UInt8>, related: [RelatedRecords], in workspace: inout PopupWorkspace
  ) throws(RecordError) -> PopupSummary {
    try workspace.begin(record, of: self, related: related)
    return PopupSummary(
      title: workspace.title(of: self, in: record).plain,
      subtitle: workspace.subtitle(of: self, in: record),
      formatted: workspace.formattedValues(columns, in: record),
      expressions: workspace.expressionValues(expressions, in: record))
  }

  /// Returns the formatted values of all columns in schema order; nil for null.
  ///
  /// - Throws: `RecordError`.
  package func formattedValues(
    of record: Span<UInt8>, in workspace: inout PopupWorkspace
  ) throws(RecordError) -> [String?] {
    try workspace.begin(record, of: self, related: [])
    return workspace.formattedValues(columns, in: record)
  }

  /// Returns the number of related records of a record, and the first of them as shown in lists.
  ///
  /// - Parameters:
  ///   - relation: The index in ``relations``.
  ///   - records: The related records of that relation.
  ///   - order: The order of a `relationship` element; 0 for the default.
  /// - Throws: `RecordError`.
  package func relatedRows(
    _ relation: Int, of record: Span<UInt8>, in records: RelatedRecords, order: Int = 0,
    limit: Int, workspace: inout PopupWorkspace
  ) throws(RecordError) -> (count: Int, rows: [RelatedRow]) {
    guard relations.indices.contains(relation) else { return (0, []) }
    try workspace.layout.parse(record)
    let key = workspace.layout.value(relations[relation].keyColumn, in: record)
    let positions = records.positions(of: key, in: record)
    let rows = workspace.rows(
      of: relations[relation], records, at: positions, order: order, limit: limit)
    return (positions.count, rows)
  }
}

/// What is known about a record besides the blocks of its pop-up.
package struct PopupSummary: Sendable, Equatable {
  /// The title as plain text.
  package let title: String
  /// The subtitle as plain text; may be empty.
  package let subtitle: String
  /// The formatted values of all columns in schema order; nil for null.
  package let formatted: [String?]
  /// The values of the named expressions in use, in the order of the map.
  package let expressions: [ExpressionValue]
}

extension PopupWorkspace {
  fileprivate mutating func formattedValues(
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
    let plain = string(of: text, in: record)
    guard !plain.isEmpty else { return (layer.title, nil) }
    guard text.isMarkup else { return (plain, nil) }
    fill(text, in: record)
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

  /// Returns a block for the current record; nil if it has nothing to show.
  mutating func element(_ plan: PopupPlan, in record: Span<UInt8>) -> PopupElement? {
    switch plan {
    case .fields(let title, let description, let plans):
      var rows: [PopupFieldRow] = []
      rows.reserveCapacity(plans.count)
      for plan in plans { rows.append(row(plan, in: record)) }
      return .fields(
        title: string(of: title, in: record), description: string(of: description, in: record),
        rows: rows)
    case .text(let text):
      let html = string(of: text, in: record)
      return html.isEmpty ? nil : .text(html: html)
    case .media(let title, let description, let plans):
      var items: [PopupMedia] = []
      for plan in plans {
        if let item = media(plan, in: record) { items.append(item) }
      }
      if items.isEmpty { return nil }
      return .media(
        title: string(of: title, in: record), description: string(of: description, in: record),
        items: items)
    case .attachments(let title, let description):
      return .attachments(
        title: string(of: title, in: record), description: string(of: description, in: record))
    case .relationship(let title, let description, let relation, let displayCount, let order):
      return .relationship(
        title: string(of: title, in: record), description: string(of: description, in: record),
        relation: relation, displayCount: displayCount, order: order)
    case .expression(let index, let title):
      return expressionElement(index, title: title, in: record).map { .expression($0) }
    case .notEvaluated(let expression, let title):
      return .notEvaluated(expression: expression, title: title)
    }
  }

  /// Returns a line of a table of fields.
  mutating func row(_ plan: RowPlan, in record: Span<UInt8>) -> PopupFieldRow {
    if case .field(let field) = plan.value {
      let stored = layout.value(field.column, in: record)
      if case .null = stored {
        return PopupFieldRow(label: plan.label, value: "", isNull: true, kind: plan.kind)
      }
      if let name = field.name(of: stored, in: record, type: type) {
        return PopupFieldRow(label: plan.label, value: name, kind: plan.kind)
      }
    }
    bytes.removeAll(keepingCapacity: true)
    append(plan.value, isRaw: false, in: record)
    let isText = plan.kind == .text || plan.kind == .expression
    return PopupFieldRow(
      label: plan.label, value: bytes.span.repairedString(),
      link: isText ? AutomaticLink.link(bytes.span) : nil,
      isNull: bytes.isEmpty && !hasValue(plan.value), kind: plan.kind)
  }

  /// Returns whether an empty text is a real value: stored in the record, or the result of an
  /// expression.
  private func hasValue(_ value: PopupValue) -> Bool {
    switch value {
    case .field: true
    case .computed(let computed):
      if case .expression(let index) = computed.source {
        runs.plan?.programs[index] != nil
      } else {
        true
      }
    case .related, .unresolved: false
    }
  }
}
