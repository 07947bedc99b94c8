/// A layer, table or relationship that an expression names in its source. Whether it exists can be
/// checked before the expression runs.
package struct ArcadeTableName: Sendable, Equatable {
  /// How the expression identifies the table.
  package enum Kind: Sendable {
    /// The title or name of a layer or table.
    case name
    /// The id of a layer or table.
    case id
    /// The name of a relationship of `$feature`.
    case relationship
  }

  /// How the expression identifies the table.
  package let kind: Kind
  /// The name or id.
  package let text: String
  let function: String
  let position: SourcePosition

  /// The error when no such layer, table or relationship exists.
  package var error: ArcadeError {
    ArcadeError(.missing(kind, text, function: function), at: position)
  }
}

extension ArcadeProblem {
  /// The problem that a layer, table or relationship does not exist.
  static func missing(
    _ kind: ArcadeTableName.Kind, _ text: String, function: String
  ) -> ArcadeProblem {
    let message =
      switch kind {
      case .name: "the map has no layer or table named \(text)"
      case .id: "the map has no layer or table with the id \(text)"
      case .relationship: "the feature has no relationship named \(text)"
      }
    return .badArgument(function: function, argument: 2, message: message)
  }
}
