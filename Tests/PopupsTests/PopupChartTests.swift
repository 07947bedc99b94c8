import Popups
import Records
import Testing

/// Tests which values are drawn in charts of media elements. `ChartTests` tests how they are drawn.
struct PopupChartTests {
  private static let fields = [
    ("A", "Integer"), ("B", "Double"), ("C", "String"), ("N", "Integer"), ("T", "String"),
    ("ID", "Integer"),
  ]

  /// Returns the chart's alternative text, which contains every label and value.
  private func account(
    _ value: String, form: String = "columnchart", title: String = "Title",
    _ values: [String: SQLValue]
  ) throws -> String? {
    let visits = try SampleTable(fields: [
      ("Tree", "Integer"), ("When", "DateOnly"), ("DBH", "Double"), ("By", "String"),
    ])
    let layer = try SampleLayer(
      SampleTable(fields: Self.fields),
      """
      {"fieldInfos": [{"fieldName": "A", "label": "Ay"},
        {"fieldName": "B", "format": {"places": 2, "digitSeparator": true}},
        {"fieldName": "relationships/0/DBH", "label": "Mean", "statisticType": "\(
        value.contains("statistic") ? "avg" : "")"}],
       "mediaInfos": [{"type": "\(form)", "title": "\(title)", "value": {\(value)}}]}
      """,
      related: [
        visits.related(
          key: "ID", theirKey: "Tree", popup: #"{"fieldInfos": [{"fieldName": "When"}]}"#)
      ])
    #expect(layer.notices.isEmpty)
    let records = try visits.records(
      [
        ["Tree": 1, "When": "2020-01-01", "DBH": .real(10), "By": "ann"],
        ["Tree": 1, "When": "2022-01-01", "DBH": .real(12), "By": "cem"],
        ["Tree": 1, "When": "2021-01-01", "DBH": .real(11), "By": "bob"],
        ["Tree": 1, "When": nil, "DBH": nil, "By": "dan"],
      ], for: layer.layer.relations[0])
    for case .media(let gallery) in try layer.popup(values, related: [records]).elements {
      for case .chart(let svg, let alt, let shown, _) in gallery.items {
        #expect(svg.hasPrefix("<svg") && shown == title)
        return alt
      }
    }
    return nil
  }

  @Test(arguments: [
    (#""fields": ["A", "b"]"#, "Column chart: Title. Ay 5; B 1,234.50."),
    (#""fields": ["A", "C"]"#, "Column chart: Title. Ay 5; C 2.5."),
    (#""fields": ["A", "T"]"#, "Column chart: Title. Ay 5; T –."),
    (#""fields": ["A", "B"], "normalizeField": "N""#, "Column chart: Title. Ay 2.5; B 617.25."),
    (#""fields": ["A"], "normalizeField": "ID""#, "Column chart: Title. Ay 5."),
  ])
  func `a chart draws field values divided by the normalizing field unless it is zero`(
    value: String, expected: String
  ) throws {
    let values: [String: SQLValue] = [
      "A": 5, "B": .real(1234.5), "C": "2.5", "T": "Oak", "N": 2, "ID": 0,
    ]
    #expect(try account(value, values) == expected)
  }

  @Test func `pies and lines skip missing values`() throws {
    for form in ["piechart", "linechart"] {
      let text = try account(#""fields": ["A", "B"]"#, form: form, ["A": 5])
      #expect(text?.hasSuffix(": Title. Ay 5.") == true)
    }
  }

  @Test func `no values make no chart`() throws {
    #expect(try account(#""fields": ["A", "B"]"#, [:]) == nil)
    #expect(try account(#""fields": []"#, ["A": 5]) == nil)
    #expect(try account(#""fields": ["relationships/0/DBH"]"#, ["ID": 9]) == nil)
  }

  @Test func `a chart without a title uses the tooltip's value`() throws {
    let text = try account(
      #""fields": ["A"], "tooltipField": "T""#, title: "", ["A": 5, "T": "Oak"])
    #expect(text == "Column chart: Oak. Ay 5.")
  }

  @Test func `related records are drawn one by one, oldest first`() throws {
    let text = try account(
      #""fields": ["relationships/0/DBH"], "tooltipField": "relationships/0/When""#, ["ID": 1])
    #expect(text == "Column chart: Title. 1/1/2020 10; 1/1/2021 11; 1/1/2022 12.")
  }

  @Test func `a statistic of related records gives one value`() throws {
    let text = try account(
      #""statistic": 1, "fields": ["relationships/0/DBH", "A"]"#, ["ID": 1, "A": 5])
    #expect(text == "Column chart: Title. Mean 11; Ay 5.")
  }
}
