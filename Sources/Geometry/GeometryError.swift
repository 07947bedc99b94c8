package import OrderedJSON

/// Why a geometry, a spatial reference or a transform was refused, with its evidence.
///
/// Offsets count bytes from the start of the span that was read.
package enum GeometryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The bytes end inside a value.
  case truncated(offset: Int, needed: Int, available: Int)
  /// A count that the remaining bytes cannot hold; nothing was allocated for it.
  case countTooLarge(offset: Int, count: Int, limit: Int)
  /// A byte, value or word other than the format allows there.
  case unexpected(offset: Int, expected: String)
  /// Bytes left over after the geometry.
  case trailingBytes(offset: Int, count: Int)
  /// A kind of geometry that feature layers do not hold, by its name.
  case unsupportedKind(offset: Int, name: String)
  /// An x or y that is infinite or not a number where a position is needed.
  case notFinite(offset: Int)
  /// Text that is not JSON.
  case json(JSONError)
  /// A JSON geometry that says something else than its format allows, by the member's path.
  case badJSON(path: String, expected: String)
  /// Nesting deeper than the limit.
  case tooDeep(offset: Int, limit: Int)
  /// A spatial reference text that is not WKT.
  case badWKT(offset: Int, expected: String)
  /// A spatial reference without a known definition.
  case unknownSpatialReference(name: String)
  /// A map projection this tool does not compute.
  case unsupportedProjection(name: String)
  /// A datum that lies apart from WGS 84 and needs a shift this tool does not have.
  case datumShiftNeeded(datum: String)
  /// A position where the projection has no value.
  case outsideProjection(x: Double, y: Double, system: String)

  package var description: String {
    switch self {
    case .unexpected(let offset, _), .notFinite(let offset), .tooDeep(let offset, _):
      "byte \(offset): \(reason)"
    case .truncated(let offset, _, _), .countTooLarge(let offset, _, _),
      .trailingBytes(let offset, _):
      "\(reason) at byte \(offset)"
    case .badWKT(let offset, _): "spatial reference text, byte \(offset): \(reason)"
    default: reason
    }
  }

  /// What is the matter, without the place inside the geometry.
  package var reason: String {
    switch self {
    case .truncated(_, let needed, let available):
      "the geometry ends early: it needs \(needed) bytes and has \(available)"
    case .countTooLarge(_, let count, let limit):
      "a count of \(count) is more than the \(limit) there can be"
    case .unexpected(_, let expected), .badWKT(_, let expected): "expected \(expected)"
    case .trailingBytes(_, let count): "\(count) bytes left over after the geometry"
    case .unsupportedKind(_, let name): "geometries of type \(name) are not supported"
    case .notFinite: "a coordinate is not a finite number"
    case .json(let error): error.description
    case .badJSON(let path, let expected): "\(path): expected \(expected)"
    case .tooDeep(_, let limit): "nested deeper than \(limit)"
    case .unknownSpatialReference(let name): "spatial reference \(name) is not known"
    case .unsupportedProjection(let name): "map projection \(name) is not supported"
    case .datumShiftNeeded(let datum):
      "datum \(datum) needs a shift to WGS 84 that is not supported"
    case .outsideProjection(let x, let y, let system):
      "position \(x), \(y) is outside \(system)"
    }
  }
}
