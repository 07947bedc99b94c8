extension Chart {
  /// Draws horizontal bars, one per line: label, bar, value.
  func drawBars(_ canvas: inout ChartCanvas) {
    let scale = ChartScale(values, steps: 4)
    let labelWidth = min(values.map { ChartText.width(of: $0.label) }.max() ?? 0, 130)
    let valueWidth = min(
      values.map { ChartText.width(of: Self.text(of: $0)) }.max() ?? 0, 90)
    let left = labelWidth + (scale.minimum < 0 ? valueWidth + 12 : 8)
    let width = ChartCanvas.width - left - (scale.maximum > 0 ? valueWidth + 6 : 2)
    let zero = left + width * scale.fraction(of: 0)
    let step = values.count > 16 ? 18.0 : 24.0
    for (index, value) in values.enumerated() {
      let top = Double(index) * step + 2
      let end = left + width * scale.fraction(of: value.number)
      let text = Self.text(of: value)
      canvas.text(
        ChartText.cut(value.label, width: labelWidth), x: labelWidth, y: top + step / 2 + 2,
        anchor: .end)
      canvas.bar(
        x: min(zero, end), y: top, width: abs(end - zero), height: step - 6,
        color: palette.color(index), tip: "\(value.label): \(text)")
      canvas.text(
        ChartText.cut(text, width: 90), x: value.number < 0 ? end - 4 : end + 4,
        y: top + step / 2 + 2, anchor: value.number < 0 ? .end : .start)
    }
    canvas.height = Double(values.count) * step
    let x = ChartCanvas.number(zero)
    canvas.rule("M\(x) 0V\(ChartCanvas.number(canvas.height))", isAxis: true)
  }
}
