import MapModel

/// A map whose layers are bound to their data and surveyed.
struct SurveyedMap: Sendable {
  var map: WebMap
  /// The SHA-256 of the map document, in hexadecimal.
  var digest: String
  var folder: DataFolder
  var offline: OfflineSettings
  /// The tiles of the base map; nil if packages get none.
  var baseMap: BaseMapSources?
  /// The tables that can be read.
  var draft: PlanDraft
}
