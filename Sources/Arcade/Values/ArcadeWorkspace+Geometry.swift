import FeatureData
import Geometry
import Records

// Geometries (Arcade: types, geometry): their members, and the geometry of features.

extension ArcadeWorkspace {
  /// The geometry of a feature; nil if it has none.
  ///
  /// - Throws: `damagedRecord`.
  package mutating func geometry(
    of feature: ArcadeFeature
  ) throws(ArcadeProblem) -> ArcadeGeometry? {
    let slot = Int(feature.slot)
    guard heap.features.indices.contains(slot) else { return nil }
    if let shape = heap.features[slot].shape { return shape }
    guard let schema = heap.features[slot].schema, let field = schema.table.geometry,
      !heap.features[slot].layout.isNull(1)
    else { return nil }
    let record = heap.features[slot].record
    let bytes = record.span
    guard case .blob(let range) = heap.features[slot].layout.value(1, in: bytes) else {
      return nil
    }
    var geometry = Geometry()
    do throws(GeometryError) {
      _ = try GeoPackageBlob.decode(bytes.extracting(range), into: &geometry)
    } catch {
      throw .damagedRecord("\(error)")
    }
    // An empty geometry counts as none.
    guard !geometry.isEmpty else { return nil }
    let held = HeldGeometry(geometry, wkid: field.spatialReference.wkid ?? 0)
    let shape = try store(held)
    heap.features[slot].shape = shape
    return shape
  }

  /// The type of a geometry, as the function `TypeOf` names it.
  func typeName(of geometry: ArcadeGeometry) -> String {
    let held = held(geometry)
    if held?.isExtent == true { return "Extent" }
    return switch held?.geometry.kind {
    case .point: "Point"
    case .multiPoint: "Multipoint"
    case .lineString, .multiLineString: "Polyline"
    case .polygon, .multiPolygon: "Polygon"
    default: "Geometry"
    }
  }

  /// A member of a geometry by its name.
  mutating func member(
    of geometry: ArcadeGeometry, named name: String
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let held = held(geometry) else { throw .memberOfNull(name) }
    let shape = held.geometry
    switch (name.lowercased(), typeName(of: geometry)) {
    case ("type", let type): return .text(type.lowercased())
    case ("hasz", _): return .boolean(shape.hasZ)
    case ("hasm", _): return .boolean(shape.hasM)
    case ("spatialreference", _):
      var entries = ArcadeEntries()
      entries.set("wkid", held.wkid == 0 ? .null : .number(held.wkid))
      return try makeValue(entries)
    case (let side, "Extent"): return try self.side(side, of: held, geometry)
    case ("x", "Point"): return coordinate(0, of: shape)
    case ("y", "Point"): return coordinate(1, of: shape)
    case ("z", "Point"): return shape.hasZ ? coordinate(2, of: shape) : .null
    case ("m", "Point"): return shape.hasM ? coordinate(shape.stride - 1, of: shape) : .null
    case ("points", "Multipoint"):
      return try points(of: held, in: 0..<shape.vertexCount)
    case ("paths", "Polyline"), ("rings", "Polygon"):
      var parts: [ArcadeValue] = []
      for part in shape.partEnds.indices {
        parts.append(try points(of: held, in: shape.vertices(ofPart: part)))
      }
      return try makeValue(parts)
    default: throw .noMembers(kind: typeName(of: geometry), member: name)
    }
  }

  /// A member of an extent (Arcade: types, geometry).
  private mutating func side(
    _ name: String, of held: HeldGeometry, _ geometry: ArcadeGeometry
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
      return try makeValue(HeldGeometry(center, wkid: held.wkid))
    default: throw .noMembers(kind: "Extent", member: name)
    }
  }

  private func coordinate(_ index: Int, of shape: Geometry) -> ArcadeValue {
    index < shape.coordinates.count ? .number(shape.coordinates[index]) : .null
  }

  private mutating func points(
    of held: HeldGeometry, in vertices: Range<Int>
  ) throws(ArcadeProblem) -> ArcadeValue {
    var points: [ArcadeValue] = []
    let stride = held.geometry.stride
    for vertex in vertices {
      var point = Geometry(.point, hasZ: held.geometry.hasZ, hasM: held.geometry.hasM)
      point.coordinates = Array(
        held.geometry.coordinates[vertex * stride..<(vertex + 1) * stride])
      points.append(try makeValue(HeldGeometry(point, wkid: held.wkid)))
    }
    return try makeValue(points)
  }
}
