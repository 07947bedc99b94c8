import Foundation
import FoundationXML
import Popups
import TestSupport
import Testing

struct ChartTests {
  static let forms: [PopupChartInfo.Form] = [.bar, .column, .line, .pie]

  static func chart(
    _ form: PopupChartInfo.Form, _ numbers: [Double], labels: [String]? = nil,
    colors: [[UInt8]] = []
  ) -> Chart? {
    let values = numbers.enumerated().map { index, number in
      ChartValue(label: labels?[index] ?? "Value \(index + 1)", number: number)
    }
    return Chart(form: form, title: "Trees", values: values, colors: colors)
  }

  /// Returns a chart's SVG and checks that it is well-formed and has no NaN or infinity.
  static func svg(_ chart: Chart?) throws -> String {
    let text = try #require(chart).svg
    #expect(XMLParser(data: Data(text.utf8)).parse(), "\(text)")
    #expect(!text.contains("nan") && !text.contains("inf"), "\(text)")
    return text
  }

  @Test func `a bar chart has this SVG`() throws {
    let text = try Self.svg(Self.chart(.bar, [3, -1.25], labels: ["Oak & <ash>", "Elm"]))
    #expect(
      text
        == """
        <svg role="img" aria-label="Bar chart: Trees. Oak &amp; &lt;ash&gt; 3; Elm -1.25." \
        viewBox="0 0 360 48" font-size="12" fill="currentColor"><title>Trees</title>\
        <text x="72.6" y="16" text-anchor="end">Oak &amp; &lt;ash&gt;</text>\
        <rect x="185.4" y="2" width="101.7" height="18" rx="1.5" fill="#4f8f63">\
        <title>Oak &amp; &lt;ash&gt;: 3</title></rect><text x="291.1" y="16">3</text>\
        <text x="72.6" y="40" text-anchor="end">Elm</text>\
        <rect x="143" y="26" width="42.4" height="18" rx="1.5" fill="#4f8f63">\
        <title>Elm: -1.25</title></rect><text x="139" y="40" text-anchor="end">-1.25</text>\
        <path d="M185.4 0V48" fill="none" stroke="currentColor" stroke-opacity=".6"/></svg>
        """)
  }

  static let numbers: [[Double]] = [
    [5], [0], [0, 0, 0], [-3, -2], [-5, 5], [1e308, -1e308, 3], [.leastNonzeroMagnitude],
    [1e-9, 2e-9], [1e15, 2e15], [.nan, 2, .infinity], [100, 0, 0], [0.1, 0.2, 0.3],
    (1...50).map { Double($0 * $0) }, (1...700).map { sin(Double($0)) },
  ]

  @Test(arguments: forms, numbers)
  func `any numbers make a well-formed picture`(
    form: PopupChartInfo.Form, numbers: [Double]
  ) throws {
    let chart = Self.chart(form, numbers)
    let text = try Self.svg(chart)
    #expect(text.hasPrefix(#"<svg role="img" aria-label="#))
    #expect(chart?.leftOut == max(0, numbers.filter(\.isFinite).count - (form == .line ? 500 : 50)))
  }

  @Test(arguments: forms)
  func `no numbers make no chart`(form: PopupChartInfo.Form) {
    #expect(Self.chart(form, []) == nil)
    #expect(Self.chart(form, [.nan, .infinity]) == nil)
  }

  @Test(arguments: forms)
  func `labels are cut and escaped`(form: PopupChartInfo.Form) throws {
    let labels = [
      String(repeating: "long label ", count: 900), "<script>alert(1)</script>", "\" onload=\"x",
      "\u{202E}turned\u{2066}", "a\0b\nc\u{1B}", "日本語の長いラベルです", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "",
    ]
    let text = try Self.svg(Self.chart(form, [1, 2, 3, 4, 5, 6, 7, 8], labels: labels))
    #expect(!text.contains("<script") && !text.contains("\" onload"))
    #expect(text.contains("…"))
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
  }

  @Test func `the map's colors are used in turn, without invisible ones`() throws {
    let colors: [[UInt8]] = [[255, 0, 0, 255], [0, 0, 255, 0], [0, 128, 0], [1]]
    let text = try Self.svg(Self.chart(.column, [1, 2, 3], colors: colors))
    #expect(text.components(separatedBy: "#ff0000").count == 3)
    #expect(text.components(separatedBy: "#008000").count == 2)
    #expect(!text.contains("#0000ff"))
  }

  @Test func `a pie with one slice is a circle, an empty pie a ring`() throws {
    #expect(try Self.svg(Self.chart(.pie, [7])).contains("A78 78 0 1 1 82 160A78 78 0 1 1 82 4Z"))
    let empty = try Self.svg(Self.chart(.pie, [0, -4]))
    #expect(!empty.contains("A78"))
    #expect(empty.contains("0 1 1 0 0.1Z"))
    #expect(try Self.svg(Self.chart(.pie, [1, 3])).contains("Value 2: 3 (75%)"))
  }

  @Test func `the alternative text has the formatted values`() throws {
    let chart = Chart(
      form: .line, title: "",
      values: [
        ChartValue(label: "2020", number: 1_234.5678), ChartValue(label: "2021", number: 2e6),
        ChartValue(label: "2022", number: 3e20), ChartValue(label: "2023", number: 3, text: "3 in"),
      ])
    #expect(
      chart?.alternativeText
        == "Line chart. 2020 1,234.568; 2021 2,000,000; 2022 3e20; 2023 3 in.")
    let text = try Self.svg(chart)
    #expect(text.contains(">2e20</text>"))
  }

  @Test func `an axis has few and round numbers`() throws {
    let text = try Self.svg(Self.chart(.column, [0, 93_000]))
    for tick in ["0", "25K", "50K", "75K", "100K"] { #expect(text.contains(">\(tick)</text>")) }
    let below = try Self.svg(Self.chart(.line, [-0.3, 0.7]))
    for tick in ["-0.5", "-0.25", "0", "0.25", "0.75"] {
      #expect(below.contains(">\(tick)</text>"), "\(tick)")
    }
  }

  /// Writes a page of charts for viewing, if the environment names a folder for it.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["FIELDPACK_CHARTS"] != nil))
  func `write charts for viewing`() throws {
    let folder = ProcessInfo.processInfo.environment["FIELDPACK_CHARTS"] ?? ""
    let samples: [[Double]] = [
      [12, 30, 7, 18], [3, -2, 8, -6, 4], (1...12).map { Double($0 * 37 % 23) * 4_200 },
      (1...40).map { Double($0 * $0) }, [5, 0, 0], [0, 0],
    ]
    let names = ["Good", "Fair condition", "Poor", "Dead or removed since", "Not assessed at all"]
    var page = "<!doctype html><meta charset=utf-8><style>body{margin:0;font:14px system-ui}"
    page += "div{display:grid;grid-template-columns:repeat(4,360px);gap:24px;padding:16px}"
    page += ".d{background:#1c201e;color:#eceeec}</style>"
    for style in ["", "d"] {
      page += "<div class=\"\(style)\">"
      for numbers in samples {
        for form in Self.forms {
          let labels = numbers.indices.map { $0 < 5 ? names[$0] : "Label \($0)" }
          page += try Self.svg(Self.chart(form, numbers, labels: labels))
        }
      }
      page += "</div>"
    }
    try Data(page.utf8).write(to: URL(filePath: folder + "/charts.html"))
  }
}
