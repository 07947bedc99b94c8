import Geometry

/// A spatial reference in a geodatabase: an ID, a text, and the grid of its coordinates.
///
/// A code is used directly if its grid is known from files: Web Mercator (3857), WGS 84 (4326) and
/// the State Plane zone 2924. Clients take the grid of a code from their own table, which isn't
/// published. So any other reference gets a row of `st_aux_spatial_reference_systems` from 300,001
/// on, with its code and grid, like files with an unusual grid.
///
/// | reference | origin | steps per unit | largest rounding |
/// | --- | --- | --- | --- |
/// | 3857 | -20037700, -30241100 | 10,000 | 0.05 mm |
/// | 4326, other degrees | -400, -400 | 10^9 | 5 × 10^-10 degrees, 0.06 mm |
/// | 2924 | -110512500, -88858000 | 3048.0060960121928 | 0.05 mm |
/// | other projected | -10^8, -10^8 | 10^6 | 0.0005 mm; feet 0.00016 mm |
/// | none | -450359962737.05, twice | 10,000 | 1 / 20,000, and the precision of a double there |
struct StoredReference: Equatable, Sendable {
  /// The ID in shapes.
  var srid: Int64
  var grid: CoordinateGrid
  /// Esri's WKT; empty if unknown.
  var wkt: String
  /// The WKID, then the LatestWKID; nil without a code.
  var wkid: Int?
  var latestWkid: Int?
  var isGeographic: Bool
  /// The distance below which two points are equal, in units; as text in the form of files.
  var tolerance: String

  /// The ID of an unknown reference.
  static let unknown: Int64 = 300_000

  /// The references of shapes, each once, in order.
  static func all(of references: [SpatialReference?]) -> [StoredReference] {
    var stored: [StoredReference] = []
    var next = unknown + 1
    for reference in references {
      var made = StoredReference(reference, own: next)
      if let same = stored.first(where: { $0.isSame(as: made) }) {
        made = same
      } else if made.srid == next {
        next += 1
      }
      stored.append(made)
    }
    return stored
  }

  /// Steps per degree: 1 / 10^-9 in doubles, which reproduces the extents in real files.
  private static let degreeUnits = 1 / 1e-9

  /// The grid of heights and measures in all known files but one.
  private static let heights = CoordinateGrid.Axis(origin: -100_000, units: 10_000) ?? .plain

  private func isSame(as other: StoredReference) -> Bool {
    wkt == other.wkt && wkid == other.wkid && grid == other.grid
  }

  private init(_ reference: SpatialReference?, own: Int64) {
    let code = reference?.wkid
    isGeographic = reference?.isGeographic ?? false
    wkt = reference.map { $0.esriWKT() } ?? ""
    wkid = code == 3_857 ? 102_100 : code
    latestWkid = code
    let unit = reference?.system?.unit.meters ?? 1
    tolerance = isGeographic ? "8.983152841195215e-009" : XMLNumber.text(0.001 / unit)
    switch code {
    case 3_857:
      srid = 3_857
      grid = Self.grid(x: -20_037_700, y: -30_241_100, units: 10_000)
    case 4_326:
      srid = 4_326
      grid = Self.grid(x: -400, y: -400, units: Self.degreeUnits)
    case 2_924:
      srid = 2_924
      grid = Self.grid(x: -110_512_500, y: -88_858_000, units: 3_048.006_096_012_192_8)
    case nil where wkt.isEmpty:
      srid = Self.unknown
      grid = Self.grid(x: -450_359_962_737.05, y: -450_359_962_737.05, units: 10_000)
    default:
      srid = own
      grid =
        isGeographic
        ? Self.grid(x: -400, y: -400, units: Self.degreeUnits)
        : Self.grid(x: -1e8, y: -1e8, units: 1e6)
    }
  }

  private static func grid(x: Double, y: Double, units: Double) -> CoordinateGrid {
    CoordinateGrid(
      x: .init(origin: x, units: units) ?? .plain, y: .init(origin: y, units: units) ?? .plain,
      z: heights, m: heights)
  }
}

extension XMLText {
  /// Adds the element of a spatial reference.
  mutating func add(_ reference: StoredReference) {
    guard reference.srid != StoredReference.unknown else {
      add("SpatialReference", type: "UnknownCoordinateSystem") { $0.addGrid(of: reference) }
      return
    }
    let type =
      reference.isGeographic ? "GeographicCoordinateSystem" : "ProjectedCoordinateSystem"
    add("SpatialReference", type: type) { xml in
      xml.add("WKT", reference.wkt)
      xml.addGrid(of: reference)
      if reference.isGeographic { xml.add("LeftLongitude", -180) }
      if let code = reference.wkid { xml.add("WKID", code) }
      if let code = reference.latestWkid { xml.add("LatestWKID", code) }
    }
  }

  private mutating func addGrid(of reference: StoredReference) {
    let grid = reference.grid
    add("XOrigin", grid.x.origin)
    add("YOrigin", grid.y.origin)
    add("XYScale", grid.x.units)
    add("ZOrigin", grid.z.origin)
    add("ZScale", grid.z.units)
    add("MOrigin", grid.m.origin)
    add("MScale", grid.m.units)
    add("XYTolerance", reference.tolerance)
    add("ZTolerance", "0.001")
    add("MTolerance", "0.001")
    add("HighPrecision", true)
  }
}
