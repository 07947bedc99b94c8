import Bytes
package import OrderedJSON

/// Why a geometry, spatial reference or transformation was rejected.
///
/// Offsets count bytes from the start of the span that was read.
package enum GeometryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The bytes end inside a value.
  case truncated(offset: Int, needed: Int, available: Int)
  /// A count exceeds what the remaining bytes can contain. No memory was allocated for it.
  case countTooLarge(offset: Int, count: Int, limit: Int)
  /// A byte, value or word is not what the format allows there.
  case unexpected(offset: Int, expected: String)
  /// Bytes are left over after the geometry.
  case trailingBytes(offset: Int, count: Int)
  /// A kind of geometry that feature layers can't have, by its name.
  case unsupportedKind(offset: Int, name: String)
  /// A shape with curves, by the name of its kind or member.
  case curve(offset: Int, name: String)
  /// A collection of shapes of several kinds.
  case mixedCollection(offset: Int)
  /// An x or y is infinite or not a number.
  case notFinite(offset: Int)
  /// The text is not JSON.
  case json(JSONError)
  /// A member of a JSON geometry is not what its format allows. The error names the member's path.
  case badJSON(path: String, expected: String)
  /// The nesting is deeper than the limit.
  case tooDeep(offset: Int, limit: Int)
  /// The text of a spatial reference is not WKT.
  case badWKT(offset: Int, expected: String)
  /// A spatial reference has no known definition.
  case unknownSpatialReference(name: String)
  /// A map projection is not supported.
  case unsupportedProjection(name: String)
  /// A datum differs from WGS 84 and needs a shift that is not supported.
  case datumShiftNeeded(datum: String)
  /// The projection has no value at a position.
  case outsideProjection(x: Double, y: Double, system: String)
  /// Polygons cross each other so often that their union would need too much memory.
  case tooManyCrossings(limit: Int)

  package var description: String {
    switch self {
    case .unexpected(let offset, _), .notFinite(let offset), .tooDeep(let offset, _):
      "byte \(offset): \(reason)"
    case .truncated(let offset, _, _), .countTooLarge(let offset, _, _),
      .trailingBytes(let offset, _):
      "\(reason) at byte \(offset)"
    case .badWKT(let offset, _): "spatial reference text, byte \(offset): \(reason)"
    case .unsupportedKind, .curve, .mixedCollection, .json, .badJSON, .unknownSpatialReference,
      .unsupportedProjection,
      .datumShiftNeeded, .outsideProjection, .tooManyCrossings:
      reason
    }
  }

  /// Whether the shape is sound, but no layer can have one of its kind. Then only its row loses
  /// something, and all others can be read.
  package var costsOnlyItsShape: Bool {
    if case .curve = self { return true }
    if case .mixedCollection = self { return true }
    return false
  }

  /// Whether the shape may be sound, but is of a kind that Fieldpack doesn't read.
  package var isUnsupported: Bool {
    if case .unsupportedKind = self { return true }
    return costsOnlyItsShape
  }

  /// What is wrong, without the position inside the geometry.
  package var reason: String {
    switch self {
    case .truncated(_, let needed, let available):
      "the geometry ends too soon: expected \(needed) bytes, found \(available)"
    case .countTooLarge(_, let count, let limit):
      "a count is \(count), but at most \(limit) are possible"
    case .unexpected(_, let expected), .badWKT(_, let expected): "expected \(expected)"
    case .trailingBytes(_, let count):
      "\(NumberText.plural(count, one: "byte is", many: "bytes are")) left over after the geometry"
    case .unsupportedKind(_, let name): "geometries of type \(name) are not supported"
    case .curve(_, let name): "curves (\(name)) are not supported"
    case .mixedCollection: "a GeometryCollection has shapes of several types"
    case .notFinite: "a coordinate is not a finite number"
    case .json(let error): error.description
    case .badJSON(let path, let expected): "\(path): expected \(expected)"
    case .tooDeep(_, let limit): "members are nested deeper than \(limit) levels"
    case .unknownSpatialReference(let name): "spatial reference \(name) is not known"
    case .unsupportedProjection(let name): "map projection \(name) is not supported"
    case .datumShiftNeeded(let datum):
      "datum \(datum) needs a shift to WGS 84 that is not supported"
    case .outsideProjection(let x, let y, let system):
      "the position \(x), \(y) is outside the range of \(system)"
    case .tooManyCrossings(let limit):
      "the outlines have more than \(NumberText.grouped(limit)) sides and crossings"
    }
  }
}
