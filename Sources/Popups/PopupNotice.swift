package import Arcade
package import MapModel

/// Something in a pop-up's definition that is shown otherwise than written, or not at all. Each is
/// noted once a layer, never once a record.
package enum PopupNotice: Sendable, Equatable {
  /// A member of a kind or value that the specification does not have.
  case malformed(MapNotice)
  /// An element or media item of a type this program does not know; it is left out.
  case unknownKind(path: String, name: String)
  /// A name that is no field of the layer, where a value should stand; the place stays empty.
  case unknownField(path: String, name: String)
  /// An expression in use that cannot run: it is misspelt, or calls what is left out; its places
  /// stay empty.
  case expressionNotEvaluated(LayerExpression, ArcadeError)
  /// An expression in use that asks for the time of the run.
  case expressionReadsClock(LayerExpression)
  /// A name that none of the pop-up's expressions has; its places stay empty.
  case unknownExpression(path: String, name: String)
  /// A relationship that the layer does not take part in, or whose other table is not there.
  case unknownRelationship(path: String, id: String)
  /// A relationship of many to many, whose records are not shown.
  case manyToMany(id: Int)
  /// A text beyond the limit, in bytes; it is cut.
  case textTooLong(path: String, count: Int, limit: Int)
  /// A list beyond the limit; the rest is left out.
  case tooMany(path: String, count: Int, limit: Int)
}
