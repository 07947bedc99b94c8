import Bytes

// Places on the sphere in bands of latitude as high as the distance that is asked about, ordered
// by longitude in each band: what is near a position lies in its own band or in one beside it,
// between two longitudes.

/// Places on the sphere, found by a position near them.
struct NearbyPlaces: Sendable {
  private struct Place: Sendable {
    var band: Int
    /// Degrees, from -180 up to 180.
    var longitude: Double
    var latitude: Double
    var query: Int
  }

  private let places: [Place]
  /// The distance as an angle of the sphere, in radians, a trifle wider.
  private let angle: Double
  /// The square of the sine of half of it: what distances are compared by.
  private let limit: Double
  private let latitudes: ClosedRange<Double>

  /// The mean radius of the Earth (IUGG), in metres.
  static let radius = 6_371_008.8

  /// - Parameter metres: between a millimetre and a quarter of the way around the Earth.
  init(_ positions: [(longitude: Double, latitude: Double)], within metres: Double) {
    let metres = min(max(metres, 0.001), Self.radius)
    let exact = metres / Self.radius
    let half = Transcendental.sin(exact / 2)
    angle = exact * (1 + 1e-9) + 1e-12
    limit = half * half
    let height = angle / Self.degree
    places = positions.enumerated().compactMap { query, position in
      guard let longitude = Self.normalized(position.longitude),
        position.latitude.magnitude <= 90
      else { return nil }
      return Place(
        band: Int((position.latitude / height).rounded(.down)), longitude: longitude,
        latitude: position.latitude, query: query)
    }.sorted {
      ($0.band, $0.longitude, $0.query) < ($1.band, $1.longitude, $1.query)
    }
    let all = places.map(\.latitude)
    latitudes = ((all.min() ?? 99) - height)...((all.max() ?? 99) + height)
  }

  private static let degree = Double.pi / 180

  private static func normalized(_ longitude: Double) -> Double? {
    guard longitude.magnitude <= 360 else { return nil }
    let turned =
      longitude < -180 ? longitude + 360 : longitude >= 180 ? longitude - 360 : longitude
    return turned == 180 ? -180 : turned
  }

  /// Calls for each place that is near enough, with its number and a measure of its distance: the
  /// square of the sine of half the angle between them, which grows as the distance does.
  func forEachNear(longitude: Double, latitude: Double, _ body: (Int, Double) -> Void) {
    guard latitudes.contains(latitude), let longitude = Self.normalized(longitude) else { return }
    let height = angle / Self.degree
    let band = Int((latitude / height).rounded(.down))
    let cosine = Transcendental.cos(latitude * Self.degree)
    let sine = Transcendental.sin(angle)
    // Around a pole all longitudes are near.
    let reach = cosine <= sine ? 360 : Transcendental.asin(sine / cosine) / Self.degree + 1e-9
    for band in (band - 1)...(band + 1) {
      var next = firstPlace(band, max(longitude - reach, -181))
      while next < places.count, places[next].band == band {
        if places[next].longitude > longitude + reach { break }
        call(body, places[next], longitude, latitude, cosine)
        next += 1
      }
      // Across the meridian of 180 degrees.
      guard reach < 360 else { continue }
      if longitude - reach < -180 {
        forEach(band, above: longitude - reach + 360) {
          call(body, $0, longitude, latitude, cosine)
        }
      }
      if longitude + reach >= 180 {
        forEach(band, upTo: longitude + reach - 360) {
          call(body, $0, longitude, latitude, cosine)
        }
      }
    }
  }

  private func forEach(_ band: Int, above longitude: Double, _ body: (Place) -> Void) {
    var next = firstPlace(band, longitude)
    while next < places.count, places[next].band == band {
      body(places[next])
      next += 1
    }
  }

  private func forEach(_ band: Int, upTo longitude: Double, _ body: (Place) -> Void) {
    var next = firstPlace(band, -181)
    while next < places.count, places[next].band == band, places[next].longitude <= longitude {
      body(places[next])
      next += 1
    }
  }

  private func call(
    _ body: (Int, Double) -> Void, _ place: Place, _ longitude: Double, _ latitude: Double,
    _ cosine: Double
  ) {
    let north = Transcendental.sin((latitude - place.latitude) * Self.degree / 2)
    let east = Transcendental.sin((longitude - place.longitude) * Self.degree / 2)
    let other = Transcendental.cos(place.latitude * Self.degree)
    let measure = north * north + cosine * other * east * east
    if measure <= limit { body(place.query, measure) }
  }

  /// The first place of a band that is not west of a longitude.
  private func firstPlace(_ band: Int, _ longitude: Double) -> Int {
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if (places[middle].band, places[middle].longitude) < (band, longitude) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
