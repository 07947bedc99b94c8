import FeatureData
import MapModel

// Tables that cannot go, or need not, leave the plan before their relationships are looked at.
extension PackagePlan {
  /// A table whose own filter cannot be applied stays out: its rows are never all rows.
  mutating func leaveOutUnfiltered(now: Int64) throws(SurveyTooShort) {
    try leaveOut { table in
      guard let finding = PlanChecks.filterFinding(for: table, now: now) else { return nil }
      return (finding, "its filter cannot be applied")
    }
  }

  /// Read-only layers that no scale of the package shows stay out; editable ones stay in.
  mutating func leaveOutInvisible() throws(SurveyTooShort) {
    let scale = self.scale
    let message = "No scale of the package shows the layer"
    for table in tables where table.isNeverVisible(at: scale) && table.isEditable {
      noted.append(
        Finding(
          .layerScaleNeverVisible, subject: table.title,
          message + "; it is packed because it can be edited."))
    }
    try leaveOut(checked: false) { table in
      guard table.isNeverVisible(at: scale), !table.isEditable else { return nil }
      return (
        Finding(
          .layerScaleNeverVisible, subject: table.title, message + "; it is left out."),
        "no scale of the package shows it"
      )
    }
  }

  /// A layer whose coordinates cannot be compared with the area's stays out.
  mutating func leaveOutUnplaced() throws(SurveyTooShort) {
    guard let area else { return }
    try leaveOut { table in
      PlanChecks.areaFinding(for: table, area).map {
        ($0, "its coordinates cannot be held against the area")
      }
    }
  }

  /// A map none of whose layers is packed makes no package; an error that was found before says why.
  mutating func noteNothingPacked() {
    guard tables.isEmpty, !leftOut.isEmpty, noted.worst != .error else { return }
    noted.append(
      Finding(
        .mapNothingPacked, subject: "", "Every layer and table of the map is left out.",
        count: leftOut.count, samples: leftOut.map { "\($0.title): \($0.reason)" }))
  }

  /// Takes out the tables for which there is a finding and a reason; what the checks of those that
  /// are `checked` find stays.
  private mutating func leaveOut(
    checked: Bool = true, _ reason: (PlannedTable) -> (Finding, String)?
  ) throws(SurveyTooShort) {
    var kept: [PlannedTable] = []
    for table in tables {
      guard let (finding, why) = reason(table) else {
        kept.append(table)
        continue
      }
      // No row of it will be read: what its rows have to tell must be known by now.
      guard table.survey?.isComplete == true else { throw SurveyTooShort() }
      if checked {
        noted += PlanChecks.findings(
          for: table, among: ExpressionTableNames(of: table, among: tables, nil))
      }
      noted.append(finding)
      leftOut.append(LeftOutLayer(title: table.title, isTable: table.isTable, reason: why))
    }
    tables = kept
  }
}

extension PlannedTable {
  /// Whether no scale of a package shows the layer; tables are never shown anyway.
  fileprivate func isNeverVisible(at scale: ScaleRange) -> Bool {
    !isTable && layer.scaleRange.intersection(scale).isEmpty
  }
}
