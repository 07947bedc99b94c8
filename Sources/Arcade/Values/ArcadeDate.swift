import FeatureData

/// A moment, with the clocks it is shown by.
package struct ArcadeDate: Sendable, Equatable {
  /// Whose clocks show a moment.
  package enum Zone: Sendable, Equatable {
    /// Greenwich time.
    case utc
    /// The zone of the run (`ArcadeContext`).
    case local
    /// Minutes ahead of UTC.
    case offset(Int32)
  }

  /// Since 1970-01-01T00:00:00Z.
  package var milliseconds: Int64
  package var zone: Zone

  package init(milliseconds: Int64, zone: Zone) {
    self.milliseconds = milliseconds
    self.zone = zone
  }
}

/// A day without a time.
package struct ArcadeDay: Sendable, Equatable {
  /// From 1970-01-01; negative before.
  package var daysSince1970: Int

  package init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }
}

/// A time of day.
package struct ArcadeTime: Sendable, Equatable {
  /// Since midnight, below 86,400,000.
  package var milliseconds: Int

  package init(milliseconds: Int) { self.milliseconds = milliseconds }
}

extension ArcadeDate {
  /// The text of a date that joins a text: ISO 8601 with the offset of its clocks.
  func text(in context: ArcadeContext) -> String {
    var bytes: [UInt8] = []
    guard DateText.appendDateTime(milliseconds, to: &bytes) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ArcadeDay {
  /// `YYYY-MM-DD`.
  var text: String {
    var bytes: [UInt8] = []
    guard DateText.appendDate(Int64(daysSince1970) &* 86_400_000, to: &bytes) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ArcadeTime {
  /// `hh:mm:ss`.
  var text: String {
    let parts = [milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1_000 % 60]
    return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
