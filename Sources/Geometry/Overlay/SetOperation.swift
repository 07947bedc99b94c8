/// What is made of two geometries in one plane (OGC 06-103r4 §6.1.2.4).
///
/// Polygons are combined as ``Overlay`` does it. A line is cut where it meets the other geometry. The
/// ends of the pieces are rounded to the nearest doubles.
package enum SetOperation: Sendable {
  /// What is in either geometry. If their dimensions differ, the one of higher dimension.
  case union
  /// What is in both, in the lower of their dimensions.
  case intersection
  /// What is in the first geometry but not in the second, in the dimension of the first.
  case difference
  /// What is in one of the two but not in both.
  case symmetricDifference

  /// Returns the result; nil if it is empty. Heights and measures are left out.
  /// - Throws: `GeometryError.tooManyCrossings`, `.notFinite`.
  package func result(
    of one: Geometry, and other: Geometry
  ) throws(GeometryError) -> Geometry? {
    let result =
      switch self {
      case .union: try Self.union(one, other)
      case .intersection: try Self.intersection(one, other)
      case .difference: try Self.difference(one, other)
      case .symmetricDifference: try Self.symmetricDifference(one, other)
      }
    return result.isEmpty ? nil : result
  }

  private static func union(
    _ one: Geometry, _ other: Geometry
  ) throws(GeometryError) -> Geometry {
    guard one.dimension == other.dimension else {
      return one.dimension > other.dimension ? one : other
    }
    switch one.dimension {
    case 2: return try Overlay.union(of: [one, other])
    case 1:
      let whole = LinePieces(of: one, cutBy: Geometry()).kept { _ in true }
      return LinePieces.joined(whole, try difference(other, one))
    default: return points(one.positions + other.positions)
    }
  }

  private static func intersection(
    _ one: Geometry, _ other: Geometry
  ) throws(GeometryError) -> Geometry {
    if one.dimension > other.dimension { return try intersection(other, one) }
    switch one.dimension {
    case 2: return try Overlay(one).region(with: try Overlay(other)) { $0 == 2 }
    case 1: return LinePieces(of: one, cutBy: other).kept { $0 != .outside }
    default:
      return points(one.positions.filter { other.hasPositionAnywhere(x: $0.x, y: $0.y) })
    }
  }

  private static func difference(
    _ one: Geometry, _ other: Geometry
  ) throws(GeometryError) -> Geometry {
    guard one.dimension <= other.dimension else { return one }
    switch one.dimension {
    case 2: return try Overlay(one).difference(try Overlay(other))
    case 1: return LinePieces(of: one, cutBy: other).kept { $0 == .outside }
    default:
      return points(one.positions.filter { !other.hasPositionAnywhere(x: $0.x, y: $0.y) })
    }
  }

  private static func symmetricDifference(
    _ one: Geometry, _ other: Geometry
  ) throws(GeometryError) -> Geometry {
    guard one.dimension == other.dimension else {
      return try one.dimension > other.dimension ? difference(one, other) : difference(other, one)
    }
    switch one.dimension {
    case 2: return try Overlay(one).region(with: try Overlay(other)) { $0 == 1 }
    case 1: return LinePieces.joined(try difference(one, other), try difference(other, one))
    default:
      return points(
        try difference(one, other).positions + difference(other, one).positions)
    }
  }

  /// The different positions of a list: a point, or a multiple point.
  private static func points(_ positions: [(x: Double, y: Double)]) -> Geometry {
    let unique = positions.map { OverlayPosition(x: $0.x, y: $0.y) }.ascending
    var points = Geometry(unique.count == 1 ? .point : .multiPoint)
    points.coordinates = unique.flatMap { [$0.x, $0.y] }
    return points
  }
}
