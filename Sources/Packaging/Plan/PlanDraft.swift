import FeatureData
import MapModel
import Packages

/// The tables of a plan while it is decided which of them are packed. Relationships and attachments
/// are only looked for among the tables that stay.
struct PlanDraft {
  private(set) var tables: [PlannedTable] = []
  private(set) var leftOut: [LeftOutLayer]
  /// The findings so far, without those of the checks of tables that stay.
  private(set) var findings: [Finding]

  init(leftOut: [LeftOutLayer], findings: [Finding]) {
    self.leftOut = leftOut
    self.findings = findings
  }

  /// Adds a surveyed table.
  mutating func add(_ table: PlannedTable) { tables.append(table) }

  /// Adds the reason why a table can't be read.
  mutating func add(_ finding: Finding) { findings.append(finding) }

  /// Leaves out tables whose filter can't be applied. Fieldpack never packs all records instead.
  mutating func leaveOutUnfiltered(now: Int64) throws(SurveyTooShort) {
    let reason = "its filter can't be applied"
    for index in tables.indices where !tables[index].others.isEmpty {
      for view in tables[index].views where !tables[index].others.isEmpty {
        guard let finding = PlanChecks.filterFinding(for: view, now: now) else { continue }
        findings.append(finding)
        leftOut.append(LeftOutLayer(title: view.title, isTable: view.isTable, reason: reason))
        tables[index].remove(PlannedLayer(layer: view.layer, operational: view.operational))
      }
    }
    try leaveOut { table in
      PlanChecks.filterFinding(for: table, now: now).map { ($0, reason) }
    }
  }

  /// Leaves out read-only layers that no scale of the package shows. Editable layers stay.
  mutating func leaveOutInvisible(at scale: ScaleRange) throws(SurveyTooShort) {
    let message = "The layer is invisible at every scale of the package"
    for table in tables where table.isNeverVisible(at: scale) && table.isEditable {
      findings.append(
        Finding(
          .layerScaleNeverVisible, subject: table.subject,
          message + ". It is packed because crews can edit it."))
    }
    try leaveOut(checked: false) { table in
      guard table.isNeverVisible(at: scale), !table.isEditable else { return nil }
      return (
        Finding(
          .layerScaleNeverVisible, subject: table.title, message + ", so it is left out."),
        "it is invisible at every scale of the package"
      )
    }
  }

  /// Leaves out layers whose coordinates can't be compared with the area.
  mutating func leaveOutIncomparable(with area: AreaOfInterest) throws(SurveyTooShort) {
    try leaveOut { table in
      PlanChecks.areaFinding(for: table, area).map {
        ($0, "its coordinates can't be compared with the area")
      }
    }
  }

  /// Reports a map without packed layers. If an error was found before, that one says why.
  mutating func noteNothingPacked() {
    guard tables.isEmpty, !leftOut.isEmpty, findings.worst != .error else { return }
    findings.append(
      Finding(
        .mapNothingPacked, subject: "", "All layers and tables of the map are left out.",
        count: leftOut.count, samples: leftOut.map { "\($0.title): \($0.reason)" }))
  }

  /// Removes the tables with a finding and a reason. With `checked`, also keeps the findings of
  /// their other checks.
  private mutating func leaveOut(
    checked: Bool = true, _ reason: (PlannedTable) -> (Finding, String)?
  ) throws(SurveyTooShort) {
    var kept: [PlannedTable] = []
    for table in tables {
      guard let (finding, why) = reason(table) else {
        kept.append(table)
        continue
      }
      // No record of it will be read, so the survey must be complete by now.
      guard table.survey?.isComplete == true else { throw SurveyTooShort() }
      if checked {
        findings += PlanChecks.findings(
          for: table, among: ExpressionTableNames(of: table, among: tables, nil)
        ).about(table)
      }
      findings += [finding].about(table)
      leftOut += table.layers.map {
        LeftOutLayer(
          title: table.others.isEmpty ? table.subject : $0.layer.title, isTable: table.isTable,
          reason: why)
      }
    }
    tables = kept
  }
}
