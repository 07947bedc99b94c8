/// A line in dashes.
struct DashedLine {
  private(set) var dashes: [[SIMD2<Double>]] = []

  /// - Parameter begin: how far along the whole line this part begins, in pixels.
  init(_ line: [SIMD2<Double>], _ pattern: (dash: Double, gap: Double), begin: Double) {
    let period = pattern.dash + pattern.gap
    var place = begin - (begin / period).rounded(.down) * period
    // After a line of astronomic length.
    if !(place >= 0 && place < period) { place = 0 }
    var dash: [SIMD2<Double>] = []
    for (from, to) in zip(line, line.dropFirst()) {
      let step = to - from
      let length = (step * step).sum().squareRoot()
      guard length > 0 else { continue }
      var done = 0.0
      while done < length {
        let isDash = place < pattern.dash
        let rest = (isDash ? pattern.dash : period) - place
        let next = min(length, done + rest)
        if isDash {
          if dash.isEmpty { dash.append(from + step * (done / length)) }
          dash.append(from + step * (next / length))
        }
        guard done + rest <= length else {
          place += length - done
          break
        }
        if isDash {
          dashes.append(dash)
          dash = []
          place = pattern.dash
        } else {
          place = 0
        }
        done = next
      }
    }
    if dash.count > 1 { dashes.append(dash) }
  }
}
