import Bytes

extension Chart {
  /// Draws a pie beside a list of its slices. Only values above zero have slices. The list has all
  /// values.
  func drawPie(_ canvas: inout ChartCanvas) {
    let total = values.reduce(0) { $0 + max($1.number, 0) }
    let row = 20.0
    let height = max(164, Double(values.count) * row + 4)
    let center = (x: 82.0, y: 82.0)
    let radius = 78.0
    if total > 0, total.isFinite {
      drawSlices(&canvas, total: total, center: center, radius: radius)
    } else {
      canvas.rule(
        "M\(ChartCanvas.number(center.x - radius)) \(ChartCanvas.number(center.y))"
          + "a\(ChartCanvas.number(radius)) \(ChartCanvas.number(radius)) 0 1 1 0 0.1Z")
    }
    for (index, value) in values.enumerated() {
      let baseline = Double(index) * row + 16
      let text = Self.text(of: value)
      let textWidth = min(ChartText.width(of: text), 90)
      let tip = "\(value.label): \(text)"
      canvas.bar(
        x: 184, y: baseline - 10, width: 11, height: 11, color: palette.color(index), tip: tip)
      canvas.text(
        ChartText.cut(value.label, width: ChartCanvas.width - 202 - textWidth - 16), x: 202,
        y: baseline, anchor: .start)
      canvas.text(
        ChartText.cut(text, width: 90), x: ChartCanvas.width, y: baseline, anchor: .end,
        isFaint: true)
    }
    canvas.height = height
  }

  private func drawSlices(
    _ canvas: inout ChartCanvas, total: Double, center: (x: Double, y: Double), radius: Double
  ) {
    func point(_ share: Double) -> String {
      let angle = share * 2 * Double.pi
      let x = center.x + radius * Transcendental.sin(angle)
      let y = center.y - radius * Transcendental.cos(angle)
      return "\(ChartCanvas.number(x)) \(ChartCanvas.number(y))"
    }
    let size = ChartCanvas.number(radius)
    let middle = "\(ChartCanvas.number(center.x)) \(ChartCanvas.number(center.y))"
    var start = 0.0
    for (index, value) in values.enumerated() where value.number > 0 {
      let share = value.number / total
      let percent = ChartText.number((share * 1_000).rounded() / 10)
      let tip = "\(value.label): \(Self.text(of: value)) (\(percent)%)"
      let path: String
      if share > 0.9995 {
        // An arc that ends where it begins would not be drawn.
        path =
          "M\(point(0))A\(size) \(size) 0 1 1 \(point(0.5))A\(size) \(size) 0 1 1 \(point(0))Z"
      } else {
        let isLarge = share > 0.5 ? 1 : 0
        path =
          "M\(middle)L\(point(start))A\(size) \(size) 0 \(isLarge) 1 \(point(start + share))Z"
      }
      canvas.shape(path, color: palette.color(index), tip: tip)
      start += share
    }
  }
}
