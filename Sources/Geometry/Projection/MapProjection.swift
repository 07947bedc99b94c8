/// A projection with its computed constants. Converts longitude and latitude in radians to meters
/// and back.
enum MapProjection: Sendable, Equatable {
  case webMercator
  case mercator(Mercator)
  case transverseMercator(TransverseMercator)
  case lambertConformalConic(LambertConformalConic)
  case obliqueMercator(ObliqueMercator)
  case swissObliqueMercator(SwissObliqueMercator)
  case albersEqualArea(AlbersEqualArea)
  case lambertAzimuthalEqualArea(LambertAzimuthalEqualArea)
  case obliqueStereographic(ObliqueStereographic)
  case cassiniSoldner(CassiniSoldner)
  case polyconic(Polyconic)
  case krovak(Krovak)

  /// Returns meters for a longitude and latitude in radians. Nil if the projection has no value.
  func project(longitude: Double, latitude: Double) -> (x: Double, y: Double)? {
    switch self {
    case .webMercator: WebMercator.project(longitude: longitude, latitude: latitude)
    case .mercator(let it): it.project(longitude: longitude, latitude: latitude)
    case .transverseMercator(let it): it.project(longitude: longitude, latitude: latitude)
    case .lambertConformalConic(let it): it.project(longitude: longitude, latitude: latitude)
    case .obliqueMercator(let it): it.project(longitude: longitude, latitude: latitude)
    case .swissObliqueMercator(let it): it.project(longitude: longitude, latitude: latitude)
    case .albersEqualArea(let it): it.project(longitude: longitude, latitude: latitude)
    case .lambertAzimuthalEqualArea(let it): it.project(longitude: longitude, latitude: latitude)
    case .obliqueStereographic(let it): it.project(longitude: longitude, latitude: latitude)
    case .cassiniSoldner(let it): it.project(longitude: longitude, latitude: latitude)
    case .polyconic(let it): it.project(longitude: longitude, latitude: latitude)
    case .krovak(let it): it.project(longitude: longitude, latitude: latitude)
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
    case .swissObliqueMercator(let it): it.unproject(x: x, y: y)
    case .albersEqualArea(let it): it.unproject(x: x, y: y)
    case .lambertAzimuthalEqualArea(let it): it.unproject(x: x, y: y)
    case .obliqueStereographic(let it): it.unproject(x: x, y: y)
    case .cassiniSoldner(let it): it.unproject(x: x, y: y)
    case .polyconic(let it): it.unproject(x: x, y: y)
    case .krovak(let it): it.unproject(x: x, y: y)
    }
  }
}
