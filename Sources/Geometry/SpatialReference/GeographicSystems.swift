/// Geographic reference systems: longitude and latitude on a datum.
enum GeographicSystems {
  /// One system per line: EPSG code | name | datum, as in WKT 1 | EPSG code of the datum | EPSG code
  /// of the ellipsoid | the datum in Esri's WKT | the system in Esri's WKT | another name of the
  /// datum in Esri's WKT, if it has one | the prime meridian, if it isn't Greenwich | its degrees
  /// east of Greenwich | "grad" if angles are in grads.
  ///
  /// Systems without a line in `DatumShift.operations` agree with WGS 84 to a meter or two, so that
  /// PROJ's null transformation applies.
  static let systems = """
    4326|WGS 84|WGS_1984|6326|7030|D_WGS_1984|GCS_WGS_1984|World_Geodetic_System_1984
    4269|NAD83|North_American_Datum_1983|6269|7019|D_North_American_1983|GCS_North_American_1983
    4152|NAD83(HARN)|NAD83_High_Accuracy_Reference_Network|6152|7019|D_North_American_1983_HARN|GCS_North_American_1983_HARN
    4759|NAD83(NSRS2007)|NAD83_National_Spatial_Reference_System_2007|6759|7019|D_NAD_1983_NSRS2007|GCS_NAD_1983_NSRS2007
    6318|NAD83(2011)|NAD83_National_Spatial_Reference_System_2011|1116|7019|D_NAD_1983_2011|GCS_NAD_1983_2011
    6322|NAD83(PA11)|NAD83_National_Spatial_Reference_System_PA11|1117|7019|D_NAD_1983_PA11|GCS_NAD_1983_PA11
    6325|NAD83(MA11)|NAD83_National_Spatial_Reference_System_MA11|1118|7019|D_NAD_1983_MA11|GCS_NAD_1983_MA11
    6783|NAD83(CORS96)|NAD83_Continuously_Operating_Reference_Station_1996|1133|7019|D_NAD_1983_CORS96|GCS_NAD_1983_CORS96
    4617|NAD83(CSRS)|NAD83_Canadian_Spatial_Reference_System|6140|7019|D_North_American_1983_CSRS|GCS_North_American_1983_CSRS
    4258|ETRS89|European_Terrestrial_Reference_System_1989|6258|7019|D_ETRS_1989|GCS_ETRS_1989
    4283|GDA94|Geocentric_Datum_of_Australia_1994|6283|7019|D_GDA_1994|GCS_GDA_1994
    7844|GDA2020|Geocentric_Datum_of_Australia_2020|1168|7019|GDA2020|GCS_GDA2020
    4167|NZGD2000|New_Zealand_Geodetic_Datum_2000|6167|7019|D_NZGD_2000|GCS_NZGD_2000
    4171|RGF93 v1|Reseau_Geodesique_Francais_1993_v1|6171|7019|D_RGF_1993|GCS_RGF_1993
    9777|RGF93 v2|Reseau_Geodesique_Francais_1993_v2|1312|7019|Reseau_Geodesique_Francais_1993_v2|RGF93_v2
    9782|RGF93 v2b|Reseau_Geodesique_Francais_1993_v2b|1313|7019|Reseau_Geodesique_Francais_1993_v2b|RGF93_v2b
    4619|SWEREF99|SWEREF99|6619|7019|D_SWEREF99|GCS_SWEREF99
    4173|IRENET95|IRENET95|6173|7019|D_IRENET95|GCS_IRENET95
    4674|SIRGAS 2000|Sistema_de_Referencia_Geocentrico_para_las_AmericaS_2000|6674|7019|D_SIRGAS_2000|GCS_SIRGAS_2000
    4612|JGD2000|Japanese_Geodetic_Datum_2000|6612|7019|D_JGD_2000|GCS_JGD_2000
    6668|JGD2011|Japanese_Geodetic_Datum_2011|1128|7019|D_JGD_2011|GCS_JGD_2011
    4737|KGD2002|Korean_Geodetic_Datum_2002|6737|7019|D_Korea_Geodetic_Datum_2002|GCS_KGD2002|Korea_2000
    3824|TWD97|Taiwan_Datum_1997|1026|7019|D_TWD_1997|GCS_TWD_1997
    4490|China Geodetic Coordinate System 2000|China_2000|1043|7019|D_China_2000|GCS_China_Geodetic_Coordinate_System_2000
    4148|Hartebeesthoek94|Hartebeesthoek94|6148|7030|D_Hartebeesthoek_1994|GCS_Hartebeesthoek_1994
    6706|RDN2008|Rete_Dinamica_Nazionale_2008|1132|7019|D_Rete_Dinamica_Nazionale_2008|GCS_RDN2008
    4670|IGM95|Istituto_Geografico_Militaire_1995|6670|7019|D_IGM_1995|GCS_IGM_1995
    9702|ETRF2000-PL|ETRF2000_Poland|1305|7019|ETRF2000_Poland|GCS_ETRF2000-PL
    4761|HTRS96|Croatian_Terrestrial_Reference_System|6761|7019|D_Croatian_Terrestrial_Reference_System|GCS_HTRS96
    4765|Slovenia 1996|Slovenia_Geodetic_Datum_1996|6765|7019|D_Slovenia_Geodetic_Datum_1996|GCS_Slovenia_1996
    4180|EST97|Estonia_1997|6180|7019|D_Estonia_1997|GCS_Estonia_1997
    4669|LKS94|Lithuania_1994_ETRS89|6126|7019|D_Lithuania_1994|GCS_LKS_1994
    4661|LKS-92|Latvian_geodetic_coordinate_system_1992|6661|7019|D_Latvia_1992|GCS_LKS_1992
    5324|ISN2004|Islands_Net_2004|1060|7019|D_Islands_Network_2004|GCS_ISN_2004
    8086|ISN2016|Islands_Net_2016|1187|7019|Islands_Net_2016|GCS_ISN2016
    4659|ISN93|Islands_Net_1993|6659|7019|D_Islands_Network_1993|GCS_ISN_1993
    4747|GR96|Greenland_1996|6747|7019|D_Greenland_1996|GCS_Greenland_1996
    5252|TUREF|Turkish_National_Reference_Frame|1057|7019|D_Turkish_National_Reference_Frame|GCS_TUREF
    4755|DGN95|Datum_Geodesi_Nasional_1995|6755|7030|D_Datum_Geodesi_Nasional_1995|GCS_DGN_1995|DGN_1995
    4757|SVY21|SVY21|6757|7030|D_SVY21|GCS_SVY21
    4762|BDA2000|Bermuda_2000|6762|7030|D_Bermuda_2000|GCS_Bermuda_2000
    6365|Mexico ITRF2008|Mexico_ITRF2008|1120|7019|D_Mexico_ITRF2008|GCS_Mexico_ITRF2008
    4758|JAD2001|Jamaica_2001|6758|7030|D_Jamaica_2001|GCS_JAD_2001
    4627|RGR92|Reseau_Geodesique_de_la_Reunion_1992|6627|7019|D_RGR_1992|GCS_RGR_1992
    5489|RGAF09|Reseau_Geodesique_des_Antilles_Francaises_2009|1073|7019|Reseau_Geodesique_des_Antilles_Francaises_2009|GCS_RGAF09
    4624|RGFG95|Reseau_Geodesique_Francais_Guyane_1995|6624|7019|D_RGFG_1995|GCS_RGFG_1995
    4749|RGNC91-93|Reseau_Geodesique_de_Nouvelle_Caledonie_91_93|6749|7019|D_Reseau_Geodesique_de_Nouvelle_Caledonie_1991-93|GCS_RGNC_1991-93
    4687|RGPF|Reseau_Geodesique_de_la_Polynesie_Francaise|6687|7019|D_Reseau_Geodesique_de_la_Polynesie_Francaise|GCS_RGPF
    3889|IGRS|Iraqi_Geospatial_Reference_System|1029|7019|D_Iraqi_Geospatial_Reference_System|GCS_IGRS
    4081|REGCAN95|Red_Geodesica_de_Canarias_1995|1035|7019|D_Red_Geodesica_de_Canarias_1995|GCS_REGCAN95
    4130|Moznet|Moznet_ITRF94|6130|7030|D_Moznet|GCS_Moznet
    4133|EST92|Estonia_1992|6133|7019|D_Estonia_1992|GCS_Estonia_1992
    4170|SIRGAS 1995|Sistema_de_Referencia_Geocentrico_para_America_del_Sur_1995|6170|7019|D_SIRGAS|GCS_SIRGAS
    4189|REGVEN|Red_Geodesica_Venezolana|6189|7019|D_REGVEN|GCS_REGVEN
    4190|POSGAR 98|Posiciones_Geodesicas_Argentinas_1998|6190|7019|D_POSGAR_1998|GCS_POSGAR_1998
    4483|Mexico ITRF92|Mexico_ITRF92|1042|7019|D_Mexican_Datum_of_1993|GCS_Mexican_Datum_of_1993
    4686|MAGNA-SIRGAS|Marco_Geocentrico_Nacional_de_Referencia|6686|7019|D_MAGNA|GCS_MAGNA
    4694|POSGAR 94|Posiciones_Geodesicas_Argentinas_1994|6694|7030|D_POSGAR_1994|GCS_POSGAR_1994
    4742|GDM2000|Geodetic_Datum_of_Malaysia_2000|6742|7019|D_GDM_2000|GCS_GDM_2000
    4764|RSRGD2000|Ross_Sea_Region_Geodetic_Datum_2000|6764|7019|D_Ross_Sea_Region_Geodetic_Datum_2000|GCS_RSRGD2000
    5264|DRUKREF 03|Bhutan_National_Geodetic_Datum|1058|7019|D_Bhutan_National_Geodetic_Datum|GCS_DRUKREF_03
    5340|POSGAR 2007|Posiciones_Geodesicas_Argentinas_2007|1062|7030|D_POSGAR_2007|GCS_POSGAR_2007
    5354|MARGEN|Marco_Geodesico_Nacional_de_Bolivia|1063|7019|D_Marco_Geodesico_Nacional|GCS_MARGEN
    5360|SIRGAS-Chile 2002|SIRGAS-Chile_realization_1_epoch_2002|1064|7019|SIRGAS-Chile_realization_1_epoch_2002|GCS_SIRGAS-Chile_2002
    5365|CR05|Costa_Rica_2005|1065|7030|D_Costa_Rica_2005|GCS_CR05
    5373|Peru96|Peru96|1067|7019|D_Peru96|GCS_Peru96
    5381|SIRGAS-ROU98|SIRGAS-ROU98|1068|7030|D_SIRGAS-ROU98|GCS_SIRGAS-ROU98
    5546|PNG94|Papua_New_Guinea_Geodetic_Datum_1994|1076|7019|D_Papua_New_Guinea_Geodetic_Datum_1994|GCS_PNG94
    6135|CIGD11|Cayman_Islands_Geodetic_Datum_2011|1100|7019|D_Cayman_Islands_Geodetic_Datum_2011|GCS_CIGD11
    7798|BGS2005|Bulgaria_Geodetic_System_2005|1167|7019|Bulgaria_Geodetic_System_2005|GCS_BGS2005
    8237|NAD83(CSRS)v2|North_American_Datum_of_1983_CSRS_version_2|1193|7019|North_American_Datum_of_1983_(CSRS)_version_2|GCS_NAD83_CSRS_v2
    8240|NAD83(CSRS)v3|North_American_Datum_of_1983_CSRS_version_3|1194|7019|North_American_Datum_of_1983_(CSRS)_version_3|GCS_NAD83_CSRS_v3
    8246|NAD83(CSRS)v4|North_American_Datum_of_1983_CSRS_version_4|1195|7019|North_American_Datum_of_1983_(CSRS)_version_4|GCS_NAD83_CSRS_v4
    8252|NAD83(CSRS)v6|North_American_Datum_of_1983_CSRS_version_6|1197|7019|North_American_Datum_of_1983_(CSRS)_version_6|GCS_NAD83_CSRS_v6
    8255|NAD83(CSRS)v7|North_American_Datum_of_1983_CSRS_version_7|1198|7019|North_American_Datum_of_1983_(CSRS)_version_7|GCS_NAD83_CSRS_v7
    8907|CR-SIRGAS|CR-SIRGAS|1225|7019|D_CR-SIRGAS|GCS_CR-SIRGAS
    8949|SIRGAS-Chile 2010|SIRGAS-Chile_realization_2_epoch_2010|1243|7019|SIRGAS-Chile_realization_2_epoch_2010|SIRGAS-Chile_2010
    9148|SIRGAS-Chile 2013|SIRGAS-Chile_realization_3_epoch_2013|1252|7019|SIRGAS-Chile_realization_3_epoch_2013|SIRGAS-Chile_2013
    9153|SIRGAS-Chile 2016|SIRGAS-Chile_realization_4_epoch_2016|1253|7019|SIRGAS-Chile_realization_4_epoch_2016|SIRGAS-Chile_2016
    9333|KSA-GRF17|Kingdom_of_Saudi_Arabia_Geodetic_Reference_Frame_2017|1268|7019|Kingdom_of_Saudi_Arabia_Geodetic_Reference_Frame_2017|GCS_KSA-GRF17
    9470|SRGI2013|Sistem_Referensi_Geospasial_Indonesia_2013|1293|7030|Sistem_Referensi_Geospasial_Indonesia_2013|GCS_SRGI2013
    10284|ETRS89/DREF91/2016|ETRS89_DREF91_Realization_2016|1353|7019|ETRS89_DREF91_Realization_2016|ETRS89_DREF91_2016
    10414|NAD83(CSRS)v8|North_American_Datum_of_1983_CSRS_version_8|1365|7019|North_American_Datum_of_1983_(CSRS)_version_8|GCS_NAD83_CSRS_v8
    20041|SIRGAS-Chile 2021|SIRGAS-Chile_realization_5_epoch_2021|1327|7019|SIRGAS-Chile_realization_5_epoch_2021|SIRGAS-Chile_2021
    20046|MAGNA-SIRGAS 2018|Marco_Geocentrico_Nacional_de_Referencia_2018|1329|7019|Marco_Geocentrico_Nacional_de_Referencia_2018|MAGNA-SIRGAS_2018
    3906|MGI 1901|MGI_1901|1031|7004|D_MGI_1901|GCS_MGI_1901
    4121|GGRS87|Greek_Geodetic_Reference_System_1987|6121|7019|D_GGRS_1987|GCS_GGRS_1987
    4123|KKJ|Kartastokoordinaattijarjestelma_1966|6123|7022|D_KKJ|GCS_KKJ
    4124|RT90|Rikets_koordinatsystem_1990|6124|7004|D_RT_1990|GCS_RT_1990
    4135|Old Hawaiian|Old_Hawaiian|6135|7008|D_Old_Hawaiian|GCS_Old_Hawaiian
    4139|Puerto Rico|Puerto_Rico|6139|7008|D_Puerto_Rico|GCS_Puerto_Rico
    4141|Israel 1993|Israel_1993|6141|7019|D_Israel|GCS_Israel
    4149|CH1903|CH1903|6149|7004|D_CH1903|GCS_CH1903
    4150|CH1903+|CH1903+|6150|7004|D_CH1903+|GCS_CH1903+
    4156|S-JTSK|System_of_the_Unified_Trigonometrical_Cadastral_Network|6156|7004|D_S_JTSK|GCS_S_JTSK
    4162|Korean 1985|Korean_Datum_1985|6162|7004|D_Korean_Datum_1985|GCS_Korean_Datum_1985
    4178|Pulkovo 1942(83)|Pulkovo_1942_83|6178|7024|D_Pulkovo_1942_Adj_1983|GCS_Pulkovo_1942_Adj_1983
    4179|Pulkovo 1942(58)|Pulkovo_1942_58|6179|7024|D_Pulkovo_1942_Adj_1958|GCS_Pulkovo_1942_Adj_1958
    4188|OSNI 1952|OSNI_1952|6188|7001|D_OSNI_1952|GCS_OSNI_1952
    4201|Adindan|Adindan|6201|7012|D_Adindan|GCS_Adindan
    4202|AGD66|Australian_Geodetic_Datum_1966|6202|7003|D_Australian_1966|GCS_Australian_1966
    4203|AGD84|Australian_Geodetic_Datum_1984|6203|7003|D_Australian_1984|GCS_Australian_1984
    4204|Ain el Abd|Ain_el_Abd_1970|6204|7022|D_Ain_el_Abd_1970|GCS_Ain_el_Abd_1970
    4207|Lisbon|Lisbon_1937|6207|7022|D_Lisbon|GCS_Lisbon
    4208|Aratu|Aratu|6208|7022|D_Aratu|GCS_Aratu
    4209|Arc 1950|Arc_1950|6209|7013|D_Arc_1950|GCS_Arc_1950
    4210|Arc 1960|Arc_1960|6210|7012|D_Arc_1960|GCS_Arc_1960
    4211|Batavia|Batavia|6211|7004|D_Batavia|GCS_Batavia
    4218|Bogota 1975|Bogota_1975|6218|7022|D_Bogota|GCS_Bogota
    4221|Campo Inchauspe|Campo_Inchauspe|6221|7022|D_Campo_Inchauspe|GCS_Campo_Inchauspe
    4222|Cape|Cape|6222|7013|D_Cape|GCS_Cape
    4223|Carthage|Carthage|6223|7011|D_Carthage|GCS_Carthage
    4225|Corrego Alegre 1970-72|Corrego_Alegre_1970-72|6225|7022|D_Corrego_Alegre|GCS_Corrego_Alegre
    4229|Egypt 1907|Egypt_1907|6229|7020|D_Egypt_1907|GCS_Egypt_1907
    4230|ED50|European_Datum_1950|6230|7022|D_European_1950|GCS_European_1950
    4237|HD72|Hungarian_Datum_1972|6237|7036|D_Hungarian_1972|GCS_Hungarian_1972
    4238|ID74|Indonesian_Datum_1974|6238|7021|D_Indonesian_1974|GCS_Indonesian_1974
    4240|Indian 1975|Indian_1975|6240|7015|D_Indian_1975|GCS_Indian_1975
    4245|Kertau 1968|Kertau_1968|6245|7018|D_Kertau|GCS_Kertau
    4253|Luzon 1911|Luzon_1911|6253|7008|D_Luzon_1911|GCS_Luzon_1911
    4261|Merchich|Merchich|6261|7011|D_Merchich|GCS_Merchich
    4263|Minna|Minna|6263|7012|D_Minna|GCS_Minna
    4265|Monte Mario|Monte_Mario|6265|7022|D_Monte_Mario|GCS_Monte_Mario
    4267|NAD27|North_American_Datum_1927|6267|7008|D_North_American_1927|GCS_North_American_1927
    4272|NZGD49|New_Zealand_Geodetic_Datum_1949|6272|7022|D_New_Zealand_1949|GCS_New_Zealand_1949
    4274|Datum 73|Datum_73|6274|7022|D_Datum_73|GCS_Datum_73
    4277|OSGB36|Ordnance_Survey_of_Great_Britain_1936|6277|7001|D_OSGB_1936|GCS_OSGB_1936
    4281|Palestine 1923|Palestine_1923|6281|7010|D_Palestine_1923|GCS_Palestine_1923
    4289|Amersfoort|Amersfoort|6289|7004|D_Amersfoort|GCS_Amersfoort
    4298|Timbalai 1948|Timbalai_1948|6298|7016|D_Timbalai_1948|GCS_Timbalai_1948
    4299|TM65|TM65|6299|7002|D_TM65|GCS_TM65
    4300|TM75|Geodetic_Datum_of_1965|6300|7002|D_TM75|GCS_TM75
    4301|Tokyo|Tokyo|6301|7004|D_Tokyo|GCS_Tokyo
    4307|Nord Sahara 1959|Nord_Sahara_1959|6307|7012|D_Nord_Sahara_1959|GCS_Nord_Sahara_1959
    4312|MGI|Militar-Geographische_Institut|6312|7004|D_MGI|GCS_MGI
    4313|BD72|Reseau_National_Belge_1972|6313|7022|D_Belge_1972|GCS_Belge_1972
    4314|DHDN|Deutsches_Hauptdreiecksnetz|6314|7004|D_Deutsches_Hauptdreiecksnetz|GCS_Deutsches_Hauptdreiecksnetz
    4318|NGN|National_Geodetic_Network|6318|7030|D_NGN|GCS_NGN
    4319|KUDAMS|Kuwait_Utility|6319|7019|D_Kuwait_Utility|GCS_KUDAMS
    4611|Hong Kong 1980|Hong_Kong_1980|6611|7022|D_Hong_Kong_1980|GCS_Hong_Kong_1980
    4618|SAD69|South_American_Datum_1969|6618|7050|D_South_American_1969|GCS_South_American_1969
    4658|Hjorsey 1955|Hjorsey_1955|6658|7022|D_Hjorsey_1955|GCS_Hjorsey_1955
    4683|PRS92|Philippine_Reference_System_1992|6683|7008|D_Philippine_Reference_System_1992|GCS_PRS_1992
    4756|VN-2000|Vietnam_2000|6756|7030|D_Vietnam_2000|GCS_VN_2000
    4805|MGI (Ferro)|Militar-Geographische_Institut_Ferro|6805|7004|Militar-Geographische_Institut_(Ferro)|GCS_MGI_Ferro||Ferro|-17:40
    4275|NTF|Nouvelle_Triangulation_Francaise|6275|7011|D_NTF|GCS_NTF
    4807|NTF (Paris)|Nouvelle_Triangulation_Francaise_Paris|6807|7011|Nouvelle_Triangulation_Francaise_(Paris)|GCS_NTF_Paris||Paris|2.33722917|grad
    4817|NGO 1948 (Oslo)|NGO_1948_Oslo|6817|7005|NGO_1948_(Oslo)|GCS_NGO_1948_Oslo||Oslo|10:43:22.5
    4818|S-JTSK (Ferro)|System_of_the_Unified_Trigonometrical_Cadastral_Network_Ferro|6818|7004|D_S_JTSK|GCS_S_JTSK_Ferro||Ferro|-17:40
    5527|SAD69(96)|South_American_Datum_1969_96|1075|7050|D_South_American_Datum_1969_96|GCS_SAD_1969_96
    5561|UCS-2000|Ukraine_2000|1077|7024|D_Ukraine_2000|GCS_Ukraine_2000
    6311|CGRS93|Cyprus_Geodetic_Reference_System_1993|1112|7030|D_Cyprus_Geodetic_Reference_System_1993|GCS_CGRS_1993
    8351|S-JTSK [JTSK03]|System_of_the_Unified_Trigonometrical_Cadastral_Network_JTSK03|1201|7004|S-JTSK_[JTSK03]|S-JTSK_[JTSK03]
    """

  /// Systems on datums without a transformation, so that they can be rejected with their name: name
  /// | code of the geographic system | codes and ranges of codes of projected systems.
  static let apart = """
    PSAD56|4248|
    IG05/12|6990|6991
    Pulkovo 1942|4284|2492-2549 2551-2599 2601-2640 2935-2941 3146-3147 3350-3352 3388-3389 7825-7831 28402-28432 28462-28492
    WGS 72|4322|32201-32260 32301-32360
    NAD27(CGQ77)|4609|2008-2016 2031-2035 2138
    NAD27 Michigan|4268|26801-26803 26811-26813
    """

  /// Returns the system with an EPSG code.
  static func system(code: Int) -> GeographicSystem? {
    let text = String(code)
    for line in systems.split(separator: "\n") where line.hasPrefix(text) {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false)
      if fields[0] == text { return system(fields) }
    }
    return nil
  }

  /// How many meters WGS 84 and systems that are treated as equal to it lie apart at most, where it
  /// matters: EPSG code and the accuracy of EPSG's transformation.
  static let accuracies = [
    4269: 4.0, 4152: 1, 4759: 2, 6318: 2, 6783: 2, 6322: 2, 6325: 2, 4617: 1, 8237: 2, 8240: 2,
    8246: 2, 8252: 2, 8255: 2, 10414: 2, 4283: 3,
  ]

  /// Returns the names of a system and its datum in Esri's WKT.
  static func esriNames(code: Int) -> (system: String, datum: String)? {
    let start = "\(code)|"
    for line in systems.split(separator: "\n") where line.hasPrefix(start) {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false)
      guard fields.count >= 7 else { return nil }
      return (String(fields[6]), String(fields[5]))
    }
    return nil
  }

  /// Returns the system with a datum's name in WKT, in EPSG's or Esri's spelling.
  static func system(datum: String) -> GeographicSystem? {
    let wanted = plain(datum)
    for line in systems.split(separator: "\n") {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false)
      guard fields.count >= 7 else { continue }
      let names = [fields[1], fields[2], fields[5]] + fields.dropFirst(7)
      if names.contains(where: { plain($0) == wanted }) { return system(fields) }
    }
    return nil
  }

  private static func system(_ fields: [Substring]) -> GeographicSystem? {
    guard fields.count >= 7, let code = Int(fields[0]),
      let ellipsoid = Int(fields[4]).flatMap(Ellipsoid.init(code:))
    else { return nil }
    var system = GeographicSystem(
      code: code, name: String(fields[1]), datum: String(fields[2]), datumCode: Int(fields[3]),
      ellipsoid: ellipsoid)
    if fields.count >= 10, let degrees = ProjectedZones.degrees(fields[9]) {
      system.primeMeridian = PrimeMeridian(name: String(fields[8]), degrees: degrees)
    }
    if fields.count >= 11 { system.angularUnit = .grad }
    system.shift = DatumShift(geographicCode: code)
    return system
  }

  /// Returns the datum without a transformation of the geographic or projected system with that code.
  static func datumApart(code: Int) -> (name: String, isGeographic: Bool)? {
    for line in apart.split(separator: "\n") {
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
