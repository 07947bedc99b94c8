import Arcade
import FeatureData
import Foundation
import QGISProject
import TestSupport
import Testing

/// Arcade expressions translated for QGIS, tested with labels.
struct ArcadeTranslationTests {
  private static let fields = """
    {"name": "name", "type": "esriFieldTypeString"},
    {"name": "note", "type": "esriFieldTypeString"},
    {"name": "h", "type": "esriFieldTypeDouble"},
    {"name": "n", "type": "esriFieldTypeInteger"},
    {"name": "seen", "type": "esriFieldTypeDate"},
    {"name": "state", "type": "esriFieldTypeString", "domain": {"type": "codedValue",
     "name": "s", "codedValues": [{"name": "In good health", "code": "G"}]}}
    """

  /// The labels of a layer as QGIS expressions, and the notices about the others.
  private func labels(_ sources: [String]) throws -> (texts: [String], notices: [ProjectNotice]) {
    let classes = sources.map { source in
      """
      {"labelExpressionInfo": {"expression": \(Self.quoted(source))},
       "symbol": {"type": "esriTS", "color": [0, 0, 0, 255], "font": {"size": 8}}}
      """
    }
    let (xml, notices) = try SampleProject.text(
      layer: """
        {"id": "t", "title": "Things", "layerType": "ArcGISFeatureLayer", "showLabels": true,
         "layerDefinition": {"drawingInfo": {"labelingInfo": [\(classes.joined(separator: ","))]}}}
        """,
      service: """
        {"id": 0, "name": "Things", "type": "Feature Layer", "geometryType": "esriGeometryPoint",
         "fields": [\(Self.fields)]}
        """)
    let texts = xml.matches(of: /fieldName="([^"]*)"/).map { Self.plain(String($0.1)) }
    return (texts, notices)
  }

  private static func quoted(_ text: String) -> String {
    let data = try? JSONSerialization.data(withJSONObject: [text])
    return String(decoding: (data ?? Data()).dropFirst().dropLast(), as: UTF8.self)
  }

  private static func plain(_ attribute: String) -> String {
    [
      ("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&#10;", "\n"),
      ("&amp;", "&"),
    ]
    .reduce(attribute) { $0.replacing($1.0, with: $1.1) }
  }

  @Test(arguments: [
    ("$feature.name", #""name""#),
    ("$feature['NAME']", #""name""#),
    (
      #"$feature.name + " / " + $feature.note"#,
      #"(coalesce("name", '') || ' / ' || coalesce("note", ''))"#
    ),
    (
      #"`${$feature.n} of ${$feature.h}`"#,
      #"(coalesce(to_string("n"), '') || ' of ' || coalesce(to_string("h"), ''))"#
    ),
    ("DomainName($feature, 'state')", #"if("state" IS NULL, '', represent_value("state"))"#),
    (
      "Upper($feature.name) + TextFormatting.NewLine + Text($feature.h, '#,##0.0')",
      #"(upper(coalesce("name", '')) || '\#n' || "#
        + #"if("h" IS NULL, '', format_number(coalesce("h", 0), 1, 'en')))"#
    ),
    (
      "IIf($feature.n > 3, 'many', 'few')",
      #"(CASE WHEN (coalesce("n", 0) > 3) THEN 'many' ELSE 'few' END)"#
    ),
    (
      "When($feature.n == 1, 'one', $feature.n == 2, 'two', 'more')",
      #"(CASE WHEN ("n" IS 1) THEN 'one' WHEN ("n" IS 2) THEN 'two' ELSE 'more' END)"#
    ),
    (
      "var a = $feature.h; if (IsEmpty(a)) { return '?' } else if (a > 9) { return 'tall' } 'low'",
      #"(CASE WHEN ("h" IS NULL) THEN '?' "#
        + #"ELSE (CASE WHEN (coalesce("h", 0) > 9) THEN 'tall' ELSE 'low' END) END)"#
    ),
  ])
  func `an expression with an equivalent in QGIS is translated`(
    source: String, expected: String
  ) throws {
    let (texts, notices) = try labels([source])
    #expect(texts == [expected])
    #expect(notices.isEmpty)
  }

  @Test(arguments: [
    ("for (var i in [1]) { return i }", "a loop"),
    ("function f() { return 1 } f()", "a function of its own"),
    ("Area($feature, 'acres')", "this use of area()"),
    ("Text($feature.seen)", "a date as text without a pattern"),
    ("$feature.name < 'b'", "sorts texts differently"),
    ("$feature.gone", "the table has no field gone"),
    ("Text($feature.h, '0.0')", "no equivalent of the pattern 0.0"),
    ("IIf($feature.n > 3, 'many', 3)", "several kinds"),
    ("$feature.name +", "expected a value, found the end"),
  ])
  func `an expression without an equivalent in QGIS is reported with the reason`(
    source: String, reason: String
  ) throws {
    let (texts, notices) = try labels([source])
    #expect(texts.isEmpty)
    #expect(notices.count == 1)
    let notice = try #require(notices.first)
    #expect(notice.item.contains(source.prefix(10)))
    #expect(notice.instead.hasPrefix("they are left out ("))
    #expect(notice.instead.contains(reason), "\(notice.instead)")
  }

  @Test func `a long chain or many branches give an error, not a crash`() throws {
    let chain = String(repeating: "$feature.name + ", count: 5_000) + "'x'"
    let branches =
      "var a = 1;" + String(repeating: "if ($feature.n > 1) { a = a + a }", count: 40) + "a"
    for source in [chain, branches] {
      let (texts, notices) = try labels([source])
      #expect(texts.isEmpty)
      #expect(notices.first?.instead.contains("too many parts") == true)
    }
  }

  // MARK: By QGIS

  /// Expressions that both languages evaluate.
  private static let sources = [
    "$feature.name", "$feature.h", "$feature.n + $feature.h", "$feature.n - 1", "$feature.h * 2.5",
    "$feature.h / 4", "$feature.n % 3", "-$feature.n", "$feature.name + $feature.note",
    "$feature.name + 1", "1 + 2 + $feature.name", "$feature.name + $feature.h + '%'",
    "$feature.name + null", "'a' + true", "`<${$feature.name}|${$feature.h}>`",
    "$feature.name == 'Oak'", "$feature.name != 'Oak'", "$feature.name == null",
    "$feature.name != null", "$feature.name == $feature.note", "$feature.name == ''",
    "$feature.n == '3'", "$feature.n == $feature.h", "$feature.n == 3 && $feature.name != null",
    "!($feature.n < 3) || $feature.h >= 12.5", "$feature.h <= 0", "$feature.h > -1",
    "Upper($feature.name)", "Lower($feature.note)", "Trim($feature.note)",
    "Left($feature.name, 2)", "Right($feature.name, 2)", "Mid($feature.name, 1)",
    "Mid($feature.name, 1, 1)", "Find('a', $feature.name)",
    "Replace($feature.note, 'e', '')", "Count($feature.name)",
    "Concatenate([$feature.name, $feature.n], ', ')", "Concatenate($feature.name, '/', $feature.h)",
    "IsEmpty($feature.name)", "IsEmpty($feature.h)", "HasValue($feature, 'note')",
    "DefaultValue($feature.name, 'none')", "DefaultValue($feature, 'h', 1)",
    "Includes(['Oak', 'Elm'], $feature.name)", "Includes([1, 3, null], $feature.n)",
    "Decode($feature.n, 3, 'three', 4, 'four', 'other')",
    "Decode($feature.name, 'Oak', 1, null, 2, 3)",
    "When($feature.h > 20, 'tall', $feature.h > 10, 'middle', 'low')",
    "Boolean($feature.n)", "Number($feature.n) + 1", "Round($feature.h)", "Round($feature.h, 1)",
    "Floor($feature.h)", "Ceil($feature.h)", "Abs($feature.h)", "Pow($feature.n, 2)",
    "Min(3, 1, 2)", "Max([1, 7])", "Sum(1, 2)", "Mean(1, 2)",
    "Text($feature.h, '#,##0.00')", "Text($feature.h, '#0.00')", "Text($feature.h, '##0.##')",
    "Text($feature.h, '#,##0.#')", "Round(-2.5)", "Round(2.345, 2)",
    "Text($feature.h, '#,###')", "Text($feature.n)", "Text($feature.name)",
    "Text($feature.seen, 'YYYY-MM-DD')", "Text($feature.seen, 'D/M/Y HH:mm')",
    "Text($feature.seen, 'MMM D, YY h:mm A')", "Text($feature.seen, 'dddd, MMMM D')",
    "Year($feature.seen)", "Month($feature.seen)", "Day($feature.seen)", "Hour($feature.seen)",
    "Weekday($feature.seen)", "$feature.seen == null",
    "Text(DateAdd($feature.seen, 3, 'days'), 'YYYY-MM-DD')",
    "DateDiff($feature.seen, Date(0), 'days')", "$feature.seen > Date(0)",
    "var s = $feature.name; if ($feature.n > 2) { s = s + '!' } s += '?'; return s",
    "if ($feature.n > 2) 'big'", "TextFormatting.DoubleQuote + $feature.name + \"\\\\'\"",
  ]

  /// Name, note, h, n, and milliseconds of seen, in the form of Arcade and JSON.
  private static let rows = [
    ["'Oak'", "' seen '", "12.5", "3", "1795262400000"], ["'Elm'", "'Oak'", "-0.25", "0", "0"],
    ["''", "'it is'", "1234.5", "4", "951782405000"], ["null", "null", "null", "null", "null"],
    ["'3'", "'3'", "3", "3", "1700000000000"],
  ]

  private static let script = """
    import json, os, sys
    os.environ['TZ'] = 'UTC'
    os.environ.setdefault('QT_QPA_PLATFORM', 'offscreen')
    from qgis.core import *
    from qgis.PyQt.QtCore import QDateTime, QVariant, Qt
    QgsApplication.setPrefixPath('/usr', True)
    app = QgsApplication([], False); app.initQgis()
    task = json.load(sys.stdin)
    fields = QgsFields()
    for name, kind in zip(('name', 'note', 'h', 'n', 'seen'), (QVariant.String, QVariant.String,
                          QVariant.Double, QVariant.Int, QVariant.DateTime)):
        fields.append(QgsField(name, kind))
    for text in task['expressions']:
        answers = []
        for row in task['rows']:
            feature = QgsFeature(fields, 1)
            values = [QVariant() if value is None else value for value in row]
            if row[4] is not None:
                values[4] = QDateTime.fromMSecsSinceEpoch(row[4], Qt.UTC)
            feature.setAttributes(values)
            feature.setValid(True)
            context = QgsExpressionContext()
            context.setFeature(feature); context.setFields(fields)
            expression = QgsExpression(text)
            value = expression.evaluate(context)
            bad = expression.parserErrorString() or expression.evalErrorString()
            if bad: answers.append('ERROR ' + bad)
            elif value is None or value == QVariant(): answers.append('null')
            elif isinstance(value, bool): answers.append(str(value).lower())
            elif isinstance(value, float): answers.append(repr(round(value, 9)).removesuffix('.0'))
            else: answers.append(str(value))
        print(json.dumps(answers))
    """

  @Test(.needs(.python("qgis.core")))
  func `QGIS and Arcade give the same values, row by row`() async throws {
    // `Date(0)` is written like a field, because both languages have it.
    let sources = Self.sources.filter { !$0.contains("Date(0)") }
    let (texts, notices) = try labels(sources)
    try #require(notices.isEmpty, "\(notices)")
    try #require(texts.count == sources.count)
    let rows = Self.rows.map { row in
      "[\(row.joined(separator: ",").replacing("'", with: "\""))]"
    }
    let expressions = texts.map(Self.quoted).joined(separator: ",")
    let task = "{\"expressions\": [\(expressions)], \"rows\": [\(rows.joined(separator: ","))]}"
    let answers = try await #require(Tool.python(having: "qgis.core"))
      .output(["-c", Self.script], stdin: Array(task.utf8)).split(separator: "\n")
    try #require(answers.count == sources.count)
    for (index, source) in sources.enumerated() {
      let found = try JSONDecoder().decode([String].self, from: Data(answers[index].utf8))
      let wanted = try Self.rows.map { try Self.arcade(source, $0) }
      #expect(
        zip(found, wanted).allSatisfy { Self.isSame($0, $1) },
        "\(source)\n\(texts[index])\nQGIS   \(found)\nArcade \(wanted)")
    }
  }

  /// The values for which QGIS has numbers instead of true and false, and quotients with null or
  /// zero, which labels show as empty.
  private static func isSame(_ qgis: String, _ arcade: String) -> Bool {
    if ["true", "false"].contains(arcade) {
      return ["1", "true"].contains(qgis) == (arcade == "true")
    }
    if qgis == arcade || (qgis == "null" && ["", "NaN"].contains(arcade)) { return true }
    // If two joined fields are both null, Arcade adds them up to 0. An empty label is better for
    // people.
    return arcade.hasPrefix("0") && arcade.dropFirst() == qgis[...]
  }

  /// The value for a row, evaluated by Fieldpack.
  private static func arcade(_ source: String, _ row: [String]) throws -> String {
    let seen = row[4] == "null" ? "null" : "Date(\(row[4]))"
    let start =
      "var row = {name: \(row[0]), note: \(row[1]), h: \(row[2]), n: \(row[3]), seen: \(seen)};"
    let program = try ArcadeProgram(
      parsing: start + source.replacing("$feature", with: "row"), profile: .label, features: nil)
    var workspace = ArcadeWorkspace(context: ArcadeContext(now: 0, zone: .utc))
    let value = try workspace.value(of: program)
    return value.isNull ? "null" : try workspace.run.text(of: value)
  }
}
