/// A value that the field app rejects, with the app's message (`PopupErrorCode` of the ArcGIS
/// Runtime).
package struct FieldViolation: Sendable, Equatable {
  /// The codes of the field app.
  package enum Code: Int, Sendable {
    /// The value does not have its field's type, or the layer does not accept the geometry.
    case invalid = 11_000
    case nullNotAllowed = 11_001
    case valueOutOfRange = 11_002
    case exceedsMaximumLength = 11_003
    case illegalDomainCode = 11_007
  }

  /// The violated rule.
  package var code: Code
  /// The field. Empty for the geometry.
  package var field: String
  /// The message in one line.
  package var message: String

  /// Creates a violation.
  package init(code: Code, field: String, message: String) {
    self.code = code
    self.field = field
    self.message = message
  }
}
