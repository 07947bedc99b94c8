/// The short way of a column's values: what needs no look at the column's rule.
///
/// Most columns hold any value of their type. Their values go straight into the record; a value of
/// another type, and every value of a column that is checked, is held to the ``ColumnRule``.
struct ColumnPath: Sendable {
  enum Values: UInt8, Sendable {
    /// Text of any length.
    case text
    /// Text that should be a GlobalID.
    case globalID
    /// Any integer, any number.
    case integer, real
    /// The rule must see each value.
    case checked
  }

  let values: Values
  /// Whether NULL goes without notice.
  let takesNull: Bool

  /// - Parameter isTyped: whether rows of the table are held to the rules of their types.
  init(_ rule: ColumnRule, isTyped: Bool) {
    takesNull = rule.isNullable && !rule.isGlobalID && !isTyped
    switch rule.storage {
    case _ where isTyped || !rule.hasNoDomain: values = .checked
    case .text where rule.maximumLength < .max: values = .checked
    case .text: values = rule.isGlobalID ? .globalID : .text
    case .integer: values = .integer
    case .real: values = .real
    case .boolean, .date, .dateTime, .blob: values = .checked
    }
  }
}
