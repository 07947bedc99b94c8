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
  /// The layers that are left out on request. Areas can be made of them, too.
  var withheld: [PlannedTable] = []

  /// The layers that can make areas.
  var areaTables: [PlannedTable] { draft.tables + withheld }
}
