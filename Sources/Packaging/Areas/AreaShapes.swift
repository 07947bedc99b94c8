import Bytes
import Geometry
import Packages

/// The shapes of which an area is made.
struct AreaShapes: Sendable {
  var shapes: [Geometry] = []
  let spatialReference: SpatialReference
  /// Whether the only shape is a box, which stays one polygon.
  private var isBox = false

  /// The most vertices an area may have; portals have the same limit for offline areas.
  static let vertexLimit = 100_000

  init(shapes: [Geometry] = [], spatialReference: SpatialReference) {
    self.shapes = shapes
    self.spatialReference = spatialReference
  }

  /// The shape of a box.
  init(_ box: Envelope, _ spatialReference: SpatialReference) {
    self.init(shapes: [Geometry(box)], spatialReference: spatialReference)
    isBox = true
  }

  /// Returns the area: the polygons as they are, or everything within the margin around the shapes.
  ///
  /// - Parameters:
  ///   - text: the request, for the manifest.
  ///   - isBounded: whether the polygons must have vertices, and at most `vertexLimit`. What is within a
  ///     margin always must.
  /// - Throws: `PackagingError.area` if a shape is not a polygon and there is no margin, or there are
  ///   too many vertices or none.
  func area(
    within margin: AreaMargin?, text: String, isBounded: Bool = false
  ) throws -> AreaOfInterest {
    let area = try margin.map { try surroundings($0, text) } ?? polygons(text)
    if isBounded || margin != nil {
      guard !area.isEmpty, area.vertexCount <= Self.vertexLimit else {
        throw PackagingError.area(
          text: (margin?.text ?? "") + text,
          expected: "a shape with at most \(NumberText.grouped(Self.vertexLimit)) vertices, but it "
            + "has \(NumberText.grouped(area.vertexCount))")
      }
    }
    return try AreaOfInterest(
      shape: area,
      spatialReference: margin == nil ? spatialReference : SpatialReference(epsg: 4326),
      text: (margin?.text ?? "") + text)
  }

  /// Everything within a margin, in degrees.
  private func surroundings(_ margin: AreaMargin, _ text: String) throws -> Geometry {
    try about("area \(margin.text)\(text)") {
      var buffer = GeodesicBuffer(meters: margin.distance.meters)
      for shape in shapes { try buffer.add(shape, in: spatialReference) }
      return try buffer.region()
    }
  }

  private func polygons(_ text: String) throws -> Geometry {
    if isBox { return shapes[0] }
    var area = Geometry(.multiPolygon)
    for shape in shapes {
      guard shape.kind == .polygon || shape.kind == .multiPolygon else {
        throw PackagingError.area(
          text: text,
          expected: "polygons, but a feature is a \(shape.kind.geoPackageName); "
            + "within:50m:\(text) takes what is around it")
      }
      area.add(polygon: shape)
    }
    return area
  }
}

extension Geometry {
  /// Adds the polygons of another geometry, without heights and measures.
  fileprivate mutating func add(polygon: Geometry) {
    var flat = polygon
    flat.setDimensions(hasZ: false, hasM: false)
    let vertices = vertexCount
    let parts = partEnds.count
    coordinates += flat.coordinates
    partEnds += flat.partEnds.map { $0 + vertices }
    polygonEnds += flat.polygonEnds.map { $0 + parts }
  }
}
