package import MapModel
package import Records

/// A layer's rules for the values of an edited row, with the field app's codes and messages. They
/// are checked in this order: type, null, range, length, domain. Only the first violation is
/// reported.
///
/// A type of rows (subtype) has its own domains instead of the fields'. Values are in the stored
/// form: dates and identifiers as text.
package struct FieldRules: Sendable {
  /// The fields, in the order of the values.
  package let fields: [Field]
  private let plain: [ValueRule]
  private let typeField: Int?
  /// By the text of a type's id.
  private let typed: [[UInt8]: [ValueRule]]

  /// Creates the rules of a layer.
  ///
  /// - Parameter typeField: the field with the type of a row, which is one of `types`.
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

  /// Returns the violations in a row's values, in the order of the fields.
  ///
  /// - Parameters:
  ///   - values: one for each field; missing values at the end are null.
  ///   - isChecked: whether the field at an index is checked. The app doesn't check fields that
  ///     people can't edit.
  package func violations(
    _ values: [SQLValue], where isChecked: (_ field: Int) -> Bool = { _ in true }
  ) -> [FieldViolation] {
    let typeValue = typeField.flatMap { $0 < values.count ? values[$0] : nil }
    return fields.indices.compactMap { field in
      guard isChecked(field) else { return nil }
      return violation(field < values.count ? values[field] : .null, of: field, typeValue)
    }
  }

  /// Returns the violation of one value, or nil.
  ///
  /// - Parameters:
  ///   - field: the index in ``fields``.
  ///   - typeValue: the value of the row's type field.
  package func violation(
    _ value: SQLValue, of field: Int, _ typeValue: SQLValue? = nil
  ) -> FieldViolation? {
    let typed = typeValue.flatMap(ValueRule.text).flatMap { self.typed[$0] }
    return (typed ?? plain)[field].violation(value)
  }
}
