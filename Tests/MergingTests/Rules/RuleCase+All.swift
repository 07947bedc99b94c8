extension RuleCase {
  private static let good = #"{"on":"insert","layer":"Trees","field":"cond","value":"G"}"#
  private static let ward = """
    {"on":["insert","move"],"layer":"Trees","field":"ward",
     "from":{"layer":"Wards","field":"name"}}
    """
  private static let address = """
    {"on":"insert","layer":"Trees","field":"address",
     "from":{"addresses":"addresses.csv","within":100}}
    """
  private static let newest = """
    {"newest":"Inspections","by":"seen","to":"Trees","fields":["cond","dbh"]}
    """
  private static let branches = """
    {"newest":"Branches","by":"size","to":"Trees","fields":["dbh"]}
    """

  static let constants: [RuleCase] = [
    RuleCase(
      "an added row is filled", rules: good, returned: "Trees 1 x=1 y=1",
      sets: "Trees 1 cond NULL>G"),
    RuleCase(
      "an empty text counts as empty", rules: good, returned: "Trees 1 cond=",
      sets: "Trees 1 cond >G"),
    RuleCase("a value that the crew entered is kept", rules: good, returned: "Trees 1 cond=P"),
    RuleCase(
      "an existing row is not changed", rules: good, base: "Trees 1",
      returned: "Trees 1 dbh=5"),
    RuleCase(
      "a restored row is not a new row", rules: good,
      base: "Trees 1 dbh=4", returned: "Trees 1 dbh=5", current: ""),
    RuleCase(
      "a row added by the office is not changed", rules: good, returned: "", current: "Trees 1"),
    RuleCase(
      "an invalid value is listed but not set",
      rules: #"{"on":"insert","layer":"Trees","field":"cond","value":"Fine"}"#,
      returned: "Trees 1", sets: "Trees 1 cond NULL>Fine 11007"),
    RuleCase(
      "dates are stored in the usual format",
      rules: #"{"on":"insert","layer":"Trees","field":"planted","value":"2026-05-01"}"#,
      returned: "Trees 1", sets: "Trees 1 planted NULL>2026-05-01T00:00:00.000Z"),
    RuleCase(
      "numbers stay numbers",
      rules: #"{"on":"insert","layer":"Trees","field":"dbh","value":1.5}"#,
      returned: "Trees 1", sets: "Trees 1 dbh NULL>1.5"),
    RuleCase(
      "the first of two rules applies", rules: good,
      #"{"on":"insert","layer":"Trees","field":"cond","value":"P"}"#, returned: "Trees 1",
      sets: "Trees 1 cond NULL>G"),
    RuleCase(
      "a layer can be given by its id",
      rules: #"{"on":"insert","layer":"t","field":"cond","value":"G"}"#, returned: "Trees 1",
      sets: "Trees 1 cond NULL>G"),
    RuleCase(
      "an unknown layer is reported",
      rules: #"{"on":"insert","layer":"Parks","field":"cond","value":"G"}"#, returned: "Trees 1",
      problems: [#"there is no layer or table "Parks""#]),
    RuleCase(
      "an unknown field is reported, and other rules apply",
      rules: #"{"on":"insert","layer":"Trees","field":"color","value":"G"}"#, good,
      returned: "Trees 1", sets: "Trees 1 cond NULL>G", problems: ["Trees has no field color"]),
    RuleCase(
      "the GlobalID cannot be set",
      rules: #"{"on":"insert","layer":"Trees","field":"globalid","value":"G"}"#,
      returned: "Trees 1", problems: ["globalid of Trees is maintained by the database"]),
  ]

  static let polygons: [RuleCase] = [
    RuleCase(
      "a point gets the field of its polygon, across spatial references", rules: ward,
      returned: "Trees 1 x=1 y=7\nTrees 2 x=1 y=2",
      sets: "Trees 1 ward NULL>NORTH\nTrees 2 ward NULL>SOUTH"),
    RuleCase("a point in none stays", rules: ward, returned: "Trees 1 x=-1 y=7"),
    RuleCase("a row without a point stays", rules: ward, returned: "Trees 1"),
    RuleCase(
      "the first of two polygons counts", rules: ward, returned: "Trees 1 x=9 y=9",
      sets: "Trees 1 ward NULL>NORTH"),
    RuleCase("a polygon without a name tells nothing", rules: ward, returned: "Trees 1 x=-6 y=-6"),
    RuleCase(
      "a value that the crew entered is kept", rules: ward, returned: "Trees 1 x=1 y=7 ward=MINE"),
    RuleCase(
      "a moved point gets the field of its new polygon", rules: ward,
      base: "Trees 1 x=1 y=7 ward=NORTH", returned: "Trees 1 x=1 y=2 ward=NORTH",
      sets: "Trees 1 ward NORTH>SOUTH"),
    RuleCase(
      "a point moved within its polygon keeps its value", rules: ward,
      base: "Trees 1 x=1 y=7 ward=NORTH", returned: "Trees 1 x=2 y=7 ward=NORTH"),
    RuleCase(
      "a point moved out of all polygons keeps its value", rules: ward,
      base: "Trees 1 x=1 y=7 ward=NORTH", returned: "Trees 1 x=-1 y=7 ward=NORTH"),
    RuleCase(
      "a value that the crew entered for a moved point is kept", rules: ward,
      base: "Trees 1 x=1 y=7 ward=NORTH", returned: "Trees 1 x=1 y=2 ward=MINE"),
    RuleCase(
      "a field with a conflict is left to people", rules: ward,
      base: "Trees 1 x=1 y=7 ward=NORTH", returned: "Trees 1 x=1 y=2 ward=MINE",
      current: "Trees 1 x=1 y=7 ward=OURS"),
    RuleCase(
      "a row with changes to other fields is not changed", rules: ward,
      base: "Trees 1 x=1 y=7 ward=WRONG", returned: "Trees 1 x=1 y=7 ward=WRONG dbh=4"),
    RuleCase(
      "only moved points, if the rule is only for them",
      rules: ward.replacing(#"["insert","move"]"#, with: #""move""#), base: "Trees 1 x=1 y=7",
      returned: "Trees 1 x=1 y=2\nTrees 2 x=1 y=2", sets: "Trees 1 ward NULL>SOUTH"),
    RuleCase(
      "a table without geometry is reported",
      rules: ward.replacing(#""Wards","field":"name""#, with: #""Inspections","field":"cond""#),
      returned: "Trees 1 x=1 y=2", problems: ["Inspections has no geometry"]),
    RuleCase(
      "a layer without polygons is reported",
      rules: ward.replacing(#""Wards","field":"name""#, with: #""Trees","field":"cond""#),
      returned: "Trees 1 x=1 y=2", problems: ["the rule needs a layer of polygons"]),
  ]

  static let addresses: [RuleCase] = [
    RuleCase(
      "the nearest address", rules: address, returned: "Trees 1 x=1 y=1",
      addresses: "lon,lat,number,street\n1,1.0005,9,FAR RD\n1,1.0003,7,NEAR RD\n",
      sets: "Trees 1 address NULL>7_NEAR_RD"),
    RuleCase(
      "no address within the distance", rules: address, returned: "Trees 1 x=1 y=1",
      addresses: "lon,lat,number,street\n1,1.001,9,FAR RD\n"),
    RuleCase(
      "an address that is too long is listed but not set", rules: address,
      returned: "Trees 1 x=1 y=1", addresses: "lon,lat,number,street\n1,1,12,LONGEST ROAD\n",
      sets: "Trees 1 address NULL>12_LONGEST_ROAD 11003"),
    RuleCase(
      "a missing table is reported", rules: address, good, returned: "Trees 1 x=1 y=1",
      sets: "Trees 1 cond NULL>G",
      problems: [
        "there is no file addresses.csv beside the data; use --rules to name the bindings "
          + "document in its folder"
      ]),
    RuleCase(
      "a missing table that is not needed is not reported", rules: address, base: "Trees 1",
      returned: "Trees 1 dbh=3"),
  ]

  static let newestRecords: [RuleCase] = [
    RuleCase(
      "an added record that is the newest", rules: newest,
      base: "Trees 1 cond=G dbh=3\nInspections 11 tree=1 seen=2025-01-01 cond=G dbh=3",
      returned: "Trees 1 cond=G dbh=3\nInspections 11 tree=1 seen=2025-01-01 cond=G dbh=3"
        + "\nInspections 12 tree=1 seen=2026-01-01 cond=P dbh=4",
      sets: "Trees 1 cond G>P\nTrees 1 dbh 3>4"),
    RuleCase(
      "an added record that is older changes nothing", rules: newest,
      base: "Trees 1 cond=G dbh=3\nInspections 11 tree=1 seen=2025-01-01 cond=G dbh=3",
      returned: "Trees 1 cond=G dbh=3\nInspections 11 tree=1 seen=2025-01-01 cond=G dbh=3"
        + "\nInspections 12 tree=1 seen=2024-01-01 cond=P dbh=2"),
    RuleCase(
      "a record without a date is the oldest", rules: newest,
      base: "Trees 1 cond=G\nInspections 11 tree=1 seen=2025-01-01 cond=G",
      returned: "Trees 1 cond=G\nInspections 11 tree=1 seen=2025-01-01 cond=G"
        + "\nInspections 12 tree=1 cond=P"),
    RuleCase(
      "dates are compared by instant", rules: newest, base: "Trees 1",
      returned: "Trees 1\nInspections 11 tree=1 seen=2026-01-01T12:00:00Z cond=P"
        + "\nInspections 12 tree=1 seen=2026-01-01T13:00:00+02:00 cond=G",
      sets: "Trees 1 cond NULL>P"),
    RuleCase(
      "of two records with the same date, the first GlobalID counts", rules: newest,
      base: "Trees 1",
      returned: "Trees 1\nInspections 12 tree=1 seen=2026-01-01 cond=P"
        + "\nInspections 11 tree=1 seen=2026-01-01 cond=G", sets: "Trees 1 cond NULL>G"),
    RuleCase(
      "after a deletion, the previous record counts", rules: newest,
      base: "Trees 1 cond=P\nInspections 11 tree=1 seen=2025-01-01 cond=G"
        + "\nInspections 12 tree=1 seen=2026-01-01 cond=P",
      returned: "Trees 1 cond=P\nInspections 11 tree=1 seen=2025-01-01 cond=G",
      sets: "Trees 1 cond P>G"),
    RuleCase(
      "values are kept if no record is left", rules: newest,
      base: "Trees 1 cond=P dbh=4\nInspections 12 tree=1 seen=2026-01-01 cond=P dbh=4",
      returned: "Trees 1 cond=P dbh=4"),
    RuleCase(
      "each field comes from the newest record that has a value", rules: newest,
      base: "Trees 1 cond=G dbh=3\nInspections 11 tree=1 seen=2025-01-01 cond=G dbh=3",
      returned: "Trees 1 cond=G dbh=3\nInspections 11 tree=1 seen=2025-01-01 cond=G dbh=3"
        + "\nInspections 12 tree=1 seen=2026-01-01 cond=P\nInspections 13 tree=1"
        + " seen=2025-06-01 dbh=4",
      sets: "Trees 1 cond G>P\nTrees 1 dbh 3>4"),
    RuleCase(
      "an empty text is not a value", rules: newest,
      base: "Trees 1 cond=G\nInspections 11 tree=1 seen=2025-01-01 cond=G",
      returned: "Trees 1 cond=G\nInspections 11 tree=1 seen=2025-01-01 cond=G"
        + "\nInspections 12 tree=1 seen=2026-01-01 cond="),
    RuleCase(
      "a record moved to another tree changes both trees", rules: newest,
      base: "Trees 1 cond=P\nTrees 2\nInspections 12 tree=1 seen=2026-01-01 cond=P",
      returned: "Trees 1 cond=P\nTrees 2\nInspections 12 tree=2 seen=2026-01-01 cond=P",
      sets: "Trees 2 cond NULL>P"),
    RuleCase(
      "a value entered in the parent is kept if no record changed", rules: newest,
      base: "Trees 1 cond=G\nInspections 11 tree=1 seen=2025-01-01 cond=G",
      returned: "Trees 1 cond=P\nInspections 11 tree=1 seen=2025-01-01 cond=G"),
    RuleCase(
      "a record of this merge replaces a value entered in the parent, and shows it",
      rules: newest, base: "Trees 1 dbh=3",
      returned: "Trees 1 dbh=31", "Trees 1 dbh=3\nInspections 12 tree=1 seen=2026-01-01 dbh=9",
      sets: "Trees 1 dbh 31>9 of package 0"),
    RuleCase(
      "a value entered in the parent wins over an older record", rules: newest,
      base: "Trees 1 cond=G dbh=3\nInspections 11 tree=1 seen=2013-01-01 cond=G dbh=9",
      returned: "Trees 1 cond=G dbh=31\nInspections 11 tree=1 seen=2013-01-01 cond=P dbh=9",
      sets: "Trees 1 cond G>P\nTrees 1 dbh 31>9 of package 0 stays: entered"),
    RuleCase(
      "a conflict is left to people", rules: newest, base: "Trees 1 dbh=3",
      returned: "Trees 1 dbh=31\nInspections 12 tree=1 seen=2026-01-01 dbh=9",
      current: "Trees 1 dbh=30", sets: "Trees 1 dbh 31>9 of package 0 stays: conflict"),
    RuleCase(
      "a value entered in a parent without records is kept", rules: newest, base: "Trees 1",
      returned: "Trees 1 cond=P"),
    RuleCase(
      "a parent with other values is kept if no copied field changed", rules: newest,
      base: "Trees 1 cond=G\nInspections 11 tree=1 seen=2025-01-01 cond=P",
      returned: "Trees 1 cond=G ward=W\nInspections 11 tree=1 seen=2025-01-01 cond=P"),
    RuleCase(
      "an office record counts", rules: newest, base: "Trees 1 cond=G",
      returned: "Trees 1 cond=G\nInspections 11 tree=1 seen=2025-01-01 cond=G",
      current: "Trees 1 cond=P\nInspections 12 tree=1 seen=2026-01-01 cond=P"),
    RuleCase(
      "the newest record of two crews counts", rules: newest, base: "Trees 1",
      returned: "Trees 1\nInspections 11 tree=1 seen=2026-02-01 cond=P",
      "Trees 1\nInspections 12 tree=1 seen=2026-01-01 cond=G", sets: "Trees 1 cond NULL>P"),
    RuleCase(
      "a new tree with its first record", rules: good, newest,
      returned: "Trees 1\nInspections 11 tree=1 seen=2026-02-01 cond=P",
      sets: "Trees 1 cond NULL>P"),
    RuleCase(
      "a new tree without records keeps the value of an earlier rule", rules: good, newest,
      returned: "Trees 1", sets: "Trees 1 cond NULL>G"),
    RuleCase(
      "a tree deleted with its records", rules: newest,
      base: "Trees 1 cond=P\nInspections 12 tree=1 seen=2026-01-01 cond=P", returned: ""),
    RuleCase(
      "a record without a tree", rules: newest,
      returned: "Inspections 12 tree=1 seen=2026-01-01 cond=P"),
    RuleCase(
      "a value that is invalid for the parent is listed but not set", rules: newest,
      base: "Trees 1 cond=G", returned: "Trees 1 cond=G\nInspections 12 tree=1 cond=X",
      sets: "Trees 1 cond G>X 11007"),
    RuleCase(
      "records that refer to their parent by row id", rules: branches, base: "Trees 1\nTrees 2",
      returned: "Trees 1\nTrees 2\nBranches 31 treefid=2 size=4 dbh=9"
        + "\nBranches 32 treefid=2 size=5 dbh=7", sets: "Trees 2 dbh NULL>7"),
    RuleCase(
      "records of new trees with the same row id", rules: branches, base: "Trees 1",
      returned: "Trees 1\nTrees 2\nBranches 31 treefid=2 size=4 dbh=9",
      "Trees 1\nTrees 3\nBranches 32 treefid=2 size=5 dbh=7",
      sets: "Trees 2 dbh NULL>9\nTrees 3 dbh NULL>7"),
    RuleCase(
      "tables that are not related are reported",
      rules: #"{"newest":"Wards","by":"name","to":"Trees","fields":["cond"]}"#, base: "Trees 1",
      returned: "Trees 1", problems: ["Wards is not related to Trees"]),
  ]
}
