import Bytes
import FeatureData
import GeoPackage
import Geometry
import OrderedJSON
import Packages
import Packaging
import TestPackages
import TestSupport
import Testing

/// The rules of a map: read, checked against its layers, and stored in its packages.
@Suite struct MapRulesTests {
  private func read(_ text: String) throws -> MapRules {
    try MapRules(json: try JSONParser.parse(Array(text.utf8)), path: "b.json")
  }

  @Test func `every form of rule is read`() throws {
    let rules = try read(
      """
      [{"on":"insert","layer":"T","field":"C","value":"Good"},
       {"on":["move","insert"],"layer":"T","field":"N","from":{"layer":"P","field":"NAME"}},
       {"on":"insert","layer":"T","field":"A","from":{"addresses":"a.csv","within":50,
        "x":"E","y":"N","houseNumber":"NR","street":"ST","spatialReference":2913}},
       {"newest":"I","by":"D","to":"T","fields":["C","DBH"]},
       {"on":"conflict","prefer":"newest"},
       {"on":"conflict","layer":"T","prefer":"crew"},
       {"on":"conflict","layer":"T","field":"C","prefer":"office"}]
      """)
    #expect(
      rules.rules.map { "\($0)" } == [
        "T.C from the value Good", "T.N from P.NAME", "T.A from a.csv", "T from the newest of I",
        "conflicts of all layers: prefer newest", "conflicts of T: prefer crew",
        "conflicts of T.C: prefer office",
      ])
    #expect(rules.addressFiles == ["a.csv"])
    guard case .fill(let fill) = rules.rules[1], case .fill(let address) = rules.rules[2],
      case .addresses(let table) = address.source
    else {
      Issue.record("not the forms that were written")
      return
    }
    #expect(fill.onInsert && fill.onMove)
    #expect(table.within == 50)
    #expect(table.columns.spatialReference?.wkid == 2_913)
  }

  @Test(arguments: [
    (#"{}"#, "an array of at most"),
    (#"[7]"#, "an object for rule 1"),
    (
      #"[{"on":"insert","layer":"T","field":"F"}]"#,
      "either \"value\" or an object \"from\" in rule 1"
    ),
    (#"[{"on":"insert","layer":"T","field":"F","value":1,"from":{}}]"#, "either \"value\""),
    (#"[{"on":"insert","layer":"T","field":"F","valu":1}]"#, "in rule 1, not \"valu\""),
    (#"[{"on":"delete","layer":"T","field":"F","value":1}]"#, "\"on\", \"insert\" or \"move\""),
    (#"[{"layer":"T","field":"F","value":1}]"#, "\"on\""),
    (#"[{"on":"move","layer":"T","field":"F","value":1}]"#, "no \"value\" with \"move\""),
    (#"[{"on":"insert","prefer":"crew"}]"#, "\"on\", \"conflict\" in rule 1"),
    (#"[{"on":"conflict","prefer":"first"}]"#, "\"last\", \"newest\", \"office\", \"crew\""),
    (#"[{"on":"conflict","field":"F","prefer":"crew"}]"#, "\"layer\" beside \"field\""),
    (#"[{"on":"insert","layer":"T","field":"F","value":null}]"#, "\"value\", a text"),
    (#"[{"on":"insert","field":"F","value":1}]"#, "\"layer\", a name in rule 1"),
    (
      #"[{"on":"insert","layer":"T","field":"F","from":{"layer":"P"}}]"#,
      "\"field\", a name in \"from\" of rule 1"
    ),
    (
      #"[{"on":"insert","layer":"T","field":"F","from":{"layer":"P","field":"N","within":3}}]"#,
      "not \"within\""
    ),
    (
      #"[{"on":"insert","layer":"T","field":"F","from":{"addresses":"a.csv"}}]"#,
      "\"within\", meters"
    ),
    (
      #"[{"on":"insert","layer":"T","field":"F","from":{"addresses":"a.csv","within":1e9}}]"#,
      "\"within\", meters up to 10000"
    ),
    (
      #"[{"on":"insert","layer":"T","field":"F","from":{"addresses":"../a.csv","within":9}}]"#,
      "the name of a file beside the data"
    ),
    (#"[{"newest":"I","by":"D","to":"T","fields":[]}]"#, "\"fields\", an array of names"),
    (#"[{"newest":"I","by":"D","to":"T","fields":["C",1]}]"#, "\"fields\", an array of names"),
    (#"[{"newest":"I","to":"T","fields":["C"]}]"#, "\"by\", a name"),
  ])
  func `an invalid rule is refused with the reason`(text: String, words: String) {
    let error = #expect(throws: PackagingError.self) { try read(text) }
    #expect(error.map { "\($0)".contains(words) } == true, "\(error.map { "\($0)" } ?? "")")
  }

  private static let tree = """
    {"on":"insert","layer":"Trees","field":"Condition","value":"Good"}
    """

  private func folder(_ rules: String, _ files: [String: String] = [:]) throws -> MapFolder {
    var all = [
      "trees.csv": "GlobalID,lon,lat,Condition,Ward\n\(MapFolder.id(1)),1,1,Good,A\n",
      "visits.csv":
        "GlobalID,Tree,Seen,Condition\n\(MapFolder.id(2)),\(MapFolder.id(1)),2026-01-01,Good\n",
      "bindings.json": """
      {"rules":[\(rules)],"relationships":[{"origin":"Trees","originKey":"GlobalID",
       "destination":"Visits","destinationKey":"Tree"}]}
      """,
    ]
    all.merge(files) { $1 }
    return try MapFolder(
      layers: [#""title":"Trees""#], tables: [#""title":"Visits""#], files: all)
  }

  @Test(arguments: [
    (tree, nil),
    (#"{"newest":"Visits","by":"Seen","to":"Trees","fields":["Condition"]}"#, nil),
    (tree.replacing("Trees", with: "Shrubs"), #"no packed layer or table is named "Shrubs""#),
    (tree.replacing("Condition", with: "Color"), "Trees has no field Color"),
    (
      #"{"on":"insert","layer":"Trees","field":"Ward","from":{"layer":"Wards","field":"N"}}"#,
      #"no packed layer or table is named "Wards""#
    ),
    (
      #"{"on":"insert","layer":"Trees","field":"Ward","from":{"layer":"Visits","field":"Tree"}}"#,
      "Visits is not a polygon layer"
    ),
    (
      #"{"on":"insert","layer":"Trees","field":"Ward","from":{"addresses":"b.csv","within":9}}"#,
      "there is no file b.csv beside the data"
    ),
    (
      #"{"on":"insert","layer":"Trees","field":"Ward","from":{"addresses":"a.csv","within":9}}"#,
      nil
    ),
    (
      """
      {"on":"insert","layer":"Trees","field":"Ward",
       "from":{"addresses":"a.csv","within":9,"street":"Weg"}}
      """, "Weg"
    ),
    (
      #"{"newest":"Visits","by":"When","to":"Trees","fields":["Condition"]}"#,
      "Visits has no field When"
    ),
    (
      #"{"newest":"Trees","by":"Condition","to":"Visits","fields":["Condition"]}"#,
      "Trees is not related to Visits"
    ),
  ])
  func `a rule that does not fit the map is reported`(rule: String, problem: String?) async throws {
    let map = try folder(rule, ["a.csv": "lon,lat,number,street\n1,1,5,A ST\n"])
    let findings = try await map.plan().findings.filter {
      // An address table that no rule names is an unused file.
      $0.id == .ruleNotApplicable || ($0.id == .dataNotBound && rule.contains("a.csv"))
    }
    #expect(findings.count == (problem == nil ? 0 : 1))
    if let problem { #expect(findings.first?.message.contains(problem) == true) }
  }

  @Test func `a package stores the rules as written`() async throws {
    let map = try folder(Self.tree)
    let path = map.folder.path("out.gpkg")
    _ = try await map.job().build(to: path, overwrite: false)
    let stored = try #require(try OpenPackage(path: path).storedMap())
    #expect(stored.rules == (try read("[\(Self.tree)]").json))
  }
}
