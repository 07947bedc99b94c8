import Bytes
import FeatureData

/// A day as pages write it, `2026-11-21`, in UTC.
enum Day {
  static func text(_ milliseconds: Int64) -> String {
    var text: [UInt8] = []
    _ = DateText.appendDateTime(milliseconds, to: &text)
    return String(decoding: text.prefix(10), as: UTF8.self)
  }

  /// A moment, as `--now` takes it.
  static func moment(_ milliseconds: Int64) -> String {
    var text: [UInt8] = []
    _ = DateText.appendDateTime(milliseconds, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
