package import MapModel
package import SQLiteFile

/// What a layer asks of the values of its fields when a row is edited, with the codes and messages
/// of the field app: type, then NULL, then range, then length, then domain, the first that fails.
///
/// A type of rows (subtype) has domains of its own in place of the fields'. Values are in the form
/// stores keep them in: dates as text, identities as text.
package struct FieldRules: Sendable {
  /// The fields, in the order of the values.
  package let fields: [Field]
  private let plain: [ValueRule]
  private let typeField: Int?
  /// By the text of a type's id.
  private let typed: [[UInt8]: [ValueRule]]

  /// The rules of a layer.
  ///
  /// - Parameter typeField: the field that tells which of `types` a row is.
  package init(fields: [Field], types: [FeatureType] = [], typeField: String? = nil) {
    self.fields = fields
    plain = fields.map { ValueRule($0, domain: $0.domain) }
    self.typeField = typeField.flatMap { fields.index(named: $0) }
    var typed: [[UInt8]: [ValueRule]] = [:]
    for type in types {
      guard let id = ColumnRule.text(of: type.id), typed[id] == nil else { continue }
      typed[id] = fields.map { ValueRule($0, domain: type.domain(of: $0) ?? $0.domain) }
    }
    self.typed = typed
  }

  /// What is wrong with a row's values, in the order of the fields.
  ///
  /// - Parameters:
  ///   - values: one a field; NULL for those beyond their end.
  ///   - isChecked: whether the field at a place is looked at. The app does not look at those that
  ///     people cannot change.
  package func violations(
    _ values: [SQLValue], where isChecked: (_ field: Int) -> Bool = { _ in true }
  ) -> [FieldViolation] {
    let typeValue = typeField.flatMap { $0 < values.count ? values[$0] : nil }
    return fields.indices.compactMap { field in
      guard isChecked(field) else { return nil }
      return violation(field < values.count ? values[field] : .null, of: field, typeValue)
    }
  }

  /// What is wrong with one value.
  ///
  /// - Parameters:
  ///   - field: its place in ``fields``.
  ///   - typeValue: the value of the row's type field.
  package func violation(
    _ value: SQLValue, of field: Int, _ typeValue: SQLValue? = nil
  ) -> FieldViolation? {
    let typed = typeValue.flatMap(ValueRule.text).flatMap { self.typed[$0] }
    return (typed ?? plain)[field].violation(value)
  }
}
