/// A unit of length of a projected system.
package struct LinearUnit: Sendable, Equatable {
  /// The name, as in WKT 1.
  package var name: String
  /// Metres a unit.
  package var metres: Double
  /// The EPSG code, when it is a registered one.
  package var code: Int?

  /// EPSG 9001.
  package static let metre = LinearUnit(name: "metre", metres: 1, code: 9001)
  /// EPSG 9002, the international foot.
  package static let foot = LinearUnit(name: "foot", metres: 0.3048, code: 9002)
  /// EPSG 9003, the foot of most State Plane zones.
  package static let surveyFoot = LinearUnit(
    name: "US survey foot", metres: 1200.0 / 3937, code: 9003)
}

/// A geographic system: longitude and latitude in degrees on a datum.
package struct GeographicSystem: Sendable, Equatable {
  /// The EPSG code, when known.
  package var code: Int?
  /// The name, such as "NAD83(2011)".
  package var name: String
  /// The datum's name, as in WKT 1.
  package var datum: String
  /// The datum's EPSG code, when known.
  package var datumCode: Int?
  /// The figure of the earth.
  package var ellipsoid: Ellipsoid
  /// Why this system cannot be taken for WGS 84; nil when it can.
  package var shiftNeeded: String?
}

/// The definition of a reference system, as far as this tool needs it.
package struct CoordinateSystem: Sendable, Equatable {
  /// The name, such as "NAD83 / Oregon North (ft)".
  package var name: String
  /// The datum and its degrees.
  package var geographic: GeographicSystem
  /// How it is projected; nil for a geographic system.
  package var projection: ProjectionDefinition?
  /// The unit of x and y of a projected system.
  package var unit: LinearUnit
  /// Where the system is meant to be used, in degrees, rounded outward; nil when not known.
  package var areaOfUse: Envelope?
}
