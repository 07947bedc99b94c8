import OrderedJSON

/// A shape in Esri JSON, to compare with another one.
///
/// Services move coordinates to a grid, turn rings around, and may begin them at another corner.
/// None of that is a change.
struct EsriShape: Sendable {
  private enum Kind: Sendable { case points, paths, rings }

  private struct Vertex: Sendable {
    let x: Double
    let y: Double
    /// Nil without a height.
    let z: Double?

    func isSame(as other: Vertex, tolerance: Double) -> Bool {
      guard abs(x - other.x) <= tolerance, abs(y - other.y) <= tolerance else { return false }
      guard let z, let height = other.z else { return true }
      return abs(z - height) <= Self.heights
    }

    /// The difference of heights that doesn't count.
    private static let heights = 0.001
  }

  private let kind: Kind
  private let parts: [[Vertex]]

  /// Reads a point, multipoint, line, polygon or box. Null and shapes without coordinates are empty.
  /// Nil for anything else.
  init?(_ json: JSON?) {
    guard let json, !json.isNull else {
      (kind, parts) = (.points, [])
      return
    }
    if json["x"] != nil {
      kind = .points
      parts =
        Self.number(json["x"]).flatMap { x in
          Self.number(json["y"]).map { [[Vertex(x: x, y: $0, z: Self.number(json["z"]))]] }
        } ?? []
    } else if let points = json["points"]?.array {
      kind = .points
      guard let vertices = Self.vertices(points) else { return nil }
      parts = vertices.isEmpty ? [] : [vertices]
    } else if let lists = json["paths"]?.array ?? json["rings"]?.array {
      kind = json["paths"] == nil ? .rings : .paths
      var parts: [[Vertex]] = []
      for list in lists {
        guard let vertices = list.array.flatMap(Self.vertices) else { return nil }
        if !vertices.isEmpty { parts.append(vertices) }
      }
      self.parts = parts
    } else {
      return nil
    }
  }

  private static func number(_ json: JSON?) -> Double? {
    json?.double.flatMap { $0.isFinite ? $0 : nil }
  }

  private static func vertices(_ list: [JSON]) -> [Vertex]? {
    var vertices: [Vertex] = []
    for point in list {
      guard let x = number(point[0]), let y = number(point[1]) else { return nil }
      vertices.append(Vertex(x: x, y: y, z: number(point[2])))
    }
    return vertices
  }

  /// Whether both have the same coordinates, but for a difference.
  func isSame(as other: EsriShape, tolerance: Double) -> Bool {
    guard parts.count == other.parts.count else { return false }
    guard !parts.isEmpty else { return true }
    guard kind == other.kind else { return false }
    guard kind == .rings else {
      return zip(parts, other.parts).allSatisfy {
        Self.areSame($0[...], $1[...], tolerance: tolerance)
      }
    }
    // The outer ring of a part comes first, but parts may change their order.
    var open = other.parts
    for ring in parts {
      guard let index = open.firstIndex(where: { Self.isSameRing(ring, $0, tolerance: tolerance) })
      else { return false }
      open.remove(at: index)
    }
    return true
  }

  private static func areSame(
    _ one: ArraySlice<Vertex>, _ other: ArraySlice<Vertex>, tolerance: Double
  ) -> Bool {
    one.count == other.count
      && zip(one, other).allSatisfy { $0.isSame(as: $1, tolerance: tolerance) }
  }

  private static func isSameRing(_ one: [Vertex], _ other: [Vertex], tolerance: Double) -> Bool {
    guard one.count == other.count, let first = one.first else { return false }
    // The last corner is the first one again.
    let (one, other) = (one.dropLast(), Array(other.dropLast()))
    for turned in [other, other.reversed()] {
      for start in turned.indices where turned[start].isSame(as: first, tolerance: tolerance) {
        let moved = turned[start...] + turned[..<start]
        if areSame(one, moved, tolerance: tolerance) { return true }
      }
    }
    return false
  }
}
