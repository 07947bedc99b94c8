package import OrderedJSON
import Synchronization

/// A spatial reference as ArcGIS, GeoPackage and WKT identify it, with its definition if Fieldpack
/// knows it.
package struct SpatialReference: Sendable, Equatable {
  /// The EPSG code, with Esri's aliases resolved (102100 is 3857), or Esri's own code if EPSG has
  /// none.
  package var wkid: Int?
  /// Whether `wkid` is Esri's code and not EPSG's.
  package var isEsriCode: Bool
  /// The original text, if it was given as well-known text.
  package var wkt: String?
  /// The definition, or nil for an unknown code.
  package var system: CoordinateSystem?
  /// The datum that makes a transformation impossible, for a known code on another datum.
  package var shiftedDatum: String?
  private var isShiftedGeographic = false

  /// WGS 84 in degrees, EPSG 4326.
  package static let wgs84 = SpatialReference(epsg: 4326)
  /// Web Mercator, EPSG 3857.
  package static let webMercator = SpatialReference(epsg: 3857)

  /// References by code, since searching the tables takes ten microseconds, and expressions ask for
  /// each record.
  private static let found = Mutex<[Int: SpatialReference]>([:])
  /// Real maps have a few references.
  private static let mostFound = 1_000

  /// Creates the reference with an EPSG or Esri code. If the code is not known, it has no `system`.
  package init(epsg code: Int) {
    if let known = Self.found.withLock({ $0[code] }) {
      self = known
      return
    }
    let reference = SpatialReference(searching: code)
    Self.found.withLock { if $0.count < Self.mostFound { $0[code] = reference } }
    self = reference
  }

  private init(searching code: Int) {
    isEsriCode = false
    let code = Self.aliases[code] ?? code
    wkid = code
    if code == 3857 {
      system = Self.webMercatorSystem
    } else if let geographic = GeographicSystems.system(code: code) {
      system = CoordinateSystem(geographic: geographic)
    } else if let entry = ProjectedZones.entry(code: code) {
      wkid = entry.code
      isEsriCode = entry.isEsri
      system = entry.system
    } else if let datum = GeographicSystems.datumApart(code: code) {
      shiftedDatum = datum.name
      isShiftedGeographic = datum.isGeographic
    } else {
      isEsriCode = code > 32_767
    }
  }

  /// Creates the reference from a well-known text (OGC WKT 1, Esri's, or WKT 2).
  ///
  /// If the text has a known code, or the parameters of one, the reference has that code.
  /// - Throws: `GeometryError.badWKT`, `.unsupportedProjection`.
  package init(wkt text: String) throws(GeometryError) {
    let read = try WKTReader.read(text)
    if let code = read.code {
      let known = SpatialReference(epsg: code)
      if known.system != nil {
        self = known
        wkt = text
        return
      }
    }
    isEsriCode = (read.code ?? 0) > 32_767
    wkid = read.code
    wkt = text
    system = read.system
    if wkid == nil, let match = Self.code(of: read.system) {
      wkid = match.code
      isEsriCode = match.isEsri
    }
  }

  /// Creates the reference from `{"wkid": …, "latestWkid": …}` or `{"wkt": …}`. Nil if the value
  /// names no reference, as in `{}`, null and `{"wkid": 0}`.
  /// - Throws: `GeometryError` for well-known text that can't be read.
  package init?(esriJSON: JSON) throws(GeometryError) {
    let codes = ["latestWkid", "wkid"].compactMap { esriJSON[$0]?.int }.filter { $0 > 0 }
    let references = codes.map { SpatialReference(epsg: $0) }
    if let known = references.first(where: { $0.system != nil || $0.shiftedDatum != nil }) {
      self = known
    } else if let text = esriJSON["wkt"]?.string ?? esriJSON["wkt2"]?.string, !text.isEmpty {
      try self.init(wkt: text)
    } else if let first = references.first {
      self = first
    } else {
      return nil
    }
  }

  /// The codes of all projected systems with a definition, in ascending order.
  package static var projectedCodes: [Int] { (ProjectedZones.codes + [3857]).sorted() }

  /// The name, such as "NAD83 / Oregon North (ft)", or the code if there is no name.
  package var name: String {
    system?.name ?? wkid.map { "\(organization):\($0)" } ?? "unknown"
  }

  /// Whether coordinates are longitude and latitude in degrees.
  package var isGeographic: Bool {
    if let system { return system.projection == nil }
    return isShiftedGeographic
  }

  /// The authority of the code: "EPSG", "ESRI", or "NONE" without a code.
  package var organization: String {
    wkid == nil ? "NONE" : isEsriCode ? "ESRI" : "EPSG"
  }

  /// The value `{"wkid": …}` or `{"wkt": …}`. Web Mercator is 102100 with its latest code.
  package var esriJSON: JSON {
    if wkid == 3857 { return ["wkid": 102100, "latestWkid": 3857] }
    if let wkid { return ["wkid": .number(wkid), "latestWkid": .number(wkid)] }
    return wkt.map { ["wkt": .string($0)] } ?? .object(JSONObject())
  }

  /// Returns whether coordinates of one reference are also coordinates of the other. They are if
  /// the code, text or definition is the same.
  package func isSame(as other: SpatialReference) -> Bool {
    if let wkid, let otherCode = other.wkid { return wkid == otherCode }
    if let wkt, wkt == other.wkt { return true }
    guard let system, let otherSystem = other.system else { return false }
    return system.describesSamePlane(as: otherSystem)
  }
}

extension SpatialReference {
  /// Codes that were replaced by others.
  private static let aliases: [Int: Int] = [
    102100: 3857, 102113: 3857, 900913: 3857, 3785: 3857,
    // Esri's codes of realisations that EPSG registered later.
    104020: 6668, 104145: 6318, 104223: 6783, 104286: 6325, 104287: 6322,
    // Systems with heights above the ellipsoid. Their x and y are the same.
    4979: 4326, 4937: 4258, 6319: 6318,
  ]

  private static let webMercatorSystem = CoordinateSystem(
    name: "WGS 84 / Pseudo-Mercator",
    geographic: CoordinateSystem.wgs84Geographic, projection: ProjectionDefinition(.webMercator),
    unit: .meter, areaOfUse: Envelope(minX: -180, minY: -85.06, maxX: 180, maxY: 85.06))

  /// Returns the code of a system that was read from text without one.
  private static func code(of system: CoordinateSystem) -> (code: Int, isEsri: Bool)? {
    guard let base = system.geographic.code else { return nil }
    guard let projection = system.projection else { return (base, false) }
    if projection.method == .webMercator { return (3857, false) }
    let entry = ProjectedZones.entry(matching: system)
    return entry.map { ($0.code, $0.isEsri) }
  }
}

extension CoordinateSystem {
  static let wgs84Geographic = GeographicSystem(
    code: 4326, name: "WGS 84", datum: "WGS_1984", datumCode: 6326, ellipsoid: .wgs84)

  /// Creates a system from a geographic system.
  init(geographic: GeographicSystem) {
    self.init(
      name: geographic.name, geographic: geographic, projection: nil,
      unit: LinearUnit(name: "degree", meters: 1, code: 9122), areaOfUse: nil)
  }

  /// Returns whether both have the same datum, method and numbers, whatever their names.
  func describesSamePlane(as other: CoordinateSystem) -> Bool {
    guard geographic.isSame(as: other.geographic) else { return false }
    guard let a = projection, let b = other.projection else {
      return projection == nil && other.projection == nil
    }
    let easting = a.falseEasting * unit.meters - b.falseEasting * other.unit.meters
    let northing = a.falseNorthing * unit.meters - b.falseNorthing * other.unit.meters
    return a.hasSameAngles(as: b) && (unit.meters - other.unit.meters).magnitude < 1e-9
      && easting.magnitude < 1e-3 && northing.magnitude < 1e-3
  }
}

extension GeographicSystem {
  /// Returns whether a longitude and latitude mean the same position in both.
  func isSame(as other: GeographicSystem) -> Bool {
    datum == other.datum && ellipsoid.isSame(as: other.ellipsoid)
      && hasSameAngles(as: other)
  }

  /// Returns how far positions in a box on this system may be off on WGS 84, or nil if it is too
  /// little to matter. An empty box stands for the whole area.
  package func accuracy(in box: Envelope) -> DatumAccuracy? {
    guard DatumGrids.grids(of: code).isEmpty else { return nil }
    guard let shift else {
      return code.flatMap { GeographicSystems.accuracies[$0] }.map(DatumAccuracy.meters)
    }
    return shift.accuracy(in: box).map(DatumAccuracy.meters) ?? .unknown
  }

  /// Returns whether positions need no shift from one to the other.
  func hasSameDatum(as other: GeographicSystem) -> Bool {
    let grids = (DatumGrids.grids(of: code), DatumGrids.grids(of: other.code))
    if shift == nil, other.shift == nil {
      return grids.0.isEmpty && grids.1.isEmpty || isSame(as: other)
    }
    return datum == other.datum && ellipsoid.isSame(as: other.ellipsoid)
  }

  /// Returns whether angles are counted from the same meridian in the same unit.
  func hasSameAngles(as other: GeographicSystem) -> Bool {
    (primeMeridian.degrees - other.primeMeridian.degrees).magnitude < 1e-7
      && angularUnit == other.angularUnit
  }
}
