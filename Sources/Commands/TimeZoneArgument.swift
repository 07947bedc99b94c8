import Console
import FeatureData

/// `--time-zone ZONE`, an option of the commands that read edits.
enum TimeZoneArgument {
  static let option = Option(
    "time-zone", valueName: "ZONE",
    help: "time zone of times without one, such as America/Los_Angeles; QGIS before 3.34.7 writes "
      + "such times (default: the map's)")

  /// Parses the time zone of a call.
  ///
  /// - Throws: `TimeZoneError`.
  static func zone(_ value: String?) throws -> TimeZoneRules? {
    try value.map { try TimeZoneRules(name: $0) }
  }
}
