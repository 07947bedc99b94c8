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
  /// Where longitudes are counted from.
  package var primeMeridian = PrimeMeridian.greenwich
  /// The unit of longitude and latitude.
  package var angularUnit = AngularUnit.degree
  /// How positions get to WGS 84. Nil if the datum agrees with it.
  package var shift: DatumShift?
  /// Why there is no way to WGS 84, or nil.
  package var shiftNeeded: String?
}

/// Where longitudes of a geographic system are counted from.
package struct PrimeMeridian: Sendable, Equatable {
  /// The name, as in WKT 1.
  package var name: String
  /// Degrees east of Greenwich.
  package var degrees: Double

  package static let greenwich = PrimeMeridian(name: "Greenwich", degrees: 0)
}

/// A unit of angles of a geographic system.
package enum AngularUnit: Sendable, Equatable {
  case degree
  /// A 400th of the circle, as in the older system of France.
  case grad

  /// Degrees per unit.
  package var degrees: Double { self == .degree ? 1 : 0.9 }
  /// The EPSG code.
  package var code: Int { self == .degree ? 9122 : 9105 }
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
