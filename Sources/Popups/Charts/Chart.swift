/// One value of a chart.
package struct ChartValue: Sendable, Equatable {
  /// What the value describes; plain text.
  package var label: String
  /// The value.
  package var number: Double
  /// The value as people read it; nil to use the chart's own format.
  package var text: String?

  /// A value from its parts.
  package init(label: String, number: Double, text: String? = nil) {
    self.label = label
    self.number = number
    self.text = text
  }
}

/// A chart in a pop-up, drawn as a small SVG that is readable on light and dark pages. Text and
/// axes take the color of the surrounding text. The colors of values are visible on both.
package struct Chart: Sendable {
  /// The maximum number of bars, columns or slices. The chart states how many values are left out.
  package static let maximumShapes = 50
  /// The maximum number of points on a line.
  package static let maximumPoints = 500

  /// The form of the chart.
  package let form: PopupChartInfo.Form
  /// The title; plain text, may be empty.
  package let title: String
  /// The values that are drawn.
  package let values: [ChartValue]
  /// How many values were left out because there are too many.
  package let leftOut: Int
  let palette: ChartPalette

  /// Creates a chart of the values that are numbers. Returns nil if there are none.
  ///
  /// - Parameter colors: The map's colors as red, green, blue and alpha from 0 to 255. If empty,
  ///   the default colors are used.
  package init?(
    form: PopupChartInfo.Form, title: String, values: [ChartValue], colors: [[UInt8]] = []
  ) {
    let numbers = values.filter { $0.number.isFinite }
    guard !numbers.isEmpty else { return nil }
    let most = form == .line ? Self.maximumPoints : Self.maximumShapes
    self.form = form
    self.title = ChartText.cleaned(title)
    self.values = numbers.prefix(most).map { value in
      ChartValue(
        label: ChartText.cleaned(value.label), number: value.number,
        text: value.text.map(ChartText.cleaned))
    }
    leftOut = numbers.count - self.values.count
    palette = ChartPalette(colors, isOneColorEnough: form != .pie)
  }

  /// The chart in words for people who cannot see it: form, title, each label with its value.
  package var alternativeText: String {
    let name =
      switch form {
      case .bar: "Bar chart"
      case .column: "Column chart"
      case .line: "Line chart"
      case .pie: "Pie chart"
      }
    let start = title.isEmpty ? name : "\(name): \(title)"
    let parts = values.prefix(Self.maximumShapes).map { "\($0.label) \(Self.text(of: $0))" }
    let more = values.count - parts.count + leftOut
    return "\(start). \(parts.joined(separator: "; "))\(more > 0 ? "; and \(more) more" : "")."
  }

  /// The chart as an SVG element.
  package var svg: String {
    var canvas = ChartCanvas()
    switch form {
    case .bar: drawBars(&canvas)
    case .column, .line: drawOverAxis(&canvas)
    case .pie: drawPie(&canvas)
    }
    if leftOut > 0 {
      canvas.height += 18
      canvas.text(
        "and \(leftOut) more", x: 0, y: canvas.height - 5, anchor: .start, isFaint: true)
    }
    return canvas.finish(label: alternativeText, title: title)
  }

  /// Returns the text that people read for a value.
  static func text(of value: ChartValue) -> String {
    value.text ?? ChartText.number(value.number)
  }
}

/// The colors of the values.
struct ChartPalette: Sendable {
  private let colors: [String]

  /// Colors with a contrast of at least 3 on white and on near black (WCAG 2.2, 1.4.11).
  private static let defaults = [
    "#4f8f63", "#4c84b8", "#b37a2e", "#9c68b3", "#c65f70", "#748b3a", "#3f9098", "#8a7d70",
  ]

  init(_ map: [[UInt8]], isOneColorEnough: Bool) {
    let given = map.filter { $0.count >= 3 && ($0.count < 4 || $0[3] > 0) }
      .map { Self.hexadecimal($0) }
    colors = given.isEmpty ? (isOneColorEnough ? [Self.defaults[0]] : Self.defaults) : given
  }

  func color(_ index: Int) -> String { colors[index % colors.count] }

  private static func hexadecimal(_ parts: [UInt8]) -> String {
    "#"
      + parts.prefix(3).map { part in
        let text = String(part, radix: 16)
        return text.utf8.count < 2 ? "0" + text : text
      }.joined()
  }
}
