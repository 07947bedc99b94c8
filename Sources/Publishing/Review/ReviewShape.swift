import Bytes
import Geometry
import Merging

/// Where a record lies, for the map of a review.
struct ReviewShape: Equatable {
  /// A point's place; of a line its middle, of an area where its name would stand.
  var place: ReviewContent.Place?
  /// The parts of a line, the rings of an area; empty for points.
  var outline: [[ReviewContent.Place]] = []

  /// Vertices of a part beyond these are thinned: the map shows a change, it does not measure it.
  private static let mostVertices = 400

  /// - Parameter toDegrees: nil where the spatial reference is not known: nothing is drawn then.
  init(_ value: FieldValue, toDegrees: CoordinateTransform?) {
    var geometry = Geometry()
    guard case .blob(let blob) = value, let toDegrees,
      (try? GeoPackageBlob.decode(blob.span, into: &geometry)) != nil, !geometry.isEmpty
    else { return }
    func degrees(_ x: Double, _ y: Double) -> ReviewContent.Place? {
      toDegrees.forward(x: x, y: y).flatMap {
        $0.x.isFinite && $0.y.isFinite
          ? ReviewContent.Place(longitude: $0.x, latitude: $0.y) : nil
      }
    }
    switch geometry.kind {
    case .point, .multiPoint: place = degrees(geometry.x(0), geometry.y(0))
    case .lineString, .multiLineString:
      let middle = geometry.vertexCount / 2
      place = degrees(geometry.x(middle), geometry.y(middle))
    case .polygon, .multiPolygon:
      var outlines = Outlines()
      outlines.append(geometry)
      let middle = LabelPlace.place(outlines, feature: 0)
      place = degrees(middle.x, middle.y)
    }
    guard geometry.kind != .point, geometry.kind != .multiPoint else { return }
    outline = geometry.partEnds.indices.map { part in
      let vertices = geometry.vertices(ofPart: part)
      let step = max(1, vertices.count / Self.mostVertices)
      var places = stride(from: vertices.lowerBound, to: vertices.upperBound, by: step).map { $0 }
      if let last = vertices.last, places.last != last { places.append(last) }
      return places.compactMap { degrees(geometry.x($0), geometry.y($0)) }
    }
  }

  /// Nothing.
  init() {}

  /// How this shape came from another: "moved 0.8 m E", "redrawn", "no place".
  func words(from former: ReviewShape) -> String {
    guard let place else { return former.place == nil ? "no place" : "removed" }
    guard let other = former.place else { return "placed" }
    guard outline.isEmpty, place != other else { return "redrawn" }
    return "moved " + Self.distance(from: other, to: place)
  }

  /// The sphere of the earth's mean radius does for words.
  private static func distance(
    from one: ReviewContent.Place, to other: ReviewContent.Place
  ) -> String {
    let metres = 6_371_008.8 * Double.pi / 180
    let middle = (one.latitude + other.latitude) / 2 * Double.pi / 180
    var across = other.longitude - one.longitude
    if across > 180 { across -= 360 } else if across < -180 { across += 360 }
    let east = across * metres * Transcendental.cos(middle)
    let north = (other.latitude - one.latitude) * metres
    let length = Transcendental.hypot(east, north)
    return "\(lengthText(length)) \(direction(east: east, north: north))"
  }

  private static func lengthText(_ metres: Double) -> String {
    if metres < 10 {
      let tenths = Int((metres * 10).rounded())
      return tenths == 0 ? "less than 0.1 m" : "\(tenths / 10).\(tenths % 10) m"
    }
    return metres < 10_000
      ? "\(NumberText.grouped(Int(metres.rounded()))) m"
      : "\(NumberText.grouped(Int((metres / 1_000).rounded()))) km"
  }

  private static func direction(east: Double, north: Double) -> String {
    // The tangent of 22.5 degrees parts the eight winds.
    let narrow = 0.414_213_562_373
    let isLevel = abs(north) < abs(east) * narrow
    let isUpright = abs(east) < abs(north) * narrow
    return (isLevel ? "" : north > 0 ? "N" : "S") + (isUpright ? "" : east > 0 ? "E" : "W")
  }
}
