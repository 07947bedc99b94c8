import FeatureData
package import MapModel

/// What will be packed: the map, its tables with their forms, their relationships, the area, and
/// what was found on the way.
package struct PackagePlan: Sendable {
  package var map: WebMap
  /// SHA-256 of the map document, hexadecimal.
  package var mapDigest: String
  /// What people call the map.
  package var title: String
  package var tables: [PlannedTable]
  package var leftOut: [LeftOutLayer]
  package var relationships: [TableRelationship]
  package var area: AreaOfInterest?
  package var scale: ScaleRange
  package var attachments: [PlannedAttachments]
  /// What was found besides what the tables' checks find.
  var noted: [Finding]
  var folder: DataFolder

  /// What was found on the way.
  package var findings: [Finding] {
    noted
      + tables.flatMap { table in
        PlanChecks.findings(
          for: table, among: ExpressionTableNames(of: table, among: tables, relationships))
      }
  }

  /// Whether every row of every source was seen.
  var isComplete: Bool { tables.allSatisfy { $0.survey?.isComplete == true } }

  /// The layers' titles in the order of the map, for sorting findings.
  package var titles: [String] { tables.map(\.title) }
}

/// What a table of the package came to.
package struct PackedTable: Sendable, Equatable {
  package var name: String
  package var title: String
  /// Rows in the source, and rows packed.
  package var sourceRowCount: Int
  package var rowCount: Int
  package var attachmentCount: Int
  package var isEditable: Bool
  /// `POINT` …; `nil` for tables.
  package var geometryType: String?
  package var srsID: Int32?
}
