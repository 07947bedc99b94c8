/// A value that the field app refuses, as it says so (`PopupErrorCode` of the ArcGIS Runtime).
package struct FieldViolation: Sendable, Equatable {
  /// The codes.
  package enum Code: Int, Sendable {
    /// A value that is not of its field's type, or a shape that its layer does not take.
    case invalid = 11_000
    case nullNotAllowed = 11_001
    case valueOutOfRange = 11_002
    case exceedsMaximumLength = 11_003
    case illegalDomainCode = 11_007
  }

  /// What is wrong.
  package var code: Code
  /// The field; empty for the shape.
  package var field: String
  /// One plain line.
  package var message: String

  /// A violation from its parts.
  package init(code: Code, field: String, message: String) {
    self.code = code
    self.field = field
    self.message = message
  }
}
