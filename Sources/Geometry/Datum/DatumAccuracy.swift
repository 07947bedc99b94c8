/// How far positions may be off after a change of datum.
package enum DatumAccuracy: Sendable, Equatable {
  /// By that many meters.
  case meters(Double)
  /// Whoever gave the parameters did not say.
  case unknown
}
