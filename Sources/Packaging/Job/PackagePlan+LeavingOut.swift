import FeatureData
import MapModel

// Tables that cannot go, or need not, leave the plan before their relationships are looked at.
extension PackagePlan {
  /// A table whose own filter cannot be applied stays out: its rows are never all rows.
  mutating func leaveOutUnfiltered() {
    leaveOut { table in
      guard let finding = PlanChecks.filterFinding(for: table) else { return nil }
      return (finding, "its filter cannot be applied")
    }
  }

  /// Read-only layers that no scale of the package shows stay out; editable ones stay in.
  mutating func leaveOutInvisible() {
    let scale = self.scale
    let message = "No scale of the package shows the layer"
    for table in tables where table.isNeverVisible(at: scale) && table.isEditable {
      findings.append(
        Finding(
          .layerScaleNeverVisible, subject: table.title,
          message + "; it is packed because it can be edited."))
    }
    leaveOut { table in
      guard table.isNeverVisible(at: scale), !table.isEditable else { return nil }
      return (
        Finding(
          .layerScaleNeverVisible, subject: table.title, message + "; it is left out."),
        "no scale of the package shows it"
      )
    }
  }

  /// A layer whose coordinates cannot be compared with the area's stays out.
  mutating func leaveOutUnplaced() {
    guard let area else { return }
    leaveOut { table in
      PlanChecks.areaFinding(for: table, area).map {
        ($0, "its coordinates cannot be held against the area")
      }
    }
  }

  /// Takes out the tables for which there is a finding and a reason.
  private mutating func leaveOut(_ reason: (PlannedTable) -> (Finding, String)?) {
    var kept: [PlannedTable] = []
    for table in tables {
      guard let (finding, why) = reason(table) else {
        kept.append(table)
        continue
      }
      findings.append(finding)
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
