/// A projection with its computed constants. Converts longitude and latitude in radians to meters
/// and back.
enum MapProjection: Sendable, Equatable {
  case webMercator
  case mercator(Mercator)
  case transverseMercator(TransverseMercator)
  case lambertConformalConic(LambertConformalConic)
  case obliqueMercator(ObliqueMercator)

  /// Returns meters for a longitude and latitude in radians. Nil if the projection has no value.
  func project(longitude: Double, latitude: Double) -> (x: Double, y: Double)? {
    switch self {
    case .webMercator: WebMercator.project(longitude: longitude, latitude: latitude)
    case .mercator(let it): it.project(longitude: longitude, latitude: latitude)
    case .transverseMercator(let it): it.project(longitude: longitude, latitude: latitude)
    case .lambertConformalConic(let it): it.project(longitude: longitude, latitude: latitude)
    case .obliqueMercator(let it): it.project(longitude: longitude, latitude: latitude)
    }
  }

  /// Returns longitude and latitude in radians for meters. Nil if no position has these
  /// coordinates.
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
