import Bytes
import MapModel
import SQLiteFile

/// The rules of a table's rows by their type (subtype): a type's domains replace those of the
/// fields (`types[].domains`).
struct TypeRules: Sendable {
  /// The index of the column that holds a row's type.
  let column: Int
  /// The types' ids as text.
  private let ids: [[UInt8]]
  /// For each type, a rule a column.
  private let rules: [[ColumnRule]]

  /// `nil` for a table without types, or whose types differ in nothing.
  init?(_ schema: TableSchema) {
    guard let column = schema.typeColumn, !schema.types.isEmpty else { return nil }
    self.column = column
    var ids: [[UInt8]] = []
    var rules: [[ColumnRule]] = []
    for type in schema.types {
      guard let id = ColumnRule.text(of: type.id) else { continue }
      ids.append(id)
      rules.append(
        schema.columns.map { ColumnRule($0, domain: type.domain(of: $0.field)) })
    }
    self.ids = ids
    self.rules = rules
  }

  /// The rules of rows whose type field holds a value; `nil` when no type has that id.
  func rules(forType value: Span<UInt8>) -> [ColumnRule]? {
    for (index, id) in ids.enumerated() {
      let candidate = id
      if candidate.span.isEqual(to: value) { return rules[index] }
    }
    return nil
  }
}

extension FeatureType {
  /// The domain the type gives to a field; `nil` when it leaves the field's own.
  func domain(of field: Field) -> Domain? {
    let found = domains.first { field.isNamed($0.field) }?.domain
    return found == .inherited ? nil : found
  }
}
