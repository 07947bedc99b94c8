import Bytes

/// Numbers as project files have them.
enum QGISNumber {
  /// The shortest text that reads back as the number; whole ones without a point.
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    if value == value.rounded(), value.magnitude < 1e15 { return String(Int64(value)) }
    return "\(value)"
  }

  /// Points, of which QGIS makes the same size on every screen: a pixel is three quarters of one.
  static func points(_ pixels: Double) -> String {
    text((pixels * 75).rounded() / 100)
  }
}
