import Arcade
import FeatureData
import MapModel
import OrderedJSON
import Popups
import Records
import Testing

/// Tests what pop-ups show for expressions (Web Map Specification 2.37, popupExpressionInfo).
/// Values are written like in the ArcGIS maps SDK.
struct PopupExpressionTests {
  private static let fields = [
    ("Name", "String"), ("DBH", "Double"), ("Planted", "Date"), ("Notes", "String"),
    ("Link", "String"),
  ]
  private static let values: [String: SQLValue] = [
    "Name": "Oak & <Ash>", "DBH": .real(1234.5), "Planted": "2021-10-29T15:04:05.000Z",
    "Notes": "one\ntwo", "Link": "https://example.org/?q=a b",
  ]

  /// Returns a layer whose expressions are named `e0`, `e1` and so on.
  private func layer(
    _ expressions: [String], titles: [String] = [], _ more: String, zone: TimeZoneRules = .utc
  ) throws -> SampleLayer {
    let infos = expressions.enumerated().map { index, text in
      let title = index < titles.count ? titles[index] : ""
      return """
        {"name": "e\(index)", "title": \(title.quoted), "expression": \(text.quoted)}
        """
    }
    return try SampleLayer(
      SampleTable(fields: Self.fields),
      #"{"expressionInfos": [\#(infos.joined(separator: ","))], \#(more)}"#, zone: zone)
  }

  private func html(_ expression: String, in text: String) throws -> String? {
    try layer([expression], #""description": \#(text.quoted)"#).html(Self.values)
  }

  // MARK: Values

  @Test(arguments: [
    ("$feature.Name", "<p>Oak &amp; &lt;Ash&gt;</p>"),
    ("'<b>' + $feature.Notes + '</b>'", "<p>&lt;b&gt;one<br>two&lt;/b&gt;</p>"),
    ("null", "<p></p>"), ("''", "<p></p>"), ("true", "<p>true</p>"),
    ("$feature.DBH * 1000", "<p>1234500</p>"), ("$feature.DBH", "<p>1234.5</p>"),
    ("$feature.Planted", "<p>10/29/2021, 3:04 PM</p>"),
    ("Date(2020, 0, 2)", "<p>1/2/2020, 12:00 AM</p>"),
    ("Geometry($feature)", "<p></p>"), ("$feature", "<p></p>"),
  ])
  func `a value in markup is escaped as text`(
    expression: String, expected: String
  ) throws {
    #expect(try html(expression, in: "<p>{expression/e0}</p>") == expected)
    #expect(try html(expression, in: "<p>{ EXPRESSION/E0 }</p>") == expected)
  }

  @Test func `an array becomes a list, a dictionary a table of two columns`() throws {
    #expect(
      try html("['a', '<b>', 3]", in: "{expression/e0}")
        == "<ul><li>a</li><li>&lt;b&gt;</li><li>3</li></ul>")
    #expect(
      try html("{'<k>': 1, 'other': 'v'}", in: "{expression/e0}")
        == "<table><tbody><tr><td>&lt;k&gt;</td><td>1</td></tr><tr><td>other</td><td>v</td></tr>"
        + "</tbody></table>"
        || html("{'<k>': 1, 'other': 'v'}", in: "{expression/e0}")
          == "<table><tr><td>&lt;k&gt;</td><td>1</td></tr><tr><td>other</td><td>v</td></tr></table>"
    )
  }

  @Test(arguments: [
    ("IIf($feature.DBH > 20, 'none', 'block')", "<p style=\"display:none\">x</p>"),
    ("null", "<p>x</p>"), ("'expression(alert(1))'", "<p>x</p>"),
    ("'red\\'><script>alert(1)</script>'", "<p>x</p>"),
  ])
  func `a style can depend on a value`(expression: String, expected: String) throws {
    #expect(try html(expression, in: "<p style='display:{expression/e0}'>x</p>") == expected)
  }

  @Test func `a value can provide a whole declaration or attribute`() throws {
    #expect(
      try html("'color:green'", in: "<p style='{expression/e0}; text-align:center'>x</p>")
        == "<p style=\"color:green;text-align:center\">x</p>")
    #expect(
      try html(
        "if ($feature.DBH > 20) { '#ff0000' } else { '#00ff00' }",
        in: "<font color='{expression/e0}'>x</font>") == "<font color=\"#ff0000\">x</font>")
  }

  @Test func `an address uses the raw value`() throws {
    #expect(
      try html("$feature.Link", in: "<a href='{expression/e0}'>x</a>")?
        .hasPrefix("<a href=\"https://example.org/?q=a%20b\"") == true)
    #expect(
      try html("$feature.DBH + 0.25", in: "<a href='https://example.org/{expression/e0}'>x</a>")?
        .hasPrefix("<a href=\"https://example.org/1234.75\"") == true)
    #expect(try html("null", in: "<a href='{expression/e0}'>x</a>") == "<a>x</a>")
  }

  // MARK: Tables of fields

  @Test(arguments: [
    ("1234.567", #"{"places": 1, "digitSeparator": true}"#, "1,234.6"),
    ("'1234.567'", #"{"places": 1, "digitSeparator": true}"#, "1,234.6"),
    ("1234.567", "null", "1234.567"),
    ("Date(2021, 9, 29)", #"{"dateFormat": "longMonthDayYear"}"#, "October 29, 2021"),
    ("DateOnly(2021, 9, 29)", #"{"dateFormat": "dayShortMonthYear"}"#, "Oct 29, 2021"),
    ("DateOnly(2021, 9, 29)", "null", "10/29/2021"), ("Time(15, 4)", "null", "3:04 PM"),
    ("['a', 2]", "null", "a\n2"), ("{a: 1, b: [2, 3]}", "null", "a: 1\nb: 2, 3"),
    ("$feature.Name", "null", "Oak & <Ash>"), ("null", "null", ""),
  ])
  func `a line has the expression's title and the map's format`(
    expression: String, format: String, expected: String
  ) throws {
    let layer = try layer(
      [expression], titles: ["The title"],
      #""fieldInfos": [{"fieldName": "expression/e0", "label": "no", "format": \#(format)}]"#)
    #expect(
      try layer.rows(Self.values) == [
        PopupFieldRow(label: "The title", value: expected, kind: .expression)
      ])
  }

  @Test func `a format of the pop-up also applies in its texts`() throws {
    let layer = try layer(
      ["$feature.DBH"],
      """
      "description": "{expression/e0}", "fieldInfos": [{"fieldName": "expression/e0",
       "visible": false, "format": {"places": 2, "digitSeparator": true}}]
      """)
    #expect(try layer.html(Self.values) == "1,234.50")
  }

  @Test func `an address in a table line becomes a link`() throws {
    let layer = try layer(
      ["'https://example.org/x'"], #""fieldInfos": [{"fieldName": "expression/e0"}]"#)
    #expect(
      try layer.rows(Self.values).first?.link
        == PopupLink(href: "https://example.org/x", text: "View"))
  }

  // MARK: Titles

  @Test func `a title shows values as text`() throws {
    let layer = try layer(
      ["$feature.Name", "Round(12.34, 1)"], #""title": "{expression/e0} {expression/e1}""#)
    #expect(try layer.popup(Self.values).title == "Oak & <Ash> 12.3")
    let marked = try self.layer(["$feature.Name"], #""title": "<b>{expression/e0}</b>""#)
    let popup = try marked.popup(Self.values)
    #expect(popup.title == "Oak & <Ash>")
    #expect(popup.titleHTML == "<b>Oak &amp; &lt;Ash&gt;</b>")
  }

  @Test(arguments: [
    (
      "$feature.Name + '; Diameter: ' + $feature.DBH + ' inches'",
      "Oak & <Ash>; Diameter: 1234.5 inches"
    ),
    ("$feature.DBH", "1234.5"), ("null", ""), ("Now()", ""), ("[1]", ""), ("true", "true"),
  ])
  func `the first expression titled subtitle is shown below the title`(
    expression: String, expected: String
  ) throws {
    let layer = try layer(
      ["'other'", expression, "'second'"], titles: ["Other", "subtitle", "subtitle"],
      #""title": "x""#)
    #expect(try layer.popup(Self.values).subtitle == expected)
  }

  // MARK: Media

  @Test func `a chart draws the results of expressions`() throws {
    let layer = try layer(
      ["$feature.DBH / 100", "'2.5'", "null"], titles: ["One", "Two", "Three"],
      """
      "popupElements": [{"type": "media", "mediaInfos": [{"type": "barchart", "title": "T",
       "value": {"fields": ["expression/e0", "expression/e1", "expression/e2"]}}]}]
      """)
    guard case .media(let gallery)? = try layer.popup(Self.values).elements.first,
      case .chart(_, let alt, _, _)? = gallery.items.first
    else {
      Issue.record("no chart")
      return
    }
    #expect(
      alt.contains("One 12.345") && alt.contains("Two 2.5") && alt.contains("Three"), "\(alt)")
  }

  @Test func `a picture's address and caption can contain values`() throws {
    let layer = try layer(
      ["'data:image/png;base64,iVBORw0KGgo='", "$feature.Name"],
      """
      "popupElements": [{"type": "media", "mediaInfos": [{"type": "image",
       "caption": "{expression/e1}", "value": {"sourceURL": "/{expression/e1}.png"}}]}]
      """)
    guard case .media(let gallery)? = try layer.popup(Self.values).elements.first,
      case .image(let source, _, _, _, let caption)? = gallery.items.first
    else {
      Issue.record("no picture")
      return
    }
    #expect(source == "/Oak%20&%20%3CAsh%3E.png" && caption == "Oak & <Ash>")
  }

  // MARK: Elements

  private func element(_ expression: String, title: String = "") throws -> PopupElement? {
    let layer = try layer(
      ["$feature.DBH"],
      """
      "fieldInfos": [{"fieldName": "DBH", "label": "Diameter", "format": {"places": 2}}],
      "popupElements": [{"type": "expression", "expressionInfo":
       {"title": \(title.quoted), "expression": \(expression.quoted)}}]
      """)
    return try layer.popup(Self.values).elements.first
  }

  @Test(arguments: [
    ("{type: 'text', text: '<b>' + $feature.DBH + '</b><script>x</script>'}", "<b>1234.5</b>"),
    ("{type: 'text', text: '{DBH} {Nothing} {expression/e0}'}", "1234.50  1234.5"),
    ("{'type': 'text', 'text': '{a} {DBH}', 'attributes': {'A': '<i>'}}", "&lt;i&gt;"),
  ])
  func `an element can return markup with tokens`(expression: String, html: String) throws {
    #expect(try element(expression) == .expression(.block(.text(html))))
  }

  @Test func `an element can return its own fields or the feature's`() throws {
    #expect(
      try element(
        """
        return {type: 'fields', title: 'Sums', description: 'of <b>{n}</b>',
          fieldInfos: [{fieldName: 'n', label: 'Number', format: {places: 1}},
            {fieldName: 'when', format: {dateFormat: 'year'}}, {fieldName: 'DBH'}],
          attributes: {n: 12, when: $feature.Planted}};
        """)
        == .expression(
          .block(
            .fields(
              PopupTable(
                title: "Sums", description: "of <b>12.0</b>",
                rows: [
                  PopupFieldRow(label: "Number", value: "12.0", kind: .expression),
                  PopupFieldRow(label: "when", value: "2021", kind: .expression),
                ])))))
    #expect(
      try element("{type: 'fields', fieldInfos: [{fieldName: 'DBH', label: 'D'}]}", title: "Own")
        == .expression(
          .block(
            .fields(
              PopupTable(
                title: "Own", description: "",
                rows: [PopupFieldRow(label: "D", value: "1234.5", kind: .number)])))))
    #expect(
      try element("{type: 'fields', attributes: {a: 1, b: 'x'}}")
        == .expression(
          .block(
            .fields(
              PopupTable(
                title: "", description: "",
                rows: [
                  PopupFieldRow(label: "a", value: "1", kind: .expression),
                  PopupFieldRow(label: "b", value: "x", kind: .expression),
                ])))))
  }

  @Test func `an element can return charts of its own attributes`() throws {
    let element = try element(
      """
      var sums = {};
      for (var i = 0; i < 3; i++) { sums['y' + i] = i * 10; }
      return {type: 'media', attributes: sums, mediaInfos: [{type: 'linechart', title: 'Years',
        value: {fields: ['y0', 'y1', 'y2']}}]};
      """)
    guard case .expression(.block(.media(let gallery)))? = element,
      case .chart(_, let alt, let title, _)? = gallery.items.first
    else {
      Issue.record("no chart")
      return
    }
    #expect(title == "Years")
    #expect(alt.contains("y1 10") && alt.contains("y2 20"), "\(alt)")
  }

  @Test(arguments: ["null", "'text'", "1", "{}", "{type: 'other'}", "{type: 'fields'}", "[1]"])
  func `an element without content is not shown`(expression: String) throws {
    #expect(try element(expression) == nil)
  }

  // MARK: Expressions that cannot run

  @Test func `expressions that cannot run are noted with their location and stay empty`() throws {
    let layer = try SampleLayer(
      SampleTable(fields: Self.fields),
      """
      {"expressionInfos": [
        {"name": "a", "title": "Area", "expression": "var x = 1;\\nOffset($feature, 1)"},
        {"name": "b", "title": "", "expression": "1 +"},
        {"name": "unused", "title": "", "expression": "1 +"}],
       "popupElements": [
        {"type": "fields", "fieldInfos": [{"fieldName": "expression/a"}, {"fieldName": "Name"}]},
        {"type": "text", "text": "<p>{expression/b}</p>"},
        {"type": "expression", "expressionInfo": {"title": "Chart", "expression": "Buffer()"}}]}
      """)
    let notes = layer.notices.compactMap { notice -> String? in
      guard case .expressionNotEvaluated(let expression, let error) = notice else { return nil }
      return "\(expression.name)|\(error)"
    }
    #expect(notes.count == 3, "\(notes)")
    #expect(notes.first?.hasPrefix("Area (a)|line 2, column 1: Offset is not supported") == true)
    #expect(notes.dropFirst().first?.hasPrefix("b|line 1, column 4: ") == true, "\(notes)")
    #expect(notes.last?.hasPrefix("Chart|line 1, column 1: Buffer") == true, "\(notes)")
    let elements = try layer.popup(Self.values).elements
    #expect(
      elements == [
        .fields(
          PopupTable(
            title: "", description: "",
            rows: [
              PopupFieldRow(label: "Area", value: "", isNull: true, kind: .expression),
              PopupFieldRow(label: "Name", value: "Oak & <Ash>"),
            ])), .text("<p></p>"), .expression(.notEvaluated(expression: "", title: "Chart")),
      ])
  }

  @Test func `failures are counted with the first record and the location`() throws {
    let layer = try layer(
      ["if ($feature.DBH) { 1 }", "$feature.Name"],
      #""title": "{expression/e1} {expression/e0}{expression/e0}""#)
    var workspace = PopupWorkspace()
    for row in [Int64(7), 3, 9] {
      workspace.row = row
      let record = layer.table.record(Self.values)
      let popup = try layer.layer.popup(of: record.span, related: [], in: &workspace)
      #expect(popup.title == "Oak & <Ash>")
    }
    #expect(workspace.failures.map(\.count) == [3])
    #expect(workspace.failures.map(\.row) == [3])
    #expect(workspace.failures.map(\.expression) == [0])
    let problem = workspace.failures.first?.problem ?? ""
    #expect(problem.hasPrefix("line 1, column ") && problem.contains("true or false"), "\(problem)")
  }

  // MARK: The clock

  @Test func `the given time is used in the layer's zone, with a notice`() throws {
    let zone = try TimeZoneRules(name: "America/Los_Angeles")
    let layer = try layer(
      ["Now()", "Text(Today(), 'Y-MM-DD HH:mm')", "1"], titles: ["Now"],
      #""description": "{expression/e0} {expression/e1} {expression/e2}""#, zone: zone)
    #expect(try layer.html(Self.values) == "10/29/2021, 8:04 AM 2021-10-29 00:00 1")
    let readers = layer.notices.map { notice in
      if case .expressionReadsClock(let expression) = notice { expression.name } else { "" }
    }
    #expect(readers == ["Now (e0)", "e1"])
  }

  @Test func `without a time, expressions that need it stay empty`() throws {
    var notices: [PopupNotice] = []
    let table = try SampleTable(fields: Self.fields)
    let popup = """
      {"title": "[{expression/a}{expression/b}]", "expressionInfos": [
       {"name": "a", "title": "", "expression": "Now()"},
       {"name": "b", "title": "", "expression": "$feature.DBH"}]}
      """
    let layer = PopupLayer(
      title: "x", definition: table.definition, popupInfo: try SampleTable.json(popup),
      schema: table.schema, relatedTables: [], setting: PopupSetting(now: nil, timeZone: .utc),
      notices: &notices)
    var workspace = PopupWorkspace()
    let record = table.record(Self.values)
    #expect(try layer.title(of: record.span, related: [], in: &workspace) == "[1234.5]")
  }

  @Test func `expressions cannot see fields that are not published`() throws {
    var notices: [PopupNotice] = []
    let table = try SampleTable(fields: Self.fields)
    let popup = """
      {"title": "{expression/a}|{expression/b}|{expression/c}", "expressionInfos": [
       {"name": "a", "title": "", "expression": "$feature.Name"},
       {"name": "b", "title": "", "expression": "$feature['Na' + 'me']"},
       {"name": "c", "title": "", "expression": "$feature.DBH"}]}
      """
    let layer = PopupLayer(
      title: "x", definition: table.definition, popupInfo: try SampleTable.json(popup),
      schema: table.schema, relatedTables: [],
      setting: PopupSetting(now: 0, timeZone: .utc, visibleColumns: [1, 2]), notices: &notices)
    var workspace = PopupWorkspace()
    let record = table.record(Self.values)
    #expect(try layer.title(of: record.span, related: [], in: &workspace) == "||1234.5")
    #expect(workspace.failures.map(\.expression) == [0, 1])
  }

  // MARK: Values for other programs

  @Test func `values are available formatted and as data`() throws {
    let layer = try layer(
      ["$feature.DBH", "$feature.Planted", "[1, 'a']", "null", "'unused'"], titles: ["D"],
      """
      "description": "{expression/e0} {expression/e1} {expression/e2} {expression/e3}",
      "fieldInfos": [{"fieldName": "expression/e0", "format": {"places": 2}}]
      """)
    var workspace = PopupWorkspace()
    let record = layer.table.record(Self.values)
    let values = try layer.layer.summary(of: record.span, related: [], in: &workspace).expressions
    #expect(values.map(\.name) == ["e0", "e1", "e2", "e3"])
    #expect(values.map(\.title) == ["D", "", "", ""])
    #expect(values.map(\.text) == ["1234.50", "10/29/2021, 3:04 PM", "1\na", ""])
    #expect(
      values.map(\.data) == [
        .number(1234.5), .number(1_635_519_845_000), [1, "a"], .null,
      ])
  }

  @Test func `visible expression values become columns, by title and as data`() throws {
    let layer = try SampleLayer(
      SampleTable(fields: Self.fields),
      """
      {"title": "{Name} {expression/title}", "expressionInfos": [
        {"name": "color", "title": "Color", "expression": "'#123456'"},
        {"name": "sum", "title": " Sum\\n of it ", "expression": "$feature.DBH * 2"},
        {"name": "day", "title": "", "expression": "$feature.Planted"},
        {"name": "dateOnly", "title": "Day", "expression": "DateOnly($feature.Planted)"},
        {"name": "thick", "title": "sum of it", "expression": "$feature.DBH > 20"},
        {"name": "list", "title": "List", "expression": "['a', 2]"},
        {"name": "link", "title": "Link", "expression": "'https://example.org'"},
        {"name": "title", "title": "Title", "expression": "Upper('oak')"},
        {"name": "subtitle", "title": "Subtitle", "expression": "1 / 0"},
        {"name": "unused", "title": "Unused", "expression": "1"},
        {"name": "hidden", "title": "Hidden", "expression": "1"},
        {"name": "lost", "title": "Lost", "expression": "$feature.Lost"},
        {"name": "stopped", "title": "Stopped", "expression": "Buffer(1)"},
        {"name": "chart", "title": "Slice", "expression": "3"}],
       "popupElements": [
        {"type": "text", "text": "<p style='color:{expression/color}'>{expression/sum}</p>"},
        {"type": "text", "text": "<a href='{expression/link}'>{expression/sum}</a>"},
        {"type": "fields", "fieldInfos": [
          {"fieldName": "expression/day", "format": {"dateFormat": "year"}},
          {"fieldName": "expression/dateOnly"},
          {"fieldName": "expression/thick"}, {"fieldName": "expression/list"},
          {"fieldName": "expression/lost"}, {"fieldName": "expression/stopped"},
          {"fieldName": "expression/hidden", "visible": false}]},
        {"type": "media", "mediaInfos": [{"type": "piechart",
          "value": {"fields": ["expression/chart", "DBH"]}}]},
        {"type": "expression", "title": "Name", "expressionInfo": {"expression":
          "return {'type': 'text', 'text': '<b>' + $feature.DBH + '</b><br>in'}"}},
        {"type": "expression", "expressionInfo": {"title": "Table", "expression":
          "return {'type': 'fields', 'attributes': {'a': 1, 'b': 'two'}}"}},
        {"type": "expression", "expressionInfo": {"expression": "null"}}]}
      """)
    let columns = layer.layer.computedColumns
    let titles = [
      "Sum of it", "day", "Day", "sum of it", "List", "Title", "Subtitle", "Slice", "Name",
      "Table", "Computed",
    ]
    #expect(columns.map(\.title) == titles)
    #expect(
      columns.names(beside: ["NAME", "Slice", "slice 2"]) == [
        "Sum of it", "day", "Day 2", "sum of it 2", "List", "Title", "Subtitle", "Slice 3",
        "Name 2", "Table", "Computed",
      ])
    var workspace = PopupWorkspace()
    for _ in 0..<2 {
      let record = layer.table.record(Self.values)
      let popup = try layer.layer.popup(of: record.span, related: [], in: &workspace)
      #expect(popup.elements.count == 6)
      #expect(
        layer.layer.computedValues(of: record.span, in: &workspace) == [
          .number(2469), .date(1_635_519_845_000), .day(18_929), .boolean(true), .text("a\n2"),
          .text("OAK"), .null, .number(3), .text("1234.5 in"), .text("a: 1\nb: two"), .null,
        ])
    }
    // Each expression runs only once per record.
    #expect(workspace.failures.map(\.count) == [2], "only the missing field fails")
  }
}
