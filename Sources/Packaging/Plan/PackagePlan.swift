import Bytes
import FeatureData
import GeoPackage
package import MapModel
import OrderedJSON
package import Packages

/// What will be packed: the map, its tables with their schemas, their relationships, the area, and
/// the findings so far.
package struct PackagePlan: Sendable {
  package var map: WebMap
  /// The SHA-256 of the map document, in hexadecimal.
  package var mapDigest: String
  /// The title of the map.
  package var title: String
  /// Whether somebody gave the title. Otherwise it is the name of the map's file.
  var isTitled: Bool
  package var tables: [PlannedTable]
  package var leftOut: [LeftOutLayer]
  package var relationships: [TableRelationship]
  package var area: AreaOfInterest?
  /// The records that no other area may have; nil if areas may share records.
  var share: AreaShare?
  package var scale: ScaleRange
  /// The tiles of the base map: those that areas may get, until it is settled what this package
  /// gets.
  package var baseMap: PlannedBaseMap?
  package var attachments: [PlannedAttachments]
  /// The findings that are not from the checks of tables.
  let otherFindings: [Finding]
  let folder: DataFolder

  /// All findings so far.
  package var findings: [Finding] {
    otherFindings
      + tables.flatMap { table in
        PlanChecks.findings(
          for: table, among: ExpressionTableNames(of: table, among: tables, relationships)
        ).about(table)
      }
      + AccuracyChecks.findings(for: tables)
  }

  /// Whether all records of all sources were surveyed.
  var isComplete: Bool { tables.allSatisfy { $0.survey?.isComplete == true } }

  /// Does work that reads all records. If it fails, the plan may be at fault as long as it isn't
  /// complete.
  ///
  /// - Throws: `SurveyTooShort` instead of errors that a complete plan may avoid.
  func trusting<Result>(_ work: () async throws -> Result) async throws -> Result {
    do {
      return try await work()
    } catch { throw isComplete || error.isFaultOfTheMachine ? error : SurveyTooShort() }
  }

  /// The layers' titles in map order, to sort findings.
  package var titles: [String] { tables.map(\.subject) }

  /// The owners of the data, as the services name them (`copyrightText`), each once.
  var credits: [String] {
    var credits: [String] = []
    for table in tables {
      guard let text = table.layer.definition.source["copyrightText"]?.string, !text.isEmpty,
        !credits.contains(text)
      else { continue }
      credits.append(text)
    }
    return credits
  }
}

extension [Finding] {
  /// The findings with what people call a table, instead of its title.
  func about(_ table: PlannedTable) -> [Finding] {
    map { finding in
      var finding = finding
      if finding.subject.hasSameUTF8(as: table.title) { finding.subject = table.subject }
      return finding
    }
  }
}

/// The account of a packed table.
package struct PackedTable: Sendable, Equatable {
  package var name: String
  package var title: String
  /// The number of records in the source, and of packed ones.
  package var sourceRowCount: Int
  package var rowCount: Int
  /// The bytes of the packed records in encoded form.
  package var byteCount: Int
  package var attachmentCount: Int
  package var isEditable: Bool
  /// `POINT` and so on; `nil` for tables.
  package var geometryType: String?
  package var srsID: Int32?

  /// The account of a table.
  ///
  /// - Parameter run: what reading and writing the table showed.
  init(_ table: PlannedTable, run: TableRun, attachmentCount: Int) {
    let account = run.account
    byteCount = run.byteCount
    name = table.name
    title = table.title
    sourceRowCount = table.survey?.survey.rowCount ?? 0
    rowCount = account?.rowCount ?? 0
    self.attachmentCount = attachmentCount
    isEditable = table.isEditable
    geometryType = account?.geometryType
    srsID = table.schema?.geometry?.srsID
  }
}
