import Bytes
import MapModel
import Records

/// The rules of a table's rows by their type (subtype). A type's domains replace those of the
/// fields (`types[].domains`).
struct TypeRules: Sendable {
  /// The index of the column with a row's type.
  let column: Int
  /// The ids of the types as text.
  private let ids: [[UInt8]]
  /// For each type, one rule for each column.
  private let rules: [[ColumnRule]]

  /// `nil` for a table without types, or if its types don't change any rule.
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

  /// Returns the rules for a value of the type field, or `nil` if no type has that id.
  func rules(forType value: Span<UInt8>) -> [ColumnRule]? {
    for (index, id) in ids.enumerated() {
      let candidate = id
      if candidate.span.isEqual(to: value) { return rules[index] }
    }
    return nil
  }
}

extension FeatureType {
  /// Returns the type's own domain of a field, or `nil` if it uses the field's domain.
  func domain(of field: Field) -> Domain? {
    let found = domains.first { field.isNamed($0.field) }?.domain
    return found == .inherited ? nil : found
  }
}
