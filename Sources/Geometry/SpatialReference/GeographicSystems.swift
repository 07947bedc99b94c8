/// Geographic reference systems that agree with WGS 84 to a meter or two, so that PROJ's null
/// transformation applies.
enum GeographicSystems {
  /// One system per line: EPSG code | name | datum, as in WKT 1 | EPSG code of the datum |
  /// ellipsoid, G for GRS 1980 or W for WGS 84 | the datum in Esri's WKT | the system in Esri's WKT
  /// | another name of the datum in Esri's WKT, if it has one.
  static let agreeing = """
    4326|WGS 84|WGS_1984|6326|W|D_WGS_1984|GCS_WGS_1984
    4269|NAD83|North_American_Datum_1983|6269|G|D_North_American_1983|GCS_North_American_1983
    4152|NAD83(HARN)|NAD83_High_Accuracy_Reference_Network|6152|G|D_North_American_1983_HARN|GCS_North_American_1983_HARN
    4759|NAD83(NSRS2007)|NAD83_National_Spatial_Reference_System_2007|6759|G|D_NAD_1983_NSRS2007|GCS_NAD_1983_NSRS2007
    6318|NAD83(2011)|NAD83_National_Spatial_Reference_System_2011|1116|G|D_NAD_1983_2011|GCS_NAD_1983_2011
    6322|NAD83(PA11)|NAD83_National_Spatial_Reference_System_PA11|1117|G|D_NAD_1983_PA11|GCS_NAD_1983_PA11
    6325|NAD83(MA11)|NAD83_National_Spatial_Reference_System_MA11|1118|G|D_NAD_1983_MA11|GCS_NAD_1983_MA11
    6783|NAD83(CORS96)|NAD83_Continuously_Operating_Reference_Station_1996|1133|G|D_NAD_1983_CORS96|GCS_NAD_1983_CORS96
    4617|NAD83(CSRS)|NAD83_Canadian_Spatial_Reference_System|6140|G|D_North_American_1983_CSRS|GCS_North_American_1983_CSRS
    4258|ETRS89|European_Terrestrial_Reference_System_1989|6258|G|D_ETRS_1989|GCS_ETRS_1989
    4283|GDA94|Geocentric_Datum_of_Australia_1994|6283|G|D_GDA_1994|GCS_GDA_1994
    7844|GDA2020|Geocentric_Datum_of_Australia_2020|1168|G|GDA2020|GCS_GDA2020
    4167|NZGD2000|New_Zealand_Geodetic_Datum_2000|6167|G|D_NZGD_2000|GCS_NZGD_2000
    4171|RGF93 v1|Reseau_Geodesique_Francais_1993_v1|6171|G|D_RGF_1993|GCS_RGF_1993
    9777|RGF93 v2|Reseau_Geodesique_Francais_1993_v2|1312|G|Reseau_Geodesique_Francais_1993_v2|RGF93_v2
    9782|RGF93 v2b|Reseau_Geodesique_Francais_1993_v2b|1313|G|Reseau_Geodesique_Francais_1993_v2b|RGF93_v2b
    4619|SWEREF99|SWEREF99|6619|G|D_SWEREF99|GCS_SWEREF99
    4173|IRENET95|IRENET95|6173|G|D_IRENET95|GCS_IRENET95
    4674|SIRGAS 2000|Sistema_de_Referencia_Geocentrico_para_las_AmericaS_2000|6674|G|D_SIRGAS_2000|GCS_SIRGAS_2000
    4612|JGD2000|Japanese_Geodetic_Datum_2000|6612|G|D_JGD_2000|GCS_JGD_2000
    6668|JGD2011|Japanese_Geodetic_Datum_2011|1128|G|D_JGD_2011|GCS_JGD_2011
    4737|KGD2002|Korean_Geodetic_Datum_2002|6737|G|D_Korea_Geodetic_Datum_2002|GCS_KGD2002|Korea_2000
    3824|TWD97|Taiwan_Datum_1997|1026|G|D_TWD_1997|GCS_TWD_1997
    4490|China Geodetic Coordinate System 2000|China_2000|1043|G|D_China_2000|GCS_China_Geodetic_Coordinate_System_2000
    4148|Hartebeesthoek94|Hartebeesthoek94|6148|W|D_Hartebeesthoek_1994|GCS_Hartebeesthoek_1994
    6706|RDN2008|Rete_Dinamica_Nazionale_2008|1132|G|D_Rete_Dinamica_Nazionale_2008|GCS_RDN2008
    4670|IGM95|Istituto_Geografico_Militaire_1995|6670|G|D_IGM_1995|GCS_IGM_1995
    9702|ETRF2000-PL|ETRF2000_Poland|1305|G|ETRF2000_Poland|GCS_ETRF2000-PL
    4761|HTRS96|Croatian_Terrestrial_Reference_System|6761|G|D_Croatian_Terrestrial_Reference_System|GCS_HTRS96
    4765|Slovenia 1996|Slovenia_Geodetic_Datum_1996|6765|G|D_Slovenia_Geodetic_Datum_1996|GCS_Slovenia_1996
    4180|EST97|Estonia_1997|6180|G|D_Estonia_1997|GCS_Estonia_1997
    4669|LKS94|Lithuania_1994_ETRS89|6126|G|D_Lithuania_1994|GCS_LKS_1994
    4661|LKS-92|Latvian_geodetic_coordinate_system_1992|6661|G|D_Latvia_1992|GCS_LKS_1992
    5324|ISN2004|Islands_Net_2004|1060|G|D_Islands_Network_2004|GCS_ISN_2004
    8086|ISN2016|Islands_Net_2016|1187|G|Islands_Net_2016|GCS_ISN2016
    4659|ISN93|Islands_Net_1993|6659|G|D_Islands_Network_1993|GCS_ISN_1993
    4747|GR96|Greenland_1996|6747|G|D_Greenland_1996|GCS_Greenland_1996
    5252|TUREF|Turkish_National_Reference_Frame|1057|G|D_Turkish_National_Reference_Frame|GCS_TUREF
    4755|DGN95|Datum_Geodesi_Nasional_1995|6755|W|D_Datum_Geodesi_Nasional_1995|GCS_DGN_1995|DGN_1995
    4757|SVY21|SVY21|6757|W|D_SVY21|GCS_SVY21
    4762|BDA2000|Bermuda_2000|6762|W|D_Bermuda_2000|GCS_Bermuda_2000
    6365|Mexico ITRF2008|Mexico_ITRF2008|1120|G|D_Mexico_ITRF2008|GCS_Mexico_ITRF2008
    4758|JAD2001|Jamaica_2001|6758|W|D_Jamaica_2001|GCS_JAD_2001
    4627|RGR92|Reseau_Geodesique_de_la_Reunion_1992|6627|G|D_RGR_1992|GCS_RGR_1992
    5489|RGAF09|Reseau_Geodesique_des_Antilles_Francaises_2009|1073|G|Reseau_Geodesique_des_Antilles_Francaises_2009|GCS_RGAF09
    4624|RGFG95|Reseau_Geodesique_Francais_Guyane_1995|6624|G|D_RGFG_1995|GCS_RGFG_1995
    4749|RGNC91-93|Reseau_Geodesique_de_Nouvelle_Caledonie_91_93|6749|G|D_Reseau_Geodesique_de_Nouvelle_Caledonie_1991-93|GCS_RGNC_1991-93
    4687|RGPF|Reseau_Geodesique_de_la_Polynesie_Francaise|6687|G|D_Reseau_Geodesique_de_la_Polynesie_Francaise|GCS_RGPF
    """

  /// Systems on other datums, so that they can be rejected with their name: name | code of the
  /// geographic system | codes and ranges of codes of projected systems.
  static let shifted = """
    NAD27|4267|2085-2086 2204 2964 3069 3080 3309 3370-3371 3771-3774 3795-3797 3800 4399-4413 4418-4419 4455-4456 5069 5458 5588 5623-5625 6200-6202 6966 7991 9311 26701-26722 26729-26760 26766-26787 26791-26799 32001-32003 32005-32031 32033-32058 32061-32062 32064-32067 32074-32077 32081-32086 32098-32099
    ED50|4230|2192 2206-2212 2319-2325 3066 3893 5627 5643 23028-23038 23090 23095
    OSGB36|4277|27700
    Amersfoort|4289|28991-28992
    Belge 1972|4313|31300 31370
    MGI|4312|2170 3787 9271-9273 31254-31259 31265-31268 31275-31279 31284-31287 31294-31297
    DHDN|4314|3068 5520 5676-5680 31461-31469
    CH1903|4149|21781-21782
    CH1903+|4150|2056
    S-JTSK|4156|5513-5514
    RT90|4124|2400 3019-3024
    KKJ|4123|2391-2394 3386-3387
    Monte Mario|4265|3003-3004 5659
    NTF|4275|
    NTF (Paris)|4807|27561-27564 27571-27574 27581-27584 27591-27594
    HD72|4237|23700
    Pulkovo 1942(58)|4179|2171-2175 3120 3328-3335 3833 3837-3840 3844 5631 5663 5670-5672
    Pulkovo 1942(83)|4178|2166-2168 2397-2399 3834-3836 3841-3843 4417 4434 5664-5665 5673-5675
    Pulkovo 1942|4284|2492-2549 2551-2599 2601-2640 2935-2941 3146-3147 3350-3352 3388-3389 7825-7831 28402-28432 28462-28492
    TM65|4299|29900 29902
    TM75|4300|29903
    Lisbon|4207|5018
    Datum 73|4274|27429 27492-27493
    GGRS87|4121|2100
    Israel 1993|4141|2039
    Old Hawaiian|4135|3561-3565
    Puerto Rico|4139|3920 3991-3992
    AGD66|4202|3110 5825 20248-20258
    AGD84|4203|20348-20358
    NZGD49|4272|27200 27205-27232 27258-27260 27291-27292
    Tokyo|4301|3092-3096 30161-30179
    Hong Kong 1980|4611|2326
    VN-2000|4756|3405-3406 5896-5899 6956-6959 9205-9218
    MGI 1901|3906|3907-3912 6204 6316 8677-8679 8686 9945
    SAD69|4618|5463 5532 29101 29168-29172 29187-29195
    Cape|4222|22234-22236 22275 22277 22279 22281 22283 22285 22287 22289 22291 22293
    WGS 72|4322|32201-32260 32301-32360
    NAD27(CGQ77)|4609|2008-2016 2031-2035 2138
    NAD27 Michigan|4268|26801-26803 26811-26813
    CGRS93|6311|6312
    NGN|4318|31838-31839
    KUDAMS|4319|31900-31901
    Hjorsey 1955|4658|3053-3056
    IG05/12|6990|6991
    """

  /// Returns the agreeing system with an EPSG code.
  static func system(code: Int) -> GeographicSystem? {
    let text = String(code)
    for line in agreeing.split(separator: "\n") where line.hasPrefix(text) {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false)
      if fields[0] == text { return system(fields) }
    }
    return nil
  }

  /// Returns the names of an agreeing system and its datum in Esri's WKT.
  static func esriNames(code: Int) -> (system: String, datum: String)? {
    let start = "\(code)|"
    for line in agreeing.split(separator: "\n") where line.hasPrefix(start) {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false)
      guard fields.count >= 7 else { return nil }
      return (String(fields[6]), String(fields[5]))
    }
    return nil
  }

  /// Returns the agreeing system with a datum's name in WKT, in EPSG's or Esri's spelling.
  static func system(datum: String) -> GeographicSystem? {
    let wanted = plain(datum)
    for line in agreeing.split(separator: "\n") {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false)
      guard fields.count >= 7 else { continue }
      let names = [fields[1], fields[2], fields[5]] + fields.dropFirst(7)
      if names.contains(where: { plain($0) == wanted }) { return system(fields) }
    }
    return nil
  }

  private static func system(_ fields: [Substring]) -> GeographicSystem? {
    guard fields.count >= 7, let code = Int(fields[0]) else { return nil }
    return GeographicSystem(
      code: code, name: String(fields[1]), datum: String(fields[2]), datumCode: Int(fields[3]),
      ellipsoid: fields[4] == "W" ? .wgs84 : .grs80, shiftNeeded: nil)
  }

  /// Returns the shifted datum of the geographic or projected system with that code.
  static func shiftedDatum(code: Int) -> (name: String, isGeographic: Bool)? {
    for line in shifted.split(separator: "\n") {
      let fields = line.split(separator: "|")
      guard fields.count >= 2 else { continue }
      if Int(fields[1]) == code { return (String(fields[0]), true) }
      guard fields.count == 3 else { continue }
      for range in fields[2].split(separator: " ") {
        let ends = range.split(separator: "-").compactMap { Int($0) }
        if let low = ends.first, let high = ends.last, low <= code, code <= high {
          return (String(fields[0]), false)
        }
      }
    }
    return nil
  }

  /// Returns whether a datum's name, in either spelling, is known to need a shift although its
  /// ellipsoid is a modern one.
  static func liesApart(datum: String) -> Bool {
    let name = plain(datum)
    return [
      "greekgeodeticreferencesystem1987", "ggrs1987", "ggrs87", "israel1993", "israel",
      "vietnam2000", "cyprusgeodeticreferencesystem1993", "nationalgeodeticnetwork", "ngn",
      "kuwaitutility", "ig0512intermediatedatum",
    ].contains(name)
  }

  /// Returns only the lower-case letters and digits, without Esri's "D_" and the word "ensemble".
  static func plain(_ name: some StringProtocol) -> String {
    var text = name.lowercased()
    if text.hasPrefix("d_") { text.removeFirst(2) }
    if text.hasSuffix(" ensemble") { text.removeLast(9) }
    return String(text.unicodeScalars.filter { isWord($0) }.map(Character.init))
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
  }
}
