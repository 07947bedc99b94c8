/// A unit of length of a projected system.
package struct LinearUnit: Sendable, Equatable {
  /// The name, as in WKT 1.
  package var name: String
  /// Meters per unit.
  package var meters: Double
  /// The EPSG code, if it is a registered unit.
  package var code: Int?

  /// EPSG 9001.
  package static let meter = LinearUnit(name: "metre", meters: 1, code: 9001)
  /// EPSG 9002, the international foot.
  package static let foot = LinearUnit(name: "foot", meters: 0.3048, code: 9002)
  /// EPSG 9003, the foot of most State Plane zones.
  package static let surveyFoot = LinearUnit(
    name: "US survey foot", meters: 1200.0 / 3937, code: 9003)
}

/// A geographic system: longitude and latitude in degrees on a datum.
package struct GeographicSystem: Sendable, Equatable {
  /// The EPSG code, if known.
  package var code: Int?
  /// The name, such as "NAD83(2011)".
  package var name: String
  /// The datum's name, as in WKT 1.
  package var datum: String
  /// The datum's EPSG code, if known.
  package var datumCode: Int?
  /// The ellipsoid.
  package var ellipsoid: Ellipsoid
  /// Why this system can't be treated as WGS 84, or nil.
  package var shiftNeeded: String?
}

/// The definition of a reference system, to the extent that Fieldpack needs it.
package struct CoordinateSystem: Sendable, Equatable {
  /// The name, such as "NAD83 / Oregon North (ft)".
  package var name: String
  /// The geographic system it is based on.
  package var geographic: GeographicSystem
  /// The projection, or nil for a geographic system.
  package var projection: ProjectionDefinition?
  /// The unit of x and y of a projected system.
  package var unit: LinearUnit
  /// Where the system is meant to be used, in degrees, rounded outward. Nil if not known.
  package var areaOfUse: Envelope?
}
