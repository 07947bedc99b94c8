import Bytes

/// Numbers in project files.
enum QGISNumber {
  /// The shortest text that reads back as the number, without a point for whole numbers.
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    if value == value.rounded(), value.magnitude < 1e15 { return String(Int64(value)) }
    return "\(value)"
  }

  /// Points, which QGIS draws in the same size on every screen. A pixel is three quarters of a
  /// point.
  static func points(_ pixels: Double) -> String {
    text((pixels * 75).rounded() / 100)
  }
}
