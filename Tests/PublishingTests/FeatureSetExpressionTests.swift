import Foundation
import OrderedJSON
import Packages
import Publishing
import TestSupport
import Testing

/// Pop-up expressions that read rows of the map's layers and tables, tested like users see them: in
/// a package of the demo map, its site and its GeoJSON. The expected values were counted by hand in
/// the demo's files.
@Suite struct FeatureSetExpressionTests {
  private static let inspections =
    "FeatureSetByRelationshipName($feature, 'Inspections of the tree')"

  /// The tested trees: 14 has only a neighborhood, 19 has two photos, the inspections of 38 write
  /// its GlobalID in lower case without braces, 303 has no geometry.
  private static let trees = [1, 14, 19, 38, 303]

  /// An expression, and its values for these trees, or one value for all of them.
  static let cases: [(String, String)] = [
    ("Count(\(inspections))", "3 | 0 | 1 | 2 | 1"),
    (
      "var id = $feature.GlobalID; "
        + "Count(Filter(FeatureSetByName($map, 'Inspections'), 'TreeGlobalID = @id'))",
      "3 | 0 | 1 | 2 | 1"
    ),
    (
      "var id = $feature.globalid; "
        + "Count(Filter(FeatureSetByName($datastore, 'inspections'), 'treeglobalid=@ID and DBH > 4'))",
      "1 | 0 | 1 | 0 | 1"
    ),
    (
      "var newest = First(OrderBy(\(inspections), 'CollectedDate DESC')); "
        + "if (newest == null) { return 'none' } "
        + "return newest.CollectedBy + ', ' + Text(newest.CollectedDate, 'Y-MM-DD')",
      "Friends of the canopy, 2020-07-10 | none | O'Brien, Maeve, 2019-05-03 | "
        + "Zoë Müller, 2018-04-12 | Friends of the canopy, 2013-11-26"
    ),
    ("Round(Sum(\(inspections), 'DBH'), 1)", "12 | 0 | 77.9 | 6.7 | 11.3"),
    ("Max(\(inspections), 'DBH')", "4.6 | null | 77.9 | 3.7 | 11.3"),
    ("Min(\(inspections), 'dbh * 2')", "7 | null | 155.8 | 6 | 22.6"),
    ("Round(Mean(\(inspections), 'DBH'), 2)", "4 | 0 | 77.9 | 3.35 | 11.3"),
    (
      "var s = First(FeatureSetByRelationshipName($feature, 'species of the tree', ['CommonName']));"
        + " IIf(s == null, '-', DefaultValue(s, 'CommonName', ''))",
      "maple, Japanese | - | giant sequoia | palm, windmill | maple, red"
    ),
    ("Count(FeatureSetById($map, 'species'))", "25"),
    ("Count(FeatureSetById($datastore, 3))", "420"),
    ("Count($layer)", "303"),
    ("var n = 'Spe' + 'cies'; Count(FeatureSetByName($map, n, ['*'], false))", "25"),
    (
      "var n = $feature.Neighborhood; Count(Filter($layer, 'Neighborhood = @n'))",
      "146 | 146 | 146 | 146 | 109"
    ),
    ("Count(Filter($layer, \"Condition = 'Dead' AND Neighborhood LIKE 'UNI%'\"))", "5"),
    ("Count(Distinct(FeatureSetByName($map, 'Inspections'), 'CollectedBy'))", "8"),
    (
      "var g = GroupBy($layer, 'Condition', {name: 'n', expression: '1', statistic: 'count'}); "
        + "var f = First(OrderBy(g, 'n DESC')); return f.Condition + ' ' + f.n", "Good 147"
    ),
    (
      "var r = ''; for (var f in Top(OrderBy($layer, 'DBH DESC'), 3)) { r += f.OBJECTID + ' ' } r",
      "25 19 21 "
    ),
    (
      "var files = Attachments($feature); var r = Count(files); "
        + "for (var i in files) { r += ' ' + files[i].name + ' ' + files[i].contenttype } Text(r)",
      "0 | 0 | 2 Photo 1.jpg image/jpeg bark détail.jpg image/jpeg | 0 | 0"
    ),
    ("Count(Attachments(First(Filter($layer, 'OBJECTID = 19')), {types: ['jpeg']}))", "2"),
    (
      "for (var n in FeatureSetByName($map, 'Neighborhoods')) { "
        + "if (!IsEmpty(Geometry($feature)) && Contains(n, $feature)) { return n.NAME } } return '-'",
      "UNIVERSITY PARK | UNIVERSITY PARK | UNIVERSITY PARK | UNIVERSITY PARK | -"
    ),
    (
      "Count(FeatureSetByRelationshipName(First(FeatureSetByRelationshipName($feature, "
        + "'Species of the tree')), 'Trees of the species'))", "3 | null | 18 | 13 | 10"
    ),
  ]

  private static func packed(_ expressions: [String]) async throws -> TemporaryFolder {
    try await DemoSiteTests.packed { trees in
      let fields = ["OBJECTID", "Neighborhood", "Condition", "Address"]
      let shown = fields + expressions.indices.map { "expression/e\($0)" }
      trees["popupInfo"] = [
        "title": .string(
          "#{OBJECTID}: " + expressions.indices.map { "{expression/e\($0)};" }.joined()),
        "fieldInfos": .array(shown.map { ["fieldName": .string($0), "visible": true] }),
        "expressionInfos": .array(
          expressions.enumerated().map { index, text in
            ["name": .string("e\(index)"), "title": "", "expression": .string(text)]
          }),
      ]
    }
  }

  /// Returns the values by expression and tree.
  private static func values(_ expressions: [String]) async throws -> [[String]] {
    let folder = try await packed(expressions)
    var text: [UInt8] = []
    var export = try PopupExport(
      OpenPackage(path: folder.path("demo.mmpk")), layer: "Trees", timeZone: "UTC")
    _ = try export.run { text += $0 }
    let features = try JSONParser.parse(text)["features"]?.array ?? []
    return expressions.indices.map { index in
      trees.map { id in
        let tree = features.first { $0["properties"]?["OBJECTID"]?.int == id }
        let value = tree?["expressions"]?["e\(index)"]?["value"] ?? "not run"
        return value.string ?? String(decoding: JSONWriter.write(value), as: UTF8.self)
      }
    }
  }

  private static let exported = Task { try await values(cases.map(\.0)) }

  @Test(arguments: cases.indices)
  func `feature sets of the package match its files`(index: Int) async throws {
    let (expression, expected) = Self.cases[index]
    let values = try await Self.exported.value[index]
    if Set(values).count == 1 {
      #expect(values[0] == expected, "\(expression)")
    } else {
      #expect(values.joined(separator: " | ") == expected, "\(expression)")
    }
  }

  /// Makes a site of the demo map with these expressions for trees. Returns the findings and the
  /// site's files.
  private static func site(
    _ expressions: [String], _ change: (inout SiteRequest) -> Void = { _ in }
  ) async throws -> (messages: [String], files: [String: Data]) {
    let folder = try await packed(expressions)
    let report = try await DemoSiteTests.render(folder, "sets", change)
    let messages = report.findings
      .filter { $0.subject == "Trees" && $0.id != .expressionReadsClock && $0.id != .csvFormulas }
      .map { "\($0.id.rawValue) \($0.count ?? 0) \($0.message)" }
    return (messages, try DemoSiteTests.files(folder, "sets"))
  }

  /// Returns the titles of the tested trees after their numbers.
  private static func titles(_ files: [String: Data]) throws -> [String] {
    let shard = try #require(files["data/trees/0000.js"])
    let text = String(decoding: shard, as: UTF8.self)
    return trees.map { id in
      guard let start = text.range(of: "\"#\(id): ") else { return "missing" }
      return String(text[start.upperBound...].prefix { $0 != "\"" })
    }
  }

  @Test func `a site uses feature sets in titles and reports missing ones`() async throws {
    let (messages, files) = try await Self.site([
      "Count(\(Self.inspections))",
      "var n = $feature.Neighborhood; Count(Filter($layer, 'Neighborhood = @n'))",
      "1 +\n Count(FeatureSetByName($map, 'Bushes'))",
      "Count(FeatureSetByPortalItem(Portal('x'), 'y', 0))",
    ])
    #expect(
      try Self.titles(files) == ["3;146;;;", "0;146;;;", "1;146;;;", "2;146;;;", "1;109;;;"])
    #expect(
      messages == [
        "ARCADE_NOT_EVALUATED 0 The Arcade expression e3 cannot run, so its value is left empty: "
          + "line 1, column 7: FeatureSetByPortalItem is not supported: it needs a portal.",
        "ARCADE_FAILED 303 The Arcade expression e2 fails for 303 records, where its value stays "
          + "empty. First record 1: line 2, column 8: argument 2 of FeatureSetByName: the map has no layer or "
          + "table named Bushes.",
      ])
  }

  @Test func `expressions cannot read layers that are not published`() async throws {
    let (messages, files) = try await Self.site(
      ["Count(\(Self.inspections))", "Count(FeatureSetByName($map, 'Species'))"]
    ) { $0.layers = ["Trees", "Species"] }
    #expect(try Self.titles(files) == Array(repeating: ";25;", count: 5))
    #expect(messages.map { $0.prefix(17) } == ["ARCADE_FAILED 303"])
    #expect(messages[0].contains("the feature has no relationship named Inspections of the tree"))
  }

  @Test func `feature sets have no fields that are not published`() async throws {
    let (messages, files) = try await Self.site([
      "var f = First(OrderBy(\(Self.inspections), 'CollectedDate')); "
        + "IIf(f == null, '', f.CollectedBy)",
      "Count(Filter(FeatureSetByName($map, 'Inspections'), \"Creator = 'field'\"))",
      "First(FeatureSetByName($map, 'Inspections')).TreeGlobalID",
      "Count(OrderBy(FeatureSetByName($map, 'Inspections'), 'EditDate'))",
      "Max(FeatureSetByName($map, 'Inspections'), 'EditDate')",
      "Count(Distinct($layer, 'GlobalID'))",
      "Count(FeatureSetByName($map, 'Inspections', ['Editor']))",
      "Find('CreationDate', Text(First(FeatureSetByName($map, 'Inspections'))))",
      "Count(Filter($layer, '\"\" = 1'))",
      "var a = Attachments($feature); IIf(Count(a) < 2, '', a[1].name + a[1].globalid)",
      "FeatureInFilter($feature, 'GlobalID IS NOT NULL')",
    ]) { $0.isPublic = true }
    let titles = try Self.titles(files)
    #expect(titles[0] == "Zoë Müller;;;;;;420;-1;;;;")
    #expect(titles[2] == "O'Brien, Maeve;;;;;;420;-1;;bark détail.jpg;;")
    try #require(
      messages.count == 7 && messages.allSatisfy { $0.hasPrefix("ARCADE_FAILED 303 ") },
      "\(messages)")
    let names = ["Creator", "TreeGlobalID", "EditDate", "EditDate", "GlobalID"]
    for (message, name) in zip(messages, names) { #expect(message.contains("no field \(name)")) }
    #expect(messages[6].contains("no field GlobalID"))
    #expect(messages[5].contains("esriFieldTypeBlob field  at offset 0 is not supported"))
    let data = files.filter { $0.key.hasPrefix("data/") }.values
    for secret in ["8E9C1A8F-6CE6", "2B2E7DCB-67E0", "TreeGlobalID", "CreationDate"] {
      #expect(!data.contains { $0.range(of: Data(secret.utf8)) != nil }, "\(secret)")
    }
  }
}
