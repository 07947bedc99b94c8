/// The fast path for values that don't need the column's rule.
///
/// Most columns accept any value of their type. These values are written directly to the record.
/// Values of another type, and all values of a checked column, are checked by the ``ColumnRule``.
struct ColumnPath: Sendable {
  enum Values: UInt8, Sendable {
    /// Text of any length.
    case text
    /// Text that should be a GlobalID.
    case globalID
    /// Any integer, any number.
    case integer, real
    /// The rule must check each value.
    case checked
  }

  let values: Values
  /// Whether null is allowed without a notice.
  let takesNull: Bool

  /// - Parameter isTyped: whether the table has rules for each type of row.
  init(_ rule: ColumnRule, isTyped: Bool) {
    takesNull = rule.isNullable && !rule.isGlobalID && !isTyped
    switch rule.storage {
    case _ where isTyped || !rule.hasNoDomain || rule.form != .plain: values = .checked
    case .text where rule.maximumLength < .max: values = .checked
    case .text: values = rule.isGlobalID ? .globalID : .text
    case .integer: values = .integer
    case .real: values = .real
    case .boolean, .date, .dateTime, .blob: values = .checked
    }
  }
}
