import Bytes
import FeatureData

/// Writes days as in pages, `2026-11-21`, in UTC.
enum Day {
  static func text(_ milliseconds: Int64) -> String {
    var text: [UInt8] = []
    _ = DateText.appendDateTime(milliseconds, to: &text)
    return String(decoding: text.prefix(10), as: UTF8.self)
  }

  /// Returns a point in time, in the format of `--now`.
  static func timestamp(_ milliseconds: Int64) -> String {
    var text: [UInt8] = []
    _ = DateText.appendDateTime(milliseconds, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
