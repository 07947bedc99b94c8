package import FeatureData

/// What a run knows apart from its feature.
package struct ArcadeContext: Sendable {
  /// The time that `Now()` returns: milliseconds since 1970 UTC.
  package var now: Int64
  /// The map's time zone, in which dates are shown.
  package var zone: TimeZoneRules { zones.local }
  /// The map's spatial reference, in which expressions see all geometries of features; nil if these
  /// keep their own.
  package var spatialReference: ShapeReference?
  /// The value of `$view.scale`, the denominator of the map's scale; nil without a view.
  package var viewScale: Double?
  /// The tables that feature sets read; nil if there are none. Their rows must not change while a
  /// workspace reads them.
  package var tables: ArcadeTables?
  /// The limits of a run.
  package var limits: ArcadeLimits
  /// The map's time zone, and the zones that expressions have named.
  var zones: ArcadeZones

  /// Makes a context from its parts.
  package init(
    now: Int64, zone: TimeZoneRules = .utc, spatialReference: ShapeReference? = nil,
    viewScale: Double? = nil, tables: ArcadeTables? = nil, limits: ArcadeLimits = ArcadeLimits()
  ) {
    self.now = now
    self.spatialReference = spatialReference
    zones = ArcadeZones(local: zone)
    self.viewScale = viewScale
    self.tables = tables
    self.limits = limits
  }

  /// The moment of the run, in its time zone.
  var moment: ArcadeDate { ArcadeDate(milliseconds: now, zone: .local) }
}
