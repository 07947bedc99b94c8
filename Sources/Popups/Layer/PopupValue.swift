import MapModel
import OrderedJSON

/// The value of a token, a table line or a chart value.
enum PopupValue: Sendable {
  /// A field of the record.
  case field(FieldValue)
  /// A field of related records.
  case related(RelatedValue)
  /// The result of an expression.
  case computed(ComputedValue)
  /// An unknown name; always empty.
  case unresolved

  /// The kind of the value, for a table line.
  var kind: PopupFieldRow.Kind {
    switch self {
    case .field(let field): field.kind
    case .related(let related): related.statistic == nil ? related.field.kind : .number
    case .computed: .expression
    case .unresolved: .text
    }
  }
}

/// A field of related records: of the only parent, of the first of several records, or a statistic
/// of all.
struct RelatedValue: Sendable {
  /// The index in ``PopupLayer/relations``.
  let relation: Int
  /// The field, by kept column.
  let field: FieldValue
  /// How the values of several records are combined; nil for the value of the first.
  let statistic: PopupStatistic?
  /// Whether each of several records provides a value.
  let isSeries: Bool
}
