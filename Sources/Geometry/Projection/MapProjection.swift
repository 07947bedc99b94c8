/// A projection with its constants worked out: longitude and latitude in radians to metres and
/// back.
enum MapProjection: Sendable, Equatable {
  case webMercator
  case mercator(Mercator)
  case transverseMercator(TransverseMercator)
  case lambertConformalConic(LambertConformalConic)
  case obliqueMercator(ObliqueMercator)

  /// Metres of a longitude and latitude in radians; nil where the projection has no value.
  func project(longitude: Double, latitude: Double) -> (x: Double, y: Double)? {
    switch self {
    case .webMercator: WebMercator.project(longitude: longitude, latitude: latitude)
    case .mercator(let it): it.project(longitude: longitude, latitude: latitude)
    case .transverseMercator(let it): it.project(longitude: longitude, latitude: latitude)
    case .lambertConformalConic(let it): it.project(longitude: longitude, latitude: latitude)
    case .obliqueMercator(let it): it.project(longitude: longitude, latitude: latitude)
    }
  }

  /// Longitude and latitude in radians of metres; nil where no position has these.
  func unproject(x: Double, y: Double) -> (longitude: Double, latitude: Double)? {
    switch self {
    case .webMercator: WebMercator.unproject(x: x, y: y)
    case .mercator(let it): it.unproject(x: x, y: y)
    case .transverseMercator(let it): it.unproject(x: x, y: y)
    case .lambertConformalConic(let it): it.unproject(x: x, y: y)
    case .obliqueMercator(let it): it.unproject(x: x, y: y)
    }
  }
}
