import Popups

/// Slots that every layer has.
struct CommonSlots: Sendable {
  let title: Int
  let titleHTML: Int
  let subtitle: Int
  let symbol: Int
  let lastEdit: Int
  /// As "3 photos"; null for none.
  let photoCount: Int

  init(_ shape: inout ViewShape) {
    title = shape.slot()
    titleHTML = shape.slot()
    subtitle = shape.slot()
    symbol = shape.slot()
    lastEdit = shape.slot()
    photoCount = shape.slot()
  }
}

/// What is in which slot of a layer's shards.
struct RecordSlots: Sendable {
  /// A line of the pop-up's fields.
  struct FieldRow: Sendable {
    var label: String
    /// The field's name; nil for an expression or a related value.
    var field: String?
    var kind: PopupFieldRow.Kind
    var slot: Int
  }

  let common: CommonSlots
  let rows: [FieldRow]
  /// The raw values, by field, and behind them what pop-ups compute.
  let raw: [(name: String, slot: Int)]
  /// The cells of each parent that the pop-up itself does not show.
  let parentCells: [[Int]]
  /// The numbers of related records, as "4 inspections".
  let countTexts: [Int]
  /// How many slots there are.
  let count: Int

  /// Tiles under the title.
  private static let mostFacts = 4

  /// Numbers and coded values that stand out.
  var facts: [(label: String, slot: Int)] {
    rows.filter { $0.kind == .number || $0.kind == .code }.prefix(Self.mostFacts)
      .map { ($0.label, $0.slot) }
  }
}
