package import Arcade
package import MapModel

/// Something in a pop-up's definition that is shown differently than written, or not at all. Each
/// notice appears once per layer, not once per record.
package enum PopupNotice: Sendable, Equatable {
  /// A member whose kind or value is not in the specification.
  case malformed(MapNotice)
  /// An element or media item of an unknown type; it is left out.
  case unknownKind(path: String, name: String)
  /// A name that is not a field of the layer; its value stays empty.
  case unknownField(path: String, name: String)
  /// An expression in use that cannot run because of an error or an unsupported function. Its
  /// values stay empty.
  case expressionNotEvaluated(LayerExpression, ArcadeError)
  /// An expression in use that reads the current time.
  case expressionReadsClock(LayerExpression)
  /// The name of an expression that the pop-up does not have. Its values stay empty.
  case unknownExpression(path: String, name: String)
  /// A relationship that the layer does not have, or whose other table is missing.
  case unknownRelationship(path: String, id: String)
  /// A many-to-many relationship, whose records are not shown.
  case manyToMany(id: Int)
  /// A text longer than the limit in bytes; it is cut.
  case textTooLong(path: String, count: Int, limit: Int)
  /// A list longer than the limit; the rest is left out.
  case tooMany(path: String, count: Int, limit: Int)
}
