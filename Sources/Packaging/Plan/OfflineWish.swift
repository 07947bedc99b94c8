import Bytes
import MapModel
import Packages

/// What the map's author wants left out of packages, and the findings that say so.
struct OfflineWish {
  let settings: OfflineSettings
  let relationships: [TableRelationship]
  private(set) var findings: [Finding] = []

  init(_ settings: OfflineSettings, relationships: [TableRelationship]) {
    self.settings = settings
    self.relationships = relationships
  }

  /// Marks the tables whose records are left out.
  mutating func apply(to tables: inout [PlannedTable]) {
    for index in tables.indices {
      let table = tables[index]
      let isUnwanted = settings.download(isEditable: table.isEditable) == .none
      let isUnrelated = table.isTable && !isRelated(index)
      guard isUnwanted || isUnrelated && !settings.includesUnrelatedRows else { continue }
      tables[index].leavesRecordsOut = true
      findings.append(
        Finding(
          .mapOfflineLeftOut, subject: table.title,
          isUnwanted
            ? "The map's offline settings leave out the records of editable layers. Crews can add "
              + "new ones."
            : "The map's offline settings leave out the records of tables without a relationship."))
    }
  }

  /// Removes the attachments that are left out. Crews can still add some.
  mutating func apply(to attachments: inout [PlannedAttachments], of tables: [PlannedTable]) {
    for index in attachments.indices {
      let table = tables[attachments[index].table]
      let count = attachments[index].items.count
      guard count > 0, settings.download(isEditable: table.isEditable) != .featuresAndAttachments
      else { continue }
      attachments[index].items = []
      findings.append(
        Finding(
          .mapOfflineLeftOut, subject: table.title,
          "The map's offline settings leave out "
            + NumberText.plural(count, one: "attachment", many: "attachments")
            + " of this \(table.isEditable ? "editable" : "read-only") layer.", count: count))
    }
  }

  private func isRelated(_ table: Int) -> Bool {
    relationships.contains {
      !$0.isSelfRelationship && ($0.origin == table || $0.destination == table)
    }
  }
}
