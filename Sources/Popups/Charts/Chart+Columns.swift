extension Chart {
  /// Draws columns, or points on a line, with labels below and numbers on the left.
  func drawOverAxis(_ canvas: inout ChartCanvas) {
    let scale = ChartScale(values, steps: 4)
    let ticks = scale.ticks.map { (value: $0, text: ChartText.tick($0)) }
    let left = min((ticks.map { ChartText.width(of: $0.text) }.max() ?? 0) + 8, 90)
    let top = 8.0
    let bottom = 178.0
    func y(_ number: Double) -> Double { bottom - (bottom - top) * scale.fraction(of: number) }
    for tick in ticks {
      let height = y(tick.value)
      let level = ChartCanvas.number(height)
      canvas.rule(
        "M\(ChartCanvas.number(left)) \(level)H\(ChartCanvas.number(ChartCanvas.width))",
        isAxis: tick.value == 0)
      canvas.text(tick.text, x: left - 6, y: height + 4, anchor: .end, isFaint: true)
    }
    let step = (ChartCanvas.width - left) / Double(values.count)
    let middles = values.indices.map { left + step * (Double($0) + 0.5) }
    if form == .line {
      drawLine(&canvas, middles: middles, heights: values.map { y($0.number) })
    } else {
      drawColumns(&canvas, middles: middles, step: step, y: y)
    }
    drawLabels(&canvas, middles: middles, step: step, bottom: bottom)
  }

  private func drawColumns(
    _ canvas: inout ChartCanvas, middles: [Double], step: Double, y: (Double) -> Double
  ) {
    let width = min(step * 0.72, 48)
    for (index, value) in values.enumerated() {
      let ends = (y(value.number), y(0))
      canvas.bar(
        x: middles[index] - width / 2, y: min(ends.0, ends.1), width: width,
        height: abs(ends.0 - ends.1), color: palette.color(index),
        tip: "\(value.label): \(Self.text(of: value))")
    }
  }

  private func drawLine(_ canvas: inout ChartCanvas, middles: [Double], heights: [Double]) {
    let points = zip(middles, heights).map {
      "\(ChartCanvas.number($0)) \(ChartCanvas.number($1))"
    }
    if points.count > 1 {
      canvas.line("M" + points.joined(separator: "L"), color: palette.color(0), width: 2)
    }
    // More dots than this would hide the line.
    guard points.count <= 60 else { return }
    for (index, value) in values.enumerated() {
      canvas.dot(
        x: middles[index], y: heights[index], radius: points.count > 30 ? 2 : 3.5,
        color: palette.color(0), tip: "\(value.label): \(Self.text(of: value))")
    }
  }

  /// Draws the labels below: level where they fit, otherwise slanted. If there are very many, only
  /// some are drawn.
  private func drawLabels(
    _ canvas: inout ChartCanvas, middles: [Double], step: Double, bottom: Double
  ) {
    let widest = values.map { ChartText.width(of: $0.label) }.max() ?? 0
    if widest <= step - 4 || step >= 80 {
      for (index, value) in values.enumerated() {
        canvas.text(
          ChartText.cut(value.label, width: step - 4), x: middles[index], y: bottom + 18,
          anchor: .middle)
      }
      canvas.height = bottom + 26
      return
    }
    // Each slanted line of text needs 16 units of width.
    let every = max(1, Int((16 / step).rounded(.up)))
    var depth = 0.0
    for index in stride(from: 0, to: values.count, by: every) {
      // A slanted label extends down and to the left, so there is less room near the edge.
      let room = min(90, (middles[index] - 2) / 0.71)
      let label = ChartText.cut(values[index].label, width: max(room, 20))
      depth = max(depth, ChartText.width(of: label) * 0.71)
      canvas.text(
        label, x: middles[index] + 4, y: bottom + 14, anchor: .end, turned: -45)
    }
    canvas.height = bottom + 24 + depth
  }
}
