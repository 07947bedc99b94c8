import Bytes

// Points on the sphere, in bands of latitude as high as the search distance, ordered by longitude
// within each band. Points near a position are in its band or a neighboring one, between two
// longitudes.

/// Points on the sphere, found by a nearby position.
struct NearbyPoints: Sendable {
  private struct Point: Sendable {
    var band: Int
    /// In degrees, from -180 to below 180.
    var longitude: Double
    var latitude: Double
    var query: Int
  }

  private let points: [Point]
  /// The search distance as an angle in radians, slightly enlarged.
  private let angle: Double
  /// The squared sine of half that angle. Distances are compared by it.
  private let limit: Double
  private let latitudes: ClosedRange<Double>

  /// The mean radius of the Earth (IUGG), in meters.
  static let radius = 6_371_008.8

  /// - Parameter meters: from a millimeter to a quarter of the Earth's circumference.
  init(_ positions: [(longitude: Double, latitude: Double)], within meters: Double) {
    let meters = min(max(meters, 0.001), Self.radius)
    let exact = meters / Self.radius
    let half = Transcendental.sin(exact / 2)
    angle = exact * (1 + 1e-9) + 1e-12
    limit = half * half
    let height = angle / Self.degree
    points = positions.enumerated().compactMap { query, position in
      guard let longitude = Self.normalized(position.longitude),
        position.latitude.magnitude <= 90
      else { return nil }
      return Point(
        band: Int((position.latitude / height).rounded(.down)), longitude: longitude,
        latitude: position.latitude, query: query)
    }.sorted {
      ($0.band, $0.longitude, $0.query) < ($1.band, $1.longitude, $1.query)
    }
    let all = points.map(\.latitude)
    latitudes = ((all.min() ?? 99) - height)...((all.max() ?? 99) + height)
  }

  private static let degree = Double.pi / 180

  private static func normalized(_ longitude: Double) -> Double? {
    guard longitude.magnitude <= 360 else { return nil }
    let turned =
      longitude < -180 ? longitude + 360 : longitude >= 180 ? longitude - 360 : longitude
    return turned == 180 ? -180 : turned
  }

  /// Calls `body` for each point that is near enough. Passes the index of the point and a measure
  /// of its distance: the squared sine of half the angle between them, which grows with the
  /// distance.
  func forEachNear(longitude: Double, latitude: Double, _ body: (Int, Double) -> Void) {
    guard latitudes.contains(latitude), let longitude = Self.normalized(longitude) else { return }
    let height = angle / Self.degree
    let band = Int((latitude / height).rounded(.down))
    let cosine = Transcendental.cos(latitude * Self.degree)
    let sine = Transcendental.sin(angle)
    // Near a pole, all longitudes are near.
    let reach = cosine <= sine ? 360 : Transcendental.asin(sine / cosine) / Self.degree + 1e-9
    for band in (band - 1)...(band + 1) {
      var next = firstPoint(band, max(longitude - reach, -181))
      while next < points.count, points[next].band == band {
        if points[next].longitude > longitude + reach { break }
        call(body, for: points[next], longitude: longitude, latitude: latitude, cosine: cosine)
        next += 1
      }
      // Across the meridian of 180 degrees.
      guard reach < 360 else { continue }
      if longitude - reach < -180 {
        forEach(band, above: longitude - reach + 360) {
          call(body, for: $0, longitude: longitude, latitude: latitude, cosine: cosine)
        }
      }
      if longitude + reach >= 180 {
        forEach(band, upTo: longitude + reach - 360) {
          call(body, for: $0, longitude: longitude, latitude: latitude, cosine: cosine)
        }
      }
    }
  }

  private func forEach(_ band: Int, above longitude: Double, _ body: (Point) -> Void) {
    var next = firstPoint(band, longitude)
    while next < points.count, points[next].band == band {
      body(points[next])
      next += 1
    }
  }

  private func forEach(_ band: Int, upTo longitude: Double, _ body: (Point) -> Void) {
    var next = firstPoint(band, -181)
    while next < points.count, points[next].band == band, points[next].longitude <= longitude {
      body(points[next])
      next += 1
    }
  }

  private func call(
    _ body: (Int, Double) -> Void, for point: Point, longitude: Double, latitude: Double,
    cosine: Double
  ) {
    let north = Transcendental.sin((latitude - point.latitude) * Self.degree / 2)
    let east = Transcendental.sin((longitude - point.longitude) * Self.degree / 2)
    let other = Transcendental.cos(point.latitude * Self.degree)
    let measure = north * north + cosine * other * east * east
    if measure <= limit { body(point.query, measure) }
  }

  /// Returns the first point of a band that is not west of a longitude.
  private func firstPoint(_ band: Int, _ longitude: Double) -> Int {
    var low = 0
    var high = points.count
    while low < high {
      let middle = (low + high) / 2
      if (points[middle].band, points[middle].longitude) < (band, longitude) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
