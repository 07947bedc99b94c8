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

  /// Returns the values in the title, subtitle and texts of the pop-up that was made last, as plain
  /// text. The author's words, which are the same for all records, are left out.
  package func textValues(
    of record: Span<UInt8>, in workspace: inout PopupWorkspace
  ) -> [String] {
    var texts: [String] = []
    titleText.appendValues(in: &workspace, record, to: &texts)
    texts.append(workspace.subtitle(of: self, in: record))
    for case .text(let text) in plans {
      text.appendValues(in: &workspace, record, to: &texts)
    }
    return texts.filter { !$0.isEmpty }
  }

  /// The texts that expressions join with the values of records, such as units.
  package var joinedTexts: [String] {
    (expressionPlan?.programs ?? []).flatMap { $0?.joinedTexts ?? [] }
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

  /// Returns whether the values of a column of the schema are codes that have names: those of a
  /// domain or of types.
  package func hasNames(ofColumn column: Int) -> Bool {
    columns.indices.contains(column) && columns[column].kind == .code
  }

  /// Returns the name of the code in a column of the schema; nil if it has none.
  ///
  /// - Parameter layout: the layout of the record.
  package func name(
    ofColumn column: Int, in record: Span<UInt8>, _ layout: RecordLayout
  ) -> String? {
    let field = columns[column]
    return field.name(
      of: layout.value(field.column, in: record), in: record,
      type: types?.type(of: record, layout))
  }

  /// Returns whether a column of the record has the key of a related record.
  package func isKey(_ column: Int, ofRelation relation: Int) -> Bool {
    relations.indices.contains(relation) && relations[relation].keyColumn == column
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

extension PopupLayer {
  /// Appends everything in related records that the pop-up of a record can show. Equal bytes mean
  /// that the pop-ups of equal records are equal, unless an expression reads feature sets.
  ///
  /// - Parameter layout: The layout of the record.
  package func appendRelated(
    to record: Span<UInt8>, _ layout: RecordLayout, in related: [RelatedRecords],
    to bytes: inout [UInt8]
  ) {
    // An array returns copies, whose counts all threads would change. A span doesn't.
    let (relations, related) = (relations.span, related.span)
    for index in 0..<min(relations.count, related.count) {
      let key = layout.value(relations[index].keyColumn, in: record)
      related[index].append(at: related[index].positions(of: key, in: record), to: &bytes)
    }
  }

  /// Returns which of the related records comes first in the default order; nil if there is none.
  ///
  /// - Parameter layout: The layout of the record.
  package func firstRelated(
    _ relation: Int, of record: Span<UInt8>, _ layout: RecordLayout, in related: [RelatedRecords]
  ) -> Int? {
    let (relations, related) = (relations.span, related.span)
    let key = layout.value(relations[relation].keyColumn, in: record)
    guard let first = related[relation].positions(of: key, in: record).first else { return nil }
    return related[relation].row(at: first, order: 0)
  }

  /// Returns the first cell of a related record that ``firstRelated(_:of:_:in:)`` found; nil if it
  /// has none.
  package func firstCell(
    ofRelated row: Int, _ relation: Int, in records: RelatedRecords,
    workspace: inout PopupWorkspace
  ) -> String? {
    workspace.row(row, of: relations[relation], records)?.cells.first
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
