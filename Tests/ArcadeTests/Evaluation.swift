import Arcade
import FeatureData
import Foundation

/// Runs expressions without a feature.
enum Evaluation {
  /// 20 October 2016 18:23:03.555 UTC, the time in the function reference's examples.
  static let now: Int64 = 1_476_987_783_555

  /// The value as text; null as `null`.
  static func of(
    _ source: String, now: Int64 = now, zone: TimeZoneRules = .utc
  ) throws -> String {
    let program = try ArcadeProgram(parsing: source, profile: .popup, features: nil)
    var workspace = ArcadeWorkspace(context: ArcadeContext(now: now, zone: zone))
    let value = try workspace.value(of: program)
    return value.isNull ? "null" : try workspace.run.text(of: value)
  }

  /// The value as text, in a zone of the system's database.
  static func of(_ source: String, in zone: String) throws -> String {
    try of(source, zone: TimeZoneRules(name: zone))
  }

  /// The problem of an expression, without its position; nil if it has a value.
  static func problem(_ source: String) -> String? {
    do {
      _ = try of(source)
      return nil
    } catch {
      return (error as? ArcadeError)?.problem.description
    }
  }
}
