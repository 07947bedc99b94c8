import Arcade
import FeatureData
import Geometry
import MapModel
import Records
import Testing

/// FeatureSet functions on tables in memory: trees and their inspections.
struct FeatureSetTests {
  static let inspections = Expressions.layer(
    """
    {"id": 3, "name": "Inspections", "type": "Table", "objectIdField": "OBJECTID",
     "typeIdField": "Kind", "types": [{"id": 1, "name": "Visit"}, {"id": 2, "name": "Call"}],
     "fields": [
      {"name": "OBJECTID", "type": "esriFieldTypeOID"},
      {"name": "Tree", "type": "esriFieldTypeInteger"},
      {"name": "Kind", "type": "esriFieldTypeInteger"},
      {"name": "Score", "alias": "Score given", "type": "esriFieldTypeDouble"},
      {"name": "By", "type": "esriFieldTypeString"},
      {"name": "Made", "type": "esriFieldTypeDate"}]}
    """)

  /// Tree, kind, score, inspector, date.
  static let rows: [[SQLValue]] = [
    [
      .integer(1), .integer(7), .integer(1), .real(4), .text("Ann"),
      .text("2020-05-01T00:00:00.000Z"),
    ],
    [
      .integer(2), .integer(7), .integer(2), .real(2.5), .text("bob"),
      .text("2021-05-01T00:00:00.000Z"),
    ],
    [
      .integer(3), .integer(8), .integer(1), .null, .text("Ann"), .text("2019-05-01T00:00:00.000Z"),
    ],
    [.integer(4), .integer(7), .integer(1), .real(1), .text("O'Neil"), .null],
    [.integer(5), .integer(9), .integer(2), .real(4), .null, .text("2022-05-01T00:00:00.000Z")],
  ]

  static func table(
    _ names: [String], _ id: String, _ definition: LayerDefinition, _ records: [[UInt8]]
  ) -> ArcadeTable {
    ArcadeTable(
      names: names, ids: [id],
      schema: ArcadeSchema(
        title: names[0], definition: definition, table: Expressions.table(of: definition)),
      count: records.count,
      read: { (row, record) throws(ArcadeProblem) in record = records[row] },
      related: { (name, record) throws(ArcadeProblem) in
        guard name == "Inspections of trees" else { return nil }
        var layout = RecordLayout()
        guard (try? layout.parse(record.span)) != nil,
          case .integer(let tree) = layout.value(2, in: record.span)
        else { return nil }
        let found = rows.indices.filter { rows[$0][1] == .integer(tree) }
        return .init(table: 1, rows: Array(found))
      },
      attachments: { (_) throws(ArcadeProblem) in
        [
          ArcadeAttachment(
            id: 1, name: "crown.jpg", contentType: "image/jpeg", size: 2_000, keywords: "crown"),
          ArcadeAttachment(id: 2, name: "report.pdf", contentType: "application/pdf", size: 90),
        ]
      })
  }

  static func record(_ values: [SQLValue]) -> [UInt8] {
    var encoder = RecordEncoder()
    encoder.appendNull()
    for value in values { encoder.append(value) }
    var bytes: [UInt8] = []
    encoder.write(to: &bytes)
    return bytes
  }

  static let tables = ArcadeTables([
    table(
      ["Trees", "Street_Trees"], "0", Expressions.definition,
      [
        Expressions.record(Expressions.tree),
        Expressions.record([.integer(8)], shape: Geometry(x: 30, y: 40)),
      ]),
    table(["Inspections"], "3", inspections, rows.map(record)),
  ])

  static func workspace(limits: ArcadeLimits = ArcadeLimits()) throws -> ArcadeWorkspace {
    var workspace = ArcadeWorkspace(
      context: ArcadeContext(now: Expressions.now, tables: tables, limits: limits))
    let record = Expressions.record(Expressions.tree)
    try workspace.setFeature(record.span, schema: Expressions.schema, table: 0)
    return workspace
  }

  static func value(_ source: String, limits: ArcadeLimits = ArcadeLimits()) throws -> String {
    var workspace = try workspace(limits: limits)
    let program = try ArcadeProgram(
      parsing: "var all = FeatureSetByName($map, 'Inspections');\n" + source, profile: .popup,
      features: Expressions.schema, hasTables: true)
    return try Expressions.text(of: workspace.value(of: program), in: &workspace)
  }

  /// The trees of a feature set of scores, in order.
  static let list = "function l(s) { var r = []; for (var f in s) Push(r, f.OBJECTID); return r }\n"

  @Test(
    arguments: [
      // FeatureSetByName and FeatureSetById: title, name in the service, id; letter case is ignored
      // last
      ("Count(FeatureSetByName($map, 'Trees'))", "2"),
      ("Count(FeatureSetByName($datastore, 'Street_Trees', ['DBH', '*'], false))", "2"),
      ("Count(FeatureSetByName($map, 'trees'))", "2"), ("Count(FeatureSetById($map, '3'))", "5"),
      ("Count(FeatureSetById($map, 3))", "5"), ("Count($layer)", "2"),
      // FeatureSetByRelationshipName
      ("Count(FeatureSetByRelationshipName($feature, 'Inspections of trees'))", "3"),
      (
        "Sum(FeatureSetByRelationshipName($feature, 'Inspections of trees', ['Score']), 'Score')",
        "7.5"
      ),
      // for … in over features; First, Top, Count
      ("var s = 0; for (var f in all) { s += f.Score } return s", "11.5"),
      ("First(all).By", "\"Ann\""), ("First(Filter(all, 'Score > 9'))", "null"),
      ("Count(Top(all, 2))", "2"), ("l(Top(OrderBy(all, 'Score'), 2))", "[3,4]"),
      ("Count(Top(all, 99))", "5"), ("TypeOf(all)", "\"FeatureSet\""),
      ("Schema(all).fields[3].alias", "\"Score given\""),
      // Domain functions on features of a set
      ("SubtypeName(First(all))", "\"Visit\""),
    ])
  func `feature sets of tables`(source: String, expected: String) throws {
    #expect(try Self.value(Self.list + source) == expected)
  }

  @Test(
    arguments: [
      // Filter: SQL of standardized queries, with variables as @name
      ("l(Filter(all, 'Score >= 2.5'))", "[1,2,5]"), ("l(Filter(all, '1=1'))", "[1,2,3,4,5]"),
      ("l(Filter(all, \"By = 'Ann'\"))", "[1,3]"), ("l(Filter(all, 'By IS NULL'))", "[5]"),
      ("var least = 2; l(Filter(all, 'Score > @least'))", "[1,2,5]"),
      ("var Who = \"O'Neil\"; l(Filter(all, 'By = @who'))", "[4]"),
      ("var t = $feature.OBJECTID; l(Filter(all, 'Tree = @t AND Score < 4'))", "[2,4]"),
      ("var d = Date(2020, 6, 1); l(Filter(all, 'Made > @d'))", "[2,5]"),
      ("var a = null; l(Filter(all, 'Score = @a'))", "[]"),
      ("var ids = [5, '1', null]; l(Filter(all, 'OBJECTID IN @ids'))", "[1,5]"),
      ("var ids = []; l(Filter(all, 'OBJECTID IN (@ids)'))", "[]"),
      (
        "function f(k) { var m = 3; return l(Filter(all, 'Kind = @k AND Score < @m')) } f(2)", "[2]"
      ),
      ("var k = 1; function f(k) { return Count(Filter(all, 'Kind = @k')) } f(2) * 10 + k", "21"),
      ("var a = []; var ab = 1; l(Filter(all, 'Kind = @ab AND Score > 1'))", "[1]"),
      ("l(Filter(Filter(all, 'Kind = 1'), 'Tree = 7'))", "[1,4]"),
      ("l(Filter(all, \"Made < CURRENT_TIMESTAMP AND UPPER(By) LIKE 'A%'\"))", "[1,3]"),
      ("Count(Filter([1, 2, 3], IsEmpty))", "0"),
      // The name still means the function while the variable holds none.
      ("var least = 2; var filter = Filter(all, 'Score > @least'); l(filter)", "[1,2,5]"),
      // FilterBySubtypeCode
      ("l(FilterBySubtypeCode(all, 2))", "[2,5]"),
      // OrderBy: null first, ties keep their order
      ("l(OrderBy(all, 'Score'))", "[3,4,2,1,5]"), ("l(OrderBy(all, 'Score DESC'))", "[1,5,2,4,3]"),
      ("l(OrderBy(all, 'Kind DESC, Made ASC'))", "[2,5,4,3,1]"),
      ("l(OrderBy(Filter(all, 'Tree = 7'), 'By desc'))", "[4,2,1]"),
    ])
  func `filtered and sorted feature sets`(source: String, expected: String) throws {
    #expect(try Self.value(Self.list + source) == expected)
  }

  @Test(
    arguments: [
      // Sum, Mean, Average, Max, Min, Stdev, Variance of a set: null is ignored
      ("Sum(all, 'Score')", "11.5"), ("Mean(all, 'Score')", "2.875"),
      ("Average(all, 'Score * 2')", "5.75"), ("Max(all, 'Score')", "4"), ("Min(all, 'Score')", "1"),
      ("Max(all, 'By')", "\"bob\""), ("Year(Max(all, 'Made'))", "2022"),
      ("Round(Variance(all, 'Score'), 6)", "2.0625"), ("Round(Stdev(all, 'Score'), 4)", "1.4361"),
      ("Stdev(Filter(all, 'OBJECTID = 1'), 'Score')", "null"),
      ("Sum(Filter(all, '1=0'), 'Score')", "null"), ("Max(Filter(all, '1=0'), 'Score')", "null"),
      // GroupBy: fields, then statistics of SQL expressions
      (
        "var g = GroupBy(all, 'Kind', {name: 'n', expression: '1', statistic: 'COUNT'}); "
          + "var t = ''; for (var f in g) t += f.Kind + ':' + f.n + ' '; return t",
        "\"1:3 2:2 \""
      ),
      (
        "var g = GroupBy(all, ['By'], [{name: 'Total', expression: 'Score', statistic: 'SUM'}, "
          + "{name: 'Best', expression: 'Score * 10', statistic: 'max'}]); "
          + "var t = ''; for (var f in OrderBy(g, 'Total DESC, By')) "
          + "t += `${f.By}=${f.Total}/${f.best} `; return t",
        "\"=4/40 Ann=4/40 bob=2.5/25 O'Neil=1/10 \""
      ),
      (
        "function y(s) { var r = []; for (var f in s) Push(r, f.Y); return r }\n"
          + "var g = GroupBy(all, {name: 'Y', expression: 'EXTRACT(YEAR FROM Made)'}, "
          + "{name: 'm', expression: 'Score', statistic: 'AVG'}); "
          + "y(Filter(g, 'm IS NOT NULL AND Y > 2020'))",
        "[2021,2022]"
      ),
      ("Count(GroupBy(all, ['Tree', 'Kind'], []))", "4"),
      // A field that the set is asked for and that does not exist matters only if it is read.
      (
        "Count(FeatureSetByName($map, 'Trees', ['Nope'])) == Count(FeatureSetByName($map, 'Trees'))",
        "true"
      ),
      ("First(GroupBy(all, 'Kind', {name: 'a', expression: 'By', statistic: 'MIN'})).a", "\"Ann\""),
      // Distinct
      ("Count(Distinct(all, 'By'))", "4"), ("Count(Distinct(all, ['Tree', 'Kind']))", "4"),
      ("First(Distinct(all, {name: 'x', expression: 'UPPER(By)'})).x", "\"ANN\""),
      ("Count(Distinct([1, 1, 2]))", "2"),
      // Attachments: filtered by type and size
      ("Count(Attachments($feature))", "2"),
      ("Attachments($feature, {types: ['jpeg']})[0].name", "\"crown.jpg\""),
      ("Count(Attachments($feature, {minsize: 100}))", "1"),
      ("Attachments($feature, {types: ['application/pdf'], metadata: true})[0].size", "90"),
    ])
  func `statistics, groups and attachments`(source: String, expected: String) throws {
    #expect(try Self.value(Self.list + source) == expected)
  }

  @Test(
    arguments: [
      ("FeatureSetByName($map, 'Nope')", "the map has no layer or table named Nope"),
      ("FeatureSetByName($map, 'Trees', [5])", "must be an array of field names"),
      ("FeatureSetByName('x', 'Trees')", "must be $map or $datastore, not Text"),
      (
        "FeatureSetByRelationshipName($feature, 'Nope')",
        "the feature has no relationship named Nope"
      ),
      ("Filter(all, 'Nope = 1')", "argument 2 of Filter: there is no field Nope (offset 0)"),
      // A call through a value names no variables: they would be those of another function.
      (
        "function g(a, b, c, d) { return Filter([a], IsEmpty) } g(1, 2, 3, 4);"
          + " var q = Filter; q(all, 'Score = @d')", "no parameter @d"
      ),
      ("var d = 1; Filter(all, '1=1'); var q = Filter; q(all, 'Score = @d')", "no parameter @d"),
      ("var d = 1; Reduce([all, 'Score = @d'], Filter)", "no parameter @d"),
      ("Filter(all, 'Score = @nope')", "no parameter @nope"), ("Filter(all, 5)", "must be text"),
      ("var a = [[1]]; Filter(all, 'Score IN @a')", "@a is Array"),
      ("var a = [1]; Filter(all, 'Score = @a')", "the parameter @a is a list, but a number"),
      ("var w = 'x'; Filter(all, 'Score = @w')", "but a number is needed"),
      ("OrderBy(all, 'Score UP')", "expected ASC, DESC, a comma or the end"),
      ("OrderBy([1], 'a')", "must be a feature set, not Array"),
      ("Sum(all)", "Sum takes a feature set and an expression"),
      ("Sum(all, 'Score +')", "argument 2 of Sum: expected"),
      (
        "GroupBy(all, 'Kind', {name: 'x', expression: '1', statistic: 'mode'})",
        "there is no statistic named mode"
      ),
      ("GroupBy(all, 'Kind', {name: 'x'})", "a dictionary has no text entry named statistic"),
      ("Distinct(all)", "Distinct takes a feature set and its fields"),
      ("Attachments(5)", "argument 1 of Attachments must be a feature"),
      ("First(GroupBy(all, 'Kind', [])).Score", "has no field Score"),
    ])
  func `errors name the argument`(source: String, message: String) throws {
    let error = #expect(throws: ArcadeError.self) { try Self.value(source) }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    #expect(error?.position.line == 2)
  }

  @Test func `without tables, functions that need them are reported before the run`() throws {
    let program = try ArcadeProgram(
      parsing: "Count(FeatureSetByName($map, 'Trees'))", profile: .popup,
      features: Expressions.schema)
    #expect(program.usesFeatureSets)
    #expect(!program.unsupported.isEmpty)
  }

  @Test(
    arguments: [
      "while (true) { Filter(all, 'Score > 1') }", "while (true) { OrderBy(all, 'Score') }",
      "var a = []; while (true) { Push(a, GroupBy(all, 'By', [])) }",
      "while (true) { for (var f in all) {} }", "while (true) { Sum(all, 'Score') }",
    ])
  func `reading rows repeatedly ends at a limit`(source: String) throws {
    let limits = ArcadeLimits(steps: 20_000, bytes: 1 << 20)
    #expect(throws: ArcadeError.self) { try Self.value(source, limits: limits) }
  }
}
