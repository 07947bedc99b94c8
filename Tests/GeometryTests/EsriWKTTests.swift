import Foundation
import Geometry
import TestSupport
import Testing

/// Esri's own names in well-known text. With other names, an Esri program treats the system as a
/// custom one, without transformations.
struct EsriWKTTests {
  @Test(arguments: [
    (4326, #"GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,"#),
    (4269, #"GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983","#),
    (2913, #"PROJCS["NAD_1983_HARN_StatePlane_Oregon_North_FIPS_3601_Feet_Intl","#),
    (6420, #"PROJCS["NAD_1983_2011_StatePlane_California_III_FIPS_0403_Ft_US","#),
    (25832, #"PROJCS["ETRS_1989_UTM_Zone_32N",GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989","#),
    (2154, #"PROJCS["RGF_1993_Lambert_93",GEOGCS["GCS_RGF_1993",DATUM["D_RGF_1993","#),
    (3857, #"PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984","#),
  ])
  func `a system has Esri's names`(code: Int, start: String) {
    #expect(SpatialReference(epsg: code).esriWKT().hasPrefix(start))
  }

  @Test func `every code has its own text, which reads back as its system`() throws {
    var seen: Set<String> = []
    for code in SpatialReference.projectedCodes + Self.geographic {
      let reference = SpatialReference(epsg: code)
      let text = reference.esriWKT()
      #expect(seen.insert(text).inserted, "\(code)")
      let read = try SpatialReference(wkt: text)
      #expect(read.system == reference.system, "\(text)")
    }
  }

  @Test func `a custom system keeps Esri's text, and other texts are converted`() throws {
    let own = try #require(SpatialReference(epsg: 6318).esriWKT().split(separator: ",AUTH").first)
    let local =
      "PROJCS[\"Harbour\",\(own)],PROJECTION[\"Transverse_Mercator\"],"
      + "PARAMETER[\"False_Easting\",1000.0],PARAMETER[\"False_Northing\",0.0],"
      + "PARAMETER[\"Central_Meridian\",-122.6],PARAMETER[\"Scale_Factor\",1.0],"
      + "PARAMETER[\"Latitude_Of_Origin\",45.5],UNIT[\"Meter\",1.0]]"
    let reference = try SpatialReference(wkt: local)
    #expect(reference.wkid == nil)
    #expect(reference.esriWKT() == local)
    let other = local.replacing("DATUM[\"D_NAD_1983_2011\"", with: "DATUM[\"NAD_1983_2011\"")
    #expect(try SpatialReference(wkt: other).esriWKT() == local)
  }

  private static let geographic = [
    4326, 4269, 4152, 6318, 4258, 4283, 7844, 4490, 4737, 4171, 9777,
  ]

  @Test(.needs(.python("pyproj")))
  func `the text of every known code equals PROJ's Esri form`() async throws {
    let codes = (SpatialReference.projectedCodes + Self.geographic)
      .map { SpatialReference(epsg: $0) }
    let input = codes.map { "\($0.organization):\($0.wkid ?? 0)" }
    let answers = try await #require(Tool.python(having: "pyproj"))
      .output(["-c", Self.script], stdin: Array(input.joined(separator: "\n").utf8))
      .split(separator: "\n")
    try #require(answers.count == codes.count + 1)
    let isNew = answers.first == "new"
    var compared = 0
    for (reference, answer) in zip(codes, answers.dropFirst()) {
      let code = reference.wkid ?? 0
      guard isNew || !Self.isNamedLater(code, of: reference) else { continue }
      // Esri's own form has a scale of -1. PROJ has only its generic name for the method.
      if reference.system?.projection?.scale == -1 { continue }
      compared += 1
      #expect(Self.plain(reference.esriWKT()) == Self.plain(String(answer)), "\(code)")
    }
    #expect(compared > 3_400)
  }

  /// PROJ 9.1 and older have EPSG's names for these, or Esri's older ones.
  private static func isNamedLater(_ code: Int, of reference: SpatialReference) -> Bool {
    [4737, 9702, 9777, 9782].contains(reference.system?.geographic.code)
      || [9709, 9712, 9713, 9716, 9748, 9749, 10_665, 32_159].contains(code)
      || (102_956...102_960).contains(code)
  }

  /// The first line shows whether PROJ is 9.5 or later.
  private static let script = """
    import sys, pyproj
    print('new' if tuple(map(int, pyproj.proj_version_str.split('.')[:2])) >= (9, 5) else 'old')
    for line in sys.stdin:
        try:
            print(pyproj.CRS.from_user_input(line.strip()).to_wkt('WKT1_ESRI'))
        except pyproj.exceptions.CRSError as error:
            print('unknown', error)
    """

  /// Without our code at the end, with 13 digits, and with Esri's names of the two feet, which are
  /// in Esri's files but not in PROJ.
  private static func plain(_ text: String) -> String {
    var text = text
    if let start = text.range(of: ",AUTHORITY[") {
      text.replaceSubrange(start.lowerBound..., with: "]")
    }
    text = text.replacing("\"US survey foot\"", with: "\"Foot_US\"")
      .replacing("\"foot\"", with: "\"Foot\"")
    return text.replacing(/(,)(-?[0-9.e-]+)/) { match in
      "," + (Double(match.2).map { String(format: "%.13g", $0) } ?? String(match.2))
    }
  }
}
