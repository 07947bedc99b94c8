import Bytes
import Markup

/// Writes the SVG of a chart, 360 units wide.
struct ChartCanvas {
  enum Anchor: String {
    case start, middle, end
  }

  static let width = 360.0
  /// How high the picture is; set before it is finished.
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

  /// A coordinate with one place at most.
  static func number(_ value: Double) -> String {
    let tenths = Int((min(max(value, -1e6), 1e6) * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
    return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
  }

  /// A line of text whose baseline is at `y`.
  mutating func text(
    _ text: String, x: Double, y: Double, anchor: Anchor, isFaint: Bool = false,
    turned degrees: Int = 0
  ) {
    let place = "x=\"\(Self.number(x))\" y=\"\(Self.number(y))\""
    body.append(contentsOf: "<text \(place)".utf8)
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

  /// A filled rectangle with a text that shows under the pointer.
  mutating func bar(
    x: Double, y: Double, width: Double, height: Double, color: String, tip: String
  ) {
    let box =
      "x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\" "
      + "height=\"\(Self.number(height))\" rx=\"\(width < 4 || height < 4 ? "0" : "1.5")\""
    mark("rect", "\(box) fill=\"\(color)\"", tip)
  }

  /// A filled circle.
  mutating func dot(x: Double, y: Double, radius: Double, color: String, tip: String) {
    let place = "cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\""
    mark("circle", "\(place) fill=\"\(color)\"", tip)
  }

  /// A filled shape with a thin rim, by the commands of SVG paths.
  mutating func shape(_ path: String, color: String, tip: String) {
    let rim = "stroke=\"currentColor\" stroke-opacity=\".3\" stroke-width=\".7\""
    mark("path", "d=\"\(path)\" fill=\"\(color)\" \(rim)", tip)
  }

  /// A line that has no inside.
  mutating func line(_ path: String, color: String, width: Double) {
    let pen = "stroke=\"\(color)\" stroke-width=\"\(Self.number(width))\" stroke-linejoin=\"round\""
    body.append(contentsOf: "<path d=\"\(path)\" fill=\"none\" \(pen)/>".utf8)
  }

  /// A faint line of an axis or a grid.
  mutating func rule(_ path: String, isAxis: Bool = false) {
    let pen = "stroke=\"currentColor\" stroke-opacity=\"\(isAxis ? ".6" : ".18")\""
    body.append(contentsOf: "<path d=\"\(path)\" fill=\"none\" \(pen)/>".utf8)
  }

  private mutating func mark(_ element: String, _ attributes: String, _ tip: String) {
    body.append(contentsOf: "<\(element) \(attributes)>".utf8)
    body.append(literal: "<title>")
    HTMLText.escape(tip, into: &body)
    body.append(contentsOf: "</title></\(element)>".utf8)
  }
}
