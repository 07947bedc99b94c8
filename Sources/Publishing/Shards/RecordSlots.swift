import Popups

/// The slots that every layer has.
struct CommonSlots: Sendable {
  let title: Int
  let titleHTML: Int
  let subtitle: Int
  let symbol: Int
  let lastEdit: Int

  init(_ shape: inout ViewShape) {
    title = shape.slot()
    titleHTML = shape.slot()
    subtitle = shape.slot()
    symbol = shape.slot()
    lastEdit = shape.slot()
  }
}

/// The slots of a layer's shards.
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
  /// The raw values by field, followed by the values that pop-ups compute.
  let raw: [(name: String, slot: Int)]
  /// The cells of each parent that the pop-up does not show.
  let parentCells: [[Int]]
  /// The number of slots.
  let count: Int

  /// The maximum number of tiles under the title.
  private static let maximumFacts = 4

  /// Numbers and coded values for the tiles.
  var facts: [(label: String, slot: Int)] {
    rows.filter { $0.kind == .number || $0.kind == .code }.prefix(Self.maximumFacts)
      .map { ($0.label, $0.slot) }
  }
}
