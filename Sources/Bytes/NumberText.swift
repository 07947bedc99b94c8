/// Formats numbers for people, the same in every locale.
package enum NumberText {
  /// Groups digits: `218602` becomes `218,602`.
  package static func grouped(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// Returns a count with its noun: `1 tree`, `3 trees`, `0 trees`.
  package static func plural(_ count: Int, one: String, many: String) -> String {
    "\(grouped(count)) \(count == 1 ? one : many)"
  }

  /// Returns a number of bytes in decimal units: `999 bytes`, `84.0 MB`.
  package static func bytes(_ count: Int) -> String {
    guard count.magnitude >= 1_000 else { return plural(count, one: "byte", many: "bytes") }
    let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
    var value = Double(count)
    var unit = -1
    // 999,950 would be rounded to 1000.0 kB.
    while value.magnitude >= 999.95 || unit < 0, unit < units.count - 1 {
      value /= 1_000
      unit += 1
    }
    return "\(fixed(value, digits: 1)) \(units[unit])"
  }

  /// Returns a duration: `0.04 s`, `3.1 s`, `42 s`, `3 min 20 s`, `2 h 05 min`.
  package static func seconds(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "?" }
    if seconds < 0.995 { return "\(fixed(seconds, digits: 2)) s" }
    if seconds < 9.95 { return "\(fixed(seconds, digits: 1)) s" }
    let whole = Int(seconds.rounded())
    if whole < 60 { return "\(whole) s" }
    if whole < 3_600 { return "\(whole / 60) min \(padded(whole % 60)) s" }
    let minutes = Int((seconds / 60).rounded())
    return "\(grouped(minutes / 60)) h \(padded(minutes % 60)) min"
  }

  /// Returns a part of a whole: `12.3%`. Never `100.0%` when something is left, or `0.0%` when
  /// something is done.
  package static func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "0.0%" }
    var value = Double(part) / Double(whole) * 100
    if part < whole { value = min(value, 99.9) }
    if part > 0 { value = max(value, 0.1) }
    return "\(fixed(value, digits: 1))%"
  }

  /// Returns a number with `digits` digits after the point, rounded half away from zero.
  package static func fixed(_ value: Double, digits: Int) -> String {
    guard value.isFinite, (0...6).contains(digits) else { return value.description }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    // Beyond 2^53 a double has no fraction, and soon it does not fit in an integer.
    guard value.magnitude * scale < 0x1p53 else { return value.description }
    let scaled = Int((value.magnitude * scale).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    let unit = Int(scale)
    guard digits > 0 else { return sign + String(scaled) }
    let fraction = String(scaled % unit)
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(sign)\(scaled / unit).\(zeros)\(fraction)"
  }

  private static func padded(_ value: Int) -> String {
    value < 10 ? "0\(value)" : String(value)
  }
}
