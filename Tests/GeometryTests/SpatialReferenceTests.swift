import Foundation
import Geometry
import OrderedJSON
import TestSupport
import Testing

@Suite struct SpatialReferenceTests {
  @Test(arguments: [
    (102100, 3857), (102113, 3857), (900913, 3857), (102645, 2229), (102690, 102690),
    (102726, 102726), (104145, 6318), (4326, 4326), (2154, 2154),
  ])
  func `Esri's codes become EPSG's if there is one`(code: Int, expected: Int) {
    let reference = SpatialReference(epsg: code)
    #expect(reference.wkid == expected)
    #expect(reference.system != nil)
    #expect(reference.organization == (expected > 32_767 ? "ESRI" : "EPSG"))
  }

  @Test(arguments: [
    (27700, "OSGB36", 2.0), (4267, "NAD27", 20), (32026, "NAD27", 7), (31466, "DHDN", 3),
    (2056, "CH1903+", 1), (21781, "CH1903", 1.5), (28992, "Amersfoort", 1), (31370, "BD72", 1),
    (31256, "MGI", 1.5), (5514, "S-JTSK", 6), (2100, "GGRS87", 1), (2039, "Israel 1993", 0.5),
    (27572, "NTF (Paris)", 2), (3003, "Monte Mario", 10),
  ])
  func `positions on other datums are shifted, and the accuracy is known`(
    code: Int, name: String, meters: Double
  ) throws {
    let reference = SpatialReference(epsg: code)
    let system = try #require(reference.system)
    #expect(system.geographic.name == name)
    #expect(system.geographic.shift?.accuracy(in: system.areaOfUse ?? .empty) == meters)
    #expect((try CoordinateTransform(from: reference, to: .wgs84)).isIdentity == false)
    #expect((try CoordinateTransform(from: reference, to: reference)).isIdentity)
  }

  @Test(arguments: [
    (27700, DatumAccuracy.meters(2)), (2913, .meters(1)), (26910, .meters(4)), (4326, nil),
    // The registry says 999 meters where it doesn't know.
    (3893, .unknown),
  ])
  func `how far positions may be off is told where it matters`(
    code: Int, accuracy: DatumAccuracy?
  ) throws {
    let system = try #require(SpatialReference(epsg: code).system)
    #expect(system.geographic.accuracy(in: system.areaOfUse ?? .empty) == accuracy)
  }

  @Test(arguments: [
    (4322, "WGS 72"), (32210, "WGS 72"), (2016, "NAD27(CGQ77)"), (28405, "Pulkovo 1942"),
  ])
  func `systems on datums without a shift are rejected with their name`(
    code: Int, datum: String
  ) {
    let reference = SpatialReference(epsg: code)
    #expect(reference.shiftedDatum == datum)
    #expect(throws: GeometryError.datumShiftNeeded(datum: datum)) {
      try CoordinateTransform(from: reference, to: .wgs84)
    }
    // Data that is not transformed needs no shift.
    #expect((try? CoordinateTransform(from: reference, to: reference))?.isIdentity == true)
  }

  @Test func `an unknown code is kept, but can't be transformed`() {
    let reference = SpatialReference(epsg: 12_345)
    #expect(reference.name == "EPSG:12345")
    #expect(reference.wkt1() == "undefined")
    #expect(throws: GeometryError.unknownSpatialReference(name: "EPSG:12345")) {
      try CoordinateTransform(from: .wgs84, to: reference)
    }
  }

  @Test func `the latest code of an Esri reference has precedence, and text is used last`() throws {
    #expect(try SpatialReference(esriJSON: ["wkid": 102100, "latestWkid": 3857])?.wkid == 3857)
    #expect(try SpatialReference(esriJSON: ["wkid": 102645, "latestWkid": 2229])?.wkid == 2229)
    #expect(
      try SpatialReference(esriJSON: ["wkid": .number(2913.0)])?.name
        == "NAD83(HARN) / Oregon North (ft)")
    #expect(try SpatialReference(esriJSON: [:]) == nil)
    #expect(try SpatialReference(esriJSON: .null) == nil)
    #expect(try SpatialReference(esriJSON: ["wkid": 0]) == nil)
    #expect(try SpatialReference(esriJSON: ["wkt": .string(Self.kent)])?.wkid == 2253)
    #expect(SpatialReference.webMercator.esriJSON == ["wkid": 102100, "latestWkid": 3857])
  }

  /// Michigan South in feet, as Esri writes it.
  static let kent =
    #"PROJCS["NAD_1983_StatePlane_Michigan_South_FIPS_2113_Feet_Intl","#
    + #"GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983","#
    + #"SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],"#
    + #"UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],"#
    + #"PARAMETER["False_Easting",13123359.58005249],PARAMETER["False_Northing",0.0],"#
    + #"PARAMETER["Central_Meridian",-84.36666666666666],"#
    + #"PARAMETER["Standard_Parallel_1",42.1],PARAMETER["Standard_Parallel_2",43.66666666666666],"#
    + #"PARAMETER["Latitude_Of_Origin",41.5],UNIT["Foot",0.3048]],VERTCS["NAVD88",VDATUM["x"]]"#

  static let utm33WKT2 = """
    PROJCRS["ETRS89 / UTM zone 33N",
      BASEGEOGCRS["ETRS89",
        ENSEMBLE["European Terrestrial Reference System 1989 ensemble",
          MEMBER["European Terrestrial Reference Frame 1989"],
          ELLIPSOID["GRS 1980",6378137,298.257222101,LENGTHUNIT["metre",1]],
          ENSEMBLEACCURACY[0.1]],
        PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]]],
      CONVERSION["UTM zone 33N",
        METHOD["Transverse Mercator",ID["EPSG",9807]],
        PARAMETER["Latitude of natural origin",0,ANGLEUNIT["degree",0.0174532925199433]],
        PARAMETER["Longitude of natural origin",15,ANGLEUNIT["degree",0.0174532925199433]],
        PARAMETER["Scale factor at natural origin",0.9996,SCALEUNIT["unity",1]],
        PARAMETER["False easting",500000,LENGTHUNIT["metre",1]],
        PARAMETER["False northing",0,LENGTHUNIT["metre",1]]],
      CS[Cartesian,2],
        AXIS["(E)",east,ORDER[1],LENGTHUNIT["metre",1]],
        AXIS["(N)",north,ORDER[2],LENGTHUNIT["metre",1]]]
    """

  @Test func `WKT 2 is read, and its code found by its numbers`() throws {
    let reference = try SpatialReference(wkt: Self.utm33WKT2)
    let code = try #require(reference.wkid)
    #expect([3045, 25833].contains(code))
    #expect(reference.system?.unit == .meter)
  }

  @Test(arguments: [
    4326, 4269, 3857, 2269, 26910, 32633, 32733, 2154, 26931, 102726, 3812, 2193, 7855,
  ])
  func `written text reads back as the same system`(code: Int) throws {
    let reference = SpatialReference(epsg: code)
    let text = reference.wkt1()
    let again = try SpatialReference(wkt: text)
    #expect(again.wkid == reference.wkid)
    // Without its own code, it is found by its numbers.
    let bare = try SpatialReference(wkt: withoutCode(text))
    let plane = try #require(bare.system)
    let way = try CoordinateTransform(from: bare, to: reference)
    #expect(way.isIdentity || plane.projection == nil, "\(bare)")
  }

  private func withoutCode(_ text: String) -> String {
    guard let range = text.range(of: ",AUTHORITY", options: .backwards) else { return text }
    return text[..<range.lowerBound] + "]"
  }

  @Test(arguments: [
    "", "PROJCS", "PROJCS[", "PROJCS[\"x\"", "PROJCS[\"x", "]", "GEOGCS[]", "\"x\"", "12",
    "PROJCS[\"x\",GEOGCS[\"y\"]]", "LOCAL_CS[\"x\"]",
    "GEOGCS[\"a\",DATUM[\"b\",SPHEROID[\"c\",-1,2]]]",
    String(repeating: "A[", count: 5_000), String(repeating: "a", count: 70_000),
    "A[" + String(repeating: "B[],", count: 6_000) + "]",
  ])
  func `anything but a reference system is an error`(text: String) {
    #expect(throws: GeometryError.self) { try SpatialReference(wkt: text) }
  }

  @Test func `text cut off anywhere is an error`() {
    let root = Self.kent.dropLast(
      Self.kent.count
        - (Self.kent.range(of: "],VERTCS")?.lowerBound.utf16Offset(in: Self.kent) ?? 0))
    for count in 0..<root.count {
      #expect(throws: GeometryError.self) { try SpatialReference(wkt: String(root.prefix(count))) }
    }
  }

  @Test(arguments: [
    ("Bonne", "Bonne"), ("Stereographic", "Stereographic"), ("Local", "Local"),
  ])
  func `an unsupported projection is rejected with its name`(
    method: String, name: String
  ) {
    let text = Self.kent.replacing("Lambert_Conformal_Conic", with: method)
    #expect(throws: GeometryError.unsupportedProjection(name: name)) {
      try SpatialReference(wkt: text)
    }
  }

  @Test func `another ellipsoid makes another datum`() throws {
    let text = Self.kent.replacing(
      "SPHEROID[\"GRS_1980\",6378137.0,298.257222101]",
      with: "SPHEROID[\"Clarke_1866\",6378206.4,294.9786982]")
    let reference = try SpatialReference(wkt: text)
    #expect(throws: GeometryError.datumShiftNeeded(datum: "D_North_American_1983")) {
      try CoordinateTransform(from: reference, to: .wgs84)
    }
  }

  @Test func `a text's own shift and meridian are used`() throws {
    // Amersfoort, as GDAL writes it with its shift.
    let text = """
      GEOGCS["local",DATUM["Local_survey",SPHEROID["Bessel 1841",6377397.155,299.1528128],\
      TOWGS84[565.4171,50.3319,465.5524,-0.398957,0.343988,-1.8774,4.0725]],\
      PRIMEM["Amsterdam",4.88],UNIT["degree",0.0174532925199433]]
      """
    let reference = try SpatialReference(wkt: text)
    #expect(reference.system?.geographic.accuracy(in: .empty) == .unknown)
    let way = try CoordinateTransform(from: reference, to: .wgs84)
    let wanted = try CoordinateTransform(from: SpatialReference(epsg: 4289), to: .wgs84)
      .forward(x: 5.38, y: 52.15)
    let found = way.forward(x: 0.5, y: 52.15)
    let (a, b) = (try #require(wanted), try #require(found))
    // EPSG's newer parameters differ by centimeters.
    #expect(max((a.x - b.x).magnitude, (a.y - b.y).magnitude) < 1e-6)
  }
}

@Suite struct CoordinateTransformTests {
  @Test func `the same reference changes no bit`() throws {
    let way = try CoordinateTransform(from: .wgs84, to: SpatialReference(epsg: 4269))
    #expect(way.isIdentity)
    var geometry = Geometry(x: 0.1 + 0.2, y: -7.3)
    try way.apply(to: &geometry)
    #expect(geometry == Geometry(x: 0.1 + 0.2, y: -7.3))
  }

  @Test func `heights and measures are kept`() throws {
    var line = Geometry(.lineString, hasZ: true, hasM: true)
    line.coordinates = [0, 0, 7, 8, 180, 0, 9, .nan]
    line.partEnds = [2]
    try CoordinateTransform(from: .wgs84, to: .webMercator).apply(to: &line)
    #expect(line.coordinates[2] == 7 && line.coordinates[3] == 8 && line.coordinates[6] == 9)
    #expect((line.coordinates[4] - 20_037_508.342_789_244).magnitude < 1e-6)
  }

  @Test(arguments: [3857, 32610, 2269, 26931])
  func `a position without a value is named`(code: Int) throws {
    let way = try CoordinateTransform(from: .wgs84, to: SpatialReference(epsg: code))
    var pole = Geometry(x: 60, y: 91)
    #expect(throws: GeometryError.self) { try way.apply(to: &pole) }
    #expect(way.forward(x: .nan, y: 45) == nil)
  }

  @Test(arguments: [
    (3857, -122.7, 45.5), (32610, -122.7, 45.5), (2269, -122.7, 45.5), (26931, -134.4, 58.3),
    (32756, 151.2, -33.9), (2154, 2.35, 48.85),
  ])
  func `there and back gives the same position`(code: Int, x: Double, y: Double) throws {
    let reference = SpatialReference(epsg: code)
    let position = try #require(
      try CoordinateTransform(from: .wgs84, to: reference).forward(x: x, y: y))
    let back = try #require(
      try CoordinateTransform(from: reference, to: .wgs84).forward(x: position.x, y: position.y))
    #expect((back.x - x).magnitude < 1e-11)
    #expect((back.y - y).magnitude < 1e-11)
  }
}

@Suite struct CoordinatePlausibilityTests {
  private func box(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) -> Envelope {
    Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }

  @Test func `degrees and meters are distinguished`() {
    let portland = box(-122.9, 45.4, -122.4, 45.7)
    let meters = box(-13_680_000, 5_680_000, -13_620_000, 5_730_000)
    #expect(CoordinatePlausibility(portland, in: .wgs84) == .plausible)
    #expect(CoordinatePlausibility(meters, in: .webMercator) == .plausible)
    #expect(CoordinatePlausibility(portland, in: .webMercator) == .degreesInProjected)
    #expect(CoordinatePlausibility(meters, in: .wgs84) == .metersInGeographic)
    #expect(CoordinatePlausibility(.empty, in: .wgs84) == .plausible)
  }

  @Test func `exchanged axes are noticed`() {
    #expect(CoordinatePlausibility(box(45.4, -122.9, 45.7, -122.4), in: .wgs84) == .swapped)
    let oregon = SpatialReference(epsg: 2269)
    let feet = box(7_600_000, 640_000, 7_700_000, 720_000)
    #expect(CoordinatePlausibility(feet, in: oregon) == .plausible)
    #expect(
      CoordinatePlausibility(box(640_000, 7_600_000, 720_000, 7_700_000), in: oregon) == .swapped)
    #expect(CoordinatePlausibility(box(1, 1, 2, 2), in: oregon) == .degreesInProjected)
    let utm = SpatialReference(epsg: 32610)
    #expect(
      CoordinatePlausibility(box(520_000, 5_030_000, 530_000, 5_040_000), in: utm) == .plausible)
    #expect(
      CoordinatePlausibility(box(5_030_000, 520_000, 5_040_000, 530_000), in: utm) == .swapped)
  }

  @Test func `data on both sides of the antimeridian is in its area of use`() {
    // New Zealand with the Chatham Islands, at 176.5° W.
    let islands = box(1_516_000, 5_074_000, 2_442_000, 5_461_000)
    #expect(CoordinatePlausibility(islands, in: SpatialReference(epsg: 2193)) == .plausible)
    let far = box(1_516_000, 5_074_000, 6_442_000, 5_461_000)
    #expect(CoordinatePlausibility(far, in: SpatialReference(epsg: 2193)) == .outsideAreaOfUse)
  }

  @Test func `a position far from the zone is outside its area of use`() {
    let oregon = SpatialReference(epsg: 2269)
    let far = box(20_000_000, 20_000_000, 20_100_000, 20_100_000)
    #expect(CoordinatePlausibility(far, in: oregon) == .outsideAreaOfUse)
    #expect(CoordinatePlausibility(far, in: SpatialReference(epsg: 12_345)) == .plausible)
  }
}
