import Bytes
import Markup

/// Writes the SVG of a chart, 360 units wide.
struct ChartCanvas {
  enum Anchor: String {
    case start, middle, end
  }

  static let width = 360.0
  /// The height of the picture. Set it before calling `finish`.
  var height = 0.0
  private var body: [UInt8] = []

  consuming func finish(label: String, title: String) -> String {
    var text: [UInt8] = []
    text.append(literal: "<svg role=\"img\" aria-label=\"")
    HTMLText.escape(label, into: &text)
    text.append(literal: "\" viewBox=\"0 0 ")
    text.append(contentsOf: "\(Self.number(Self.width)) \(Self.number(height))".utf8)
    text.append(literal: "\" font-size=\"12\" fill=\"currentColor\">")
    if !title.isEmpty {
      text.append(literal: "<title>")
      HTMLText.escape(title, into: &text)
      text.append(literal: "</title>")
    }
    text.append(contentsOf: body)
    text.append(literal: "</svg>")
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns a coordinate with at most one decimal.
  static func number(_ value: Double) -> String {
    let tenths = Int((min(max(value, -1e6), 1e6) * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
    return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
  }

  /// Adds a line of text with its baseline at `y`.
  mutating func text(
    _ text: String, x: Double, y: Double, anchor: Anchor, isFaint: Bool = false,
    turned degrees: Int = 0
  ) {
    let position = "x=\"\(Self.number(x))\" y=\"\(Self.number(y))\""
    body.append(contentsOf: "<text \(position)".utf8)
    if anchor != .start { body.append(contentsOf: " text-anchor=\"\(anchor.rawValue)\"".utf8) }
    if isFaint { body.append(literal: " opacity=\".75\"") }
    if degrees != 0 {
      let turn = "rotate(\(degrees) \(Self.number(x)) \(Self.number(y)))"
      body.append(contentsOf: " transform=\"\(turn)\"".utf8)
    }
    body.append(literal: ">")
    HTMLText.escape(text, into: &body)
    body.append(literal: "</text>")
  }

  /// Adds a filled rectangle with a tooltip.
  mutating func bar(
    x: Double, y: Double, width: Double, height: Double, color: String, tip: String
  ) {
    let box =
      "x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\" "
      + "height=\"\(Self.number(height))\" rx=\"\(width < 4 || height < 4 ? "0" : "1.5")\""
    mark("rect", attributes: "\(box) fill=\"\(color)\"", tip: tip)
  }

  /// Adds a filled circle with a tooltip.
  mutating func dot(x: Double, y: Double, radius: Double, color: String, tip: String) {
    let circle = "cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\""
    mark("circle", attributes: "\(circle) fill=\"\(color)\"", tip: tip)
  }

  /// Adds a filled shape with a thin outline, described by SVG path commands.
  mutating func shape(_ path: String, color: String, tip: String) {
    let rim = "stroke=\"currentColor\" stroke-opacity=\".3\" stroke-width=\".7\""
    mark("path", attributes: "d=\"\(path)\" fill=\"\(color)\" \(rim)", tip: tip)
  }

  /// Adds a line without a fill.
  mutating func line(_ path: String, color: String, width: Double) {
    let pen = "stroke=\"\(color)\" stroke-width=\"\(Self.number(width))\" stroke-linejoin=\"round\""
    body.append(contentsOf: "<path d=\"\(path)\" fill=\"none\" \(pen)/>".utf8)
  }

  /// Adds a faint line of an axis or a grid.
  mutating func rule(_ path: String, isAxis: Bool = false) {
    let pen = "stroke=\"currentColor\" stroke-opacity=\"\(isAxis ? ".6" : ".18")\""
    body.append(contentsOf: "<path d=\"\(path)\" fill=\"none\" \(pen)/>".utf8)
  }

  private mutating func mark(_ element: String, attributes: String, tip: String) {
    body.append(contentsOf: "<\(element) \(attributes)>".utf8)
    body.append(literal: "<title>")
    HTMLText.escape(tip, into: &body)
    body.append(contentsOf: "</title></\(element)>".utf8)
  }
}
