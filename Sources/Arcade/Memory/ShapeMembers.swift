import FeatureData
import Geometry

/// The members of geometries (Arcade: types, geometry).
enum ShapeMembers {
  /// A member of a geometry by its name.
  static func member(
    ofShape geometry: ArcadeGeometry, named name: String, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let held = run.held(geometry) else { throw .memberOfNull(name) }
    let shape = held.geometry
    switch (name.lowercased(), held.typeName) {
    case ("type", let type): return .text(type)
    case ("hasz", _): return .boolean(shape.hasZ)
    case ("hasm", _): return .boolean(shape.hasM)
    case ("spatialreference", _):
      return try run.makeValue(held.reference.entries)
    case (let side, "Extent"): return try Self.side(side, of: held, in: &run)
    case ("x", "Point"): return coordinate(0, of: shape)
    case ("y", "Point"): return coordinate(1, of: shape)
    case ("z", "Point"): return shape.hasZ ? coordinate(2, of: shape) : .null
    case ("m", "Point"):
      return shape.hasM ? coordinate(shape.stride - 1, of: shape) : .null
    case ("points", "Multipoint"):
      return try points(of: held, at: 0..<shape.vertexCount, in: &run)
    case ("paths", "Polyline"), ("rings", "Polygon"):
      var parts: [ArcadeValue] = []
      for part in shape.partEnds.indices {
        parts.append(try points(of: held, at: shape.vertices(ofPart: part), in: &run))
      }
      return try run.makeValue(parts)
    default: throw .noMembers(kind: held.typeName, member: name)
    }
  }

  /// A member of an extent (Arcade: types, geometry).
  private static func side(
    _ name: String, of held: HeldGeometry, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    let box = held.geometry.envelope()
    switch name {
    case "xmin": return .number(box.minX)
    case "ymin": return .number(box.minY)
    case "xmax": return .number(box.maxX)
    case "ymax": return .number(box.maxY)
    case "width": return .number(box.width)
    case "height": return .number(box.height)
    case "center":
      let center = Geometry(x: box.minX + box.width / 2, y: box.minY + box.height / 2)
      return try run.makeValue(HeldGeometry(center, reference: held.reference))
    default: throw .noMembers(kind: "Extent", member: name)
    }
  }

  private static func coordinate(_ index: Int, of shape: Geometry) -> ArcadeValue {
    index < shape.coordinates.count ? .number(shape.coordinates[index]) : .null
  }

  private static func points(
    of held: HeldGeometry, at vertices: Range<Int>, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue {
    var points: [ArcadeValue] = []
    let stride = held.geometry.stride
    for vertex in vertices {
      var point = Geometry(.point, hasZ: held.geometry.hasZ, hasM: held.geometry.hasM)
      point.coordinates = Array(
        held.geometry.coordinates[vertex * stride..<(vertex + 1) * stride])
      points.append(try run.makeValue(HeldGeometry(point, reference: held.reference)))
    }
    return try run.makeValue(points)
  }
}
