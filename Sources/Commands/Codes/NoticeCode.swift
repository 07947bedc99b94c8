import Console

/// The codes of warnings and notes beside a command's answer. The command goes on.
enum NoticeCode: String, CaseIterable, Sendable {
  case editLeftOut = "EDIT_LEFT_OUT"
  case exportGeometryLeftOut = "EXPORT_GEOMETRY_LEFT_OUT"
  case exportReferenceUnnamed = "EXPORT_CRS_UNNAMED"
  case fileCompleted = "FILE_COMPLETED"
  case fetchLayerSkipped = "SERVICE_LAYER_SKIPPED"
  case pushConflict = "SERVICE_EDIT_CONFLICT"
  case pushRefused = "SERVICE_EDIT_REFUSED"
  case pushLeftOut = "SERVICE_EDIT_LEFT_OUT"
  case mergeFileSkipped = "MERGE_FILE_SKIPPED"
  case mergeBaseUnused = "MERGE_BASE_UNUSED"

  /// How much it matters.
  var severity: Diagnostic.Severity {
    switch self {
    case .editLeftOut, .exportGeometryLeftOut, .exportReferenceUnnamed, .fetchLayerSkipped,
      .pushConflict, .pushRefused, .pushLeftOut:
      .warning
    case .fileCompleted, .mergeFileSkipped, .mergeBaseUnused: .note
    }
  }

  /// What it means, in one sentence without values.
  var title: String {
    switch self {
    case .editLeftOut: "The edited package lacks a trigger, view or index that the old one had."
    case .exportGeometryLeftOut: "CSV can't hold lines and polygons, so they are left out."
    case .exportReferenceUnnamed: "An exported CSV file can't say which coordinate system it uses."
    case .fileCompleted:
      "A run that was killed had not yet named all its outputs. Now they are named."
    case .fetchLayerSkipped: "A layer of the map has records, but not from a service."
    case .pushConflict:
      "Somebody edited a record in the service since the merge, so Fieldpack didn't overwrite it."
    case .pushRefused: "The service refused an edit."
    case .pushLeftOut: "Fieldpack didn't send a part of the edits."
    case .mergeFileSkipped: "A file in the folder of returned packages is not a package."
    case .mergeBaseUnused: "A file named with --base was not used."
    }
  }

  /// What to do about it.
  var fix: String {
    switch self {
    case .editLeftOut: "Add it again in SQLite if an app needs it."
    case .exportGeometryLeftOut: "Export to .geojson to keep the geometry."
    case .exportReferenceUnnamed:
      "To build from the file, name the system as \"spatialReference\" in bindings.json."
    case .fileCompleted:
      "The output of the earlier run is complete. To write it again, use --force."
    case .fetchLayerSkipped:
      "Save its records in the folder yourself, under the title of the layer."
    case .pushConflict: "Fetch again, merge again, decide the conflict, and push that."
    case .pushRefused: "Correct the record, or ask the owner of the service."
    case .pushLeftOut: "Enter it in the service yourself if you need it."
    case .mergeFileSkipped: "You can ignore this if the file is not a returned package."
    case .mergeBaseUnused:
      "Every package has its own base. To use another one, write --base NAME=FILE."
    }
  }

  /// A message with this code.
  func diagnostic(about subject: String, _ summary: String, fix: String? = nil) -> Diagnostic {
    Diagnostic(severity, code: rawValue, subject: subject, summary: summary, fix: fix)
  }
}
