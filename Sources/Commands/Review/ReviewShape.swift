import Bytes
import Geometry
import Merging
import Publishing

/// The location of a record on the map of a review.
struct ReviewShape: Equatable {
  /// The point; the middle of a line, or the label position of an area.
  var point: ReviewContent.Point?
  /// The parts of a line or the rings of an area; empty for points.
  var outline: [[ReviewContent.Point]] = []

  /// Parts with more vertices are simplified, because the map only shows changes.
  private static let maximumVertices = 400

  /// - Parameter toDegrees: Nil if the spatial reference is unknown. Nothing is drawn then.
  init(_ value: FieldValue, toDegrees: CoordinateTransform?) {
    var geometry = Geometry()
    guard case .blob(let blob) = value, let toDegrees,
      (try? GeoPackageBlob.decode(blob.span, into: &geometry)) != nil, !geometry.isEmpty
    else { return }
    func degrees(x: Double, y: Double) -> ReviewContent.Point? {
      toDegrees.forward(x: x, y: y).flatMap {
        $0.x.isFinite && $0.y.isFinite
          ? ReviewContent.Point(longitude: $0.x, latitude: $0.y) : nil
      }
    }
    switch geometry.kind {
    case .point, .multiPoint: point = degrees(x: geometry.x(0), y: geometry.y(0))
    case .lineString, .multiLineString:
      let middle = geometry.vertexCount / 2
      point = degrees(x: geometry.x(middle), y: geometry.y(middle))
    case .polygon, .multiPolygon:
      let middle = LabelPosition.inside(geometry)
      point = degrees(x: middle.x, y: middle.y)
    }
    guard geometry.kind != .point, geometry.kind != .multiPoint else { return }
    outline = geometry.partEnds.indices.map { part in
      let vertices = geometry.vertices(ofPart: part)
      let step = max(1, vertices.count / Self.maximumVertices)
      var kept = stride(from: vertices.lowerBound, to: vertices.upperBound, by: step).map { $0 }
      if let last = vertices.last, kept.last != last { kept.append(last) }
      return kept.compactMap { degrees(x: geometry.x($0), y: geometry.y($0)) }
    }
  }

  /// Creates an empty shape.
  init() {}

  /// Describes the change from another shape: "moved 0.8 m E", "redrawn", "no location".
  func words(from former: ReviewShape) -> String {
    guard let point else { return former.point == nil ? "no location" : "removed" }
    guard let other = former.point else { return "located" }
    guard outline.isEmpty, point != other else { return "redrawn" }
    return "moved " + Self.distance(from: other, to: point)
  }

  /// Describes a distance. A sphere with the earth's mean radius is exact enough for this.
  private static func distance(
    from one: ReviewContent.Point, to other: ReviewContent.Point
  ) -> String {
    let meters = 6_371_008.8 * Double.pi / 180
    let middle = (one.latitude + other.latitude) / 2 * Double.pi / 180
    var across = other.longitude - one.longitude
    if across > 180 { across -= 360 } else if across < -180 { across += 360 }
    let east = across * meters * Transcendental.cos(middle)
    let north = (other.latitude - one.latitude) * meters
    let length = Transcendental.hypot(east, north)
    return "\(lengthText(length)) \(direction(east: east, north: north))"
  }

  private static func lengthText(_ meters: Double) -> String {
    if meters < 10 {
      let tenths = Int((meters * 10).rounded())
      return tenths == 0 ? "less than 0.1 m" : "\(tenths / 10).\(tenths % 10) m"
    }
    return meters < 10_000
      ? "\(NumberText.grouped(Int(meters.rounded()))) m"
      : "\(NumberText.grouped(Int((meters / 1_000).rounded()))) km"
  }

  private static func direction(east: Double, north: Double) -> String {
    // The tangent of 22.5 degrees separates the eight directions.
    let narrow = 0.414_213_562_373
    let isLevel = abs(north) < abs(east) * narrow
    let isUpright = abs(east) < abs(north) * narrow
    return (isLevel ? "" : north > 0 ? "N" : "S") + (isUpright ? "" : east > 0 ? "E" : "W")
  }
}
