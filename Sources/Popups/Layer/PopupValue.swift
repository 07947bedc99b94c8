import MapModel
import OrderedJSON

/// What a token, a line of a table or a chart's value stands for.
enum PopupValue: Sendable {
  /// A field of the record.
  case field(FieldValue)
  /// A field of related records.
  case related(RelatedValue)
  /// What an expression gives.
  case computed(ComputedValue)
  /// A name that means nothing here; always empty.
  case nothing

  /// What the value is, for a line of a table.
  var kind: PopupFieldRow.Kind {
    switch self {
    case .field(let field): field.kind
    case .related(let related): related.statistic == nil ? related.field.kind : .number
    case .computed: .expression
    case .nothing: .text
    }
  }
}

/// A field of related records: of the one parent; of the first of several, or a statistic of all.
struct RelatedValue: Sendable {
  /// Index into ``PopupLayer/relations``.
  let relation: Int
  /// The field, by kept columns.
  let field: FieldValue
  /// What becomes of the values of several records; nil for the first one's.
  let statistic: PopupStatistic?
  /// Whether each of several records has a value of its own.
  let isSeries: Bool
}
