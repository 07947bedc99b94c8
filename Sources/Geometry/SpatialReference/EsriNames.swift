/// Esri's names of projected systems that differ from EPSG's names by more than underscores. Tests
/// compare them with PROJ's Esri form of every code (`EsriWKTByPROJTests`).
enum EsriNames {
  /// Returns Esri's name of a projected system with a code.
  static func projected(code: Int?, system: CoordinateSystem) -> String {
    if let code, let whole = ownName(code) { return whole }
    let base = base(of: system.geographic)
    return "\(base)_\(zone(of: system))\(suffix(of: system))"
  }

  /// Returns the letters, digits and hyphens of a name, with one underscore for everything between
  /// them.
  static func underscored(_ text: String) -> String {
    text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")) }
      .joined(separator: "_")
  }

  /// Returns the start of the names of projected systems on a geographic system.
  private static func base(of system: GeographicSystem) -> String {
    switch system.code {
    case 4269: return "NAD_1983"
    case 4152: return "NAD_1983_HARN"
    case 4617: return "NAD_1983_CSRS"
    default:
      let name = system.code.flatMap(GeographicSystems.esriNames)?.system
      guard let name else { return underscored(system.name) }
      return name.hasPrefix("GCS_") ? String(name.dropFirst(4)) : name
    }
  }

  /// Returns the zone without its geographic system and its unit.
  private static func zone(of system: CoordinateSystem) -> String {
    var name = system.name
    let start = "\(system.geographic.name) / "
    if name.hasPrefix(start) { name.removeFirst(start.count) }
    for unit in [" (ft)", " (ftUS)"] where name.hasSuffix(unit) { name.removeLast(unit.count) }
    guard let found = value(of: name, in: zones) else {
      return underscored(name.replacing("zone", with: "Zone"))
    }
    guard found.allSatisfy(\.isNumber) else { return found }
    return "StatePlane_\(underscored(name.replacing(" zone ", with: " ")))_FIPS_\(found)"
  }

  /// Older systems of North America have "Feet" in their names, later ones "Ft".
  private static func suffix(of system: CoordinateSystem) -> String {
    let isOlder = [4269, 4152].contains(system.geographic.code)
    switch system.unit {
    case .foot: return isOlder ? "_Feet_Intl" : "_Ft_Intl"
    case .surveyFoot: return isOlder ? "_Feet" : "_Ft_US"
    default: return ""
    }
  }

  private static func ownName(_ code: Int) -> String? {
    let start = "\(code)|"
    for entry in systems.split(whereSeparator: \.isWhitespace) where entry.hasPrefix(start) {
      return String(entry.dropFirst(start.count))
    }
    return nil
  }

  private static func value(of key: String, in table: String) -> String? {
    let start = "\(key)|"
    for line in table.split(separator: "\n") where line.hasPrefix(start) {
      return String(line.dropFirst(start.count))
    }
    return nil
  }

  /// One zone per line: its name in `ProjectedZones` | Esri's name, or the FIPS code of a State
  /// Plane zone.
  private static let zones = """
    Alabama East|0101
    Alabama West|0102
    Alaska zone 1|5001
    Alaska zone 10|5010
    Alaska zone 2|5002
    Alaska zone 3|5003
    Alaska zone 4|5004
    Alaska zone 5|5005
    Alaska zone 6|5006
    Alaska zone 7|5007
    Alaska zone 8|5008
    Alaska zone 9|5009
    Albania TM 2010|Albania_2010
    Alberta 10-TM (Forest)|10TM_AEP_Forest
    Alberta 10-TM (Resource)|10TM_AEP_Resource
    Alberta 3TM ref merid 111 W|3TM_111
    Alberta 3TM ref merid 114 W|3TM_114
    Alberta 3TM ref merid 117 W|3TM_117
    Alberta 3TM ref merid 120 W|3TM_120
    Amuri 2000|Amuri_Circuit
    Arizona Central|0202
    Arizona East|0201
    Arizona West|0203
    Arkansas North|0301
    Arkansas South|0302
    Bay of Plenty 2000|Bay_of_Plenty_Circuit
    Bermuda 2000 National Grid|National_Grid
    Bluff 2000|Bluff_Circuit
    CS2000/15|UWPP_2000_PAS_5
    CS2000/18|UWPP_2000_PAS_6
    CS2000/21|UWPP_2000_PAS_7
    CS2000/24|UWPP_2000_PAS_8
    California zone 1|StatePlane_California_I_FIPS_0401
    California zone 2|StatePlane_California_II_FIPS_0402
    California zone 3|StatePlane_California_III_FIPS_0403
    California zone 4|StatePlane_California_IV_FIPS_0404
    California zone 5|StatePlane_California_V_FIPS_0405
    California zone 6|StatePlane_California_VI_FIPS_0406
    Collingwood 2000|Collingwood_Circuit
    Colorado Central|0502
    Colorado North|0501
    Colorado South|0503
    Connecticut|0600
    Delaware|0700
    Estonian Coordinate System of 1997|Estonia_National_Grid
    Faroe TM|FAROE_TM
    Florida East|0901
    Florida North|0903
    Florida West|0902
    Gawler 2000|Gawler_Circuit
    Georgia East|1001
    Georgia West|1002
    Grey 2000|Grey_Circuit
    Hawaii zone 1|5101
    Hawaii zone 2|5102
    Hawaii zone 3|5103
    Hawaii zone 4|5104
    Hawaii zone 5|5105
    Hawkes Bay 2000|Hawkes_Bay_Circuit
    Hokitika 2000|Hokitika_Circuit
    Idaho Central|1102
    Idaho East|1101
    Idaho Transverse Mercator|Idaho_TM
    Idaho West|1103
    Illinois East|1201
    Illinois West|1202
    Indiana East|1301
    Indiana West|1302
    Indonesia TM-3 zone 46.2|Indonesia_TM-3_Zone_46.2
    Indonesia TM-3 zone 47.1|Indonesia_TM-3_Zone_47.1
    Indonesia TM-3 zone 47.2|Indonesia_TM-3_Zone_47.2
    Indonesia TM-3 zone 48.1|Indonesia_TM-3_Zone_48.1
    Indonesia TM-3 zone 48.2|Indonesia_TM-3_Zone_48.2
    Indonesia TM-3 zone 49.1|Indonesia_TM-3_Zone_49.1
    Indonesia TM-3 zone 49.2|Indonesia_TM-3_Zone_49.2
    Indonesia TM-3 zone 50.1|Indonesia_TM-3_Zone_50.1
    Indonesia TM-3 zone 50.2|Indonesia_TM-3_Zone_50.2
    Indonesia TM-3 zone 51.1|Indonesia_TM-3_Zone_51.1
    Indonesia TM-3 zone 51.2|Indonesia_TM-3_Zone_51.2
    Indonesia TM-3 zone 52.1|Indonesia_TM-3_Zone_52.1
    Indonesia TM-3 zone 52.2|Indonesia_TM-3_Zone_52.2
    Indonesia TM-3 zone 53.1|Indonesia_TM-3_Zone_53.1
    Indonesia TM-3 zone 53.2|Indonesia_TM-3_Zone_53.2
    Indonesia TM-3 zone 54.1|Indonesia_TM-3_Zone_54.1
    Iowa North|1401
    Iowa South|1402
    Italy zone|Italy_zone
    Jacksons Bay 2000|Jacksons_Bay_Circuit
    Jamaica Metric Grid|Jamaica_Grid
    Japan Plane Rectangular CS I|Japan_Zone_1
    Japan Plane Rectangular CS II|Japan_Zone_2
    Japan Plane Rectangular CS III|Japan_Zone_3
    Japan Plane Rectangular CS IV|Japan_Zone_4
    Japan Plane Rectangular CS IX|Japan_Zone_9
    Japan Plane Rectangular CS V|Japan_Zone_5
    Japan Plane Rectangular CS VI|Japan_Zone_6
    Japan Plane Rectangular CS VII|Japan_Zone_7
    Japan Plane Rectangular CS VIII|Japan_Zone_8
    Japan Plane Rectangular CS X|Japan_Zone_10
    Japan Plane Rectangular CS XI|Japan_Zone_11
    Japan Plane Rectangular CS XII|Japan_Zone_12
    Japan Plane Rectangular CS XIII|Japan_Zone_13
    Japan Plane Rectangular CS XIV|Japan_Zone_14
    Japan Plane Rectangular CS XIX|Japan_Zone_19
    Japan Plane Rectangular CS XV|Japan_Zone_15
    Japan Plane Rectangular CS XVI|Japan_Zone_16
    Japan Plane Rectangular CS XVII|Japan_Zone_17
    Japan Plane Rectangular CS XVIII|Japan_Zone_18
    Kansas North|1501
    Kansas South|1502
    Karamea 2000|Karamea_Circuit
    Kentucky North|1601
    Kentucky Single Zone|StatePlane_Kentucky_FIPS_1600
    Kentucky South|1602
    LCC Germany|LCC_Germany_N-E
    Lindis Peak 2000|Lindis_Peak_Circuit
    Louisiana North|1701
    Louisiana South|1702
    Maine CS2000 Central|Maine_2000_Central_Zone
    Maine CS2000 East|Maine_2000_East_Zone
    Maine CS2000 West|Maine_2000_West_Zone
    Maine East|1801
    Maine West|1802
    Marlborough 2000|Marlborough_Circuit
    Maryland|1900
    Massachusetts Island|2002
    Massachusetts Mainland|2001
    Michigan Central|2112
    Michigan North|2111
    Michigan Oblique Mercator|Michigan_GeoRef_Meters
    Michigan South|2113
    Minnesota Central|2202
    Minnesota North|2201
    Minnesota South|2203
    Mississippi East|2301
    Mississippi West|2302
    Missouri Central|2402
    Missouri East|2401
    Missouri West|2403
    Montana|2500
    Mount Eden 2000|Mount_Eden_Circuit
    Mount Nicholas 2000|Mount_Nicholas_Circuit
    Mount Pleasant 2000|Mount_Pleasant_Circuit
    Mount York 2000|Mount_York_Circuit
    NWT Lambert|Northwest_Territories_Lambert
    NZCS2000|NZ_Continental_Shelf_2000
    Nebraska|2600
    Nelson 2000|Nelson_Circuit
    Nevada Central|2702
    Nevada East|2701
    Nevada West|2703
    New Hampshire|2800
    New Jersey|2900
    New Mexico Central|3002
    New Mexico East|3001
    New Mexico West|3003
    New York Central|3102
    New York East|3101
    New York Long Island|3104
    New York West|3103
    New Zealand Transverse Mercator 2000|New_Zealand_Transverse_Mercator
    North Carolina|3200
    North Dakota North|3301
    North Dakota South|3302
    North Taieri 2000|North_Taieri_Circuit
    Observation Point 2000|Observation_Point_Circuit
    Ohio North|3401
    Ohio South|3402
    Okarito 2000|Okarito_Circuit
    Oklahoma North|3501
    Oklahoma South|3502
    Oregon GIC Lambert|Oregon_Statewide_Lambert
    Oregon LCC|Oregon_Statewide_Lambert
    Oregon North|3601
    Oregon South|3602
    Pennsylvania North|3701
    Pennsylvania South|3702
    Poverty Bay 2000|Poverty_Bay_Circuit
    Puerto Rico & Virgin Is.|StatePlane_Puerto_Rico_Virgin_Islands_FIPS_5200
    Rhode Island|3800
    SA Lambert|South_Australia_Lambert
    SWEREF99 12 00|12_00
    SWEREF99 13 30|13_30
    SWEREF99 14 15|14_15
    SWEREF99 15 00|15_00
    SWEREF99 15 45|15_45
    SWEREF99 16 30|16_30
    SWEREF99 17 15|17_15
    SWEREF99 18 00|18_00
    SWEREF99 18 45|18_45
    SWEREF99 20 15|20_15
    SWEREF99 21 45|21_45
    SWEREF99 23 15|23_15
    SWEREF99 TM|TM
    San Francisco CS13|San_Francisco_CS13_Meters
    South Carolina|3900
    South Dakota North|4001
    South Dakota South|4002
    TM Baltic93|TM_Baltic_1993
    TM2 zone 119|TM_Penghu
    TM2 zone 121|TM_Taiwan
    TM35FIN(N,E)|TM35FIN_NE
    Taranaki 2000|Taranaki_Circuit
    Tennessee|4100
    Texas Central|4203
    Texas North|4201
    Texas North Central|4202
    Texas South|4205
    Texas South Central|4204
    Texas State Mapping System|Texas_Statewide_Mapping_System
    Timaru 2000|Timaru_Circuit
    Tuhirangi 2000|Tuhirangi_Circuit
    Unified CS|Unified_Coordinate_System
    Utah Central|4302
    Utah North|4301
    Utah South|4303
    Vermont|4400
    Virginia North|4501
    Virginia South|4502
    Wairarapa 2000|Wairarapa_Circuit
    Wanganui 2000|Wanganui_Circuit
    Washington North|4601
    Washington South|4602
    Wellington 2000|Wellington_Circuit
    West Virginia North|4701
    West Virginia South|4702
    Wisconsin Central|4802
    Wisconsin North|4801
    Wisconsin South|4803
    Wisconsin Transverse Mercator|Wisconsin_TM
    Wyoming East|4901
    Wyoming East Central|4902
    Wyoming Lambert|WyLAM
    Wyoming West|4904
    Wyoming West Central|4903
    """
}
