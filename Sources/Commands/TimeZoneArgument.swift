import Console
import FeatureData

/// `--time-zone ZONE`, of the verbs that read what crews wrote.
enum TimeZoneArgument {
  static let option = Option(
    "time-zone", valueName: "ZONE",
    help: "the crews' clocks, such as America/Los_Angeles, by which times without a zone are read; "
      + "QGIS writes such before 3.34.7 (default: the map's)")

  /// The zone that a call names.
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
