import Arcade
import FeatureData
import Foundation

/// What expressions without a feature give.
enum Evaluation {
  /// Thu Oct 20 2016 18:23:03.555 UTC, the moment of the function reference's examples.
  static let now: Int64 = 1_476_987_783_555
  /// The value in words: texts and dates as their text, null as `null`.
  static func of(
    _ source: String, now: Int64 = now, zone: TimeZoneRules = .utc
  ) throws -> String {
    let program = try ArcadeProgram(parsing: source, profile: .popup, features: nil)
    var run = ArcadeWorkspace(context: ArcadeContext(now: now, zone: zone))
    let value = try run.value(of: program)
    return value.isNull ? "null" : try run.text(of: value)
  }

  /// The same in a zone of the system's data base.
  static func of(_ source: String, in zone: String) throws -> String {
    try of(source, zone: TimeZoneRules(name: zone))
  }

  /// What is wrong with an expression, without the place; nil if it has a value.
  static func problem(_ source: String) -> String? {
    do {
      _ = try of(source)
      return nil
    } catch {
      return (error as? ArcadeError)?.problem.description
    }
  }
}
