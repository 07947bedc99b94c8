package import FeatureData

/// What a run knows besides its feature.
package struct ArcadeContext: Sendable {
  /// What `Now()` says: milliseconds since 1970 UTC.
  package var now: Int64
  /// Whose clocks show dates: the map's time zone.
  package var zone: TimeZoneRules
  /// What `$view.scale` says, the denominator of the map's scale; nil where there is no view.
  package var viewScale: Double?
  /// The tables that feature sets read; nil where there are none. Their rows do not change while a
  /// workspace reads them.
  package var tables: ArcadeTables?
  /// What a run may take.
  package var limits: ArcadeLimits
  /// The zones that expressions have named.
  var zones = ArcadeZones()

  /// A context from its parts.
  package init(
    now: Int64, zone: TimeZoneRules = .utc, viewScale: Double? = nil, tables: ArcadeTables? = nil,
    limits: ArcadeLimits = ArcadeLimits()
  ) {
    self.now = now
    self.zone = zone
    self.viewScale = viewScale
    self.tables = tables
    self.limits = limits
  }
}
