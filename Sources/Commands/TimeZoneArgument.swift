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
  /// - Throws: `ConsoleError.badValue`.
  static func zone(_ value: String?) throws(ConsoleError) -> TimeZoneRules? {
    guard let value else { return nil }
    do throws(TimeZoneError) {
      return try TimeZoneRules(name: value)
    } catch {
      throw .badValue(
        option: "--time-zone", value: value,
        expected: "a name of the time zone database, such as America/Los_Angeles")
    }
  }
}
