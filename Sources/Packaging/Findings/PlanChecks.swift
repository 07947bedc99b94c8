import FeatureData
import GeoPackage
import Geometry
import MapModel
import OrderedJSON

/// What can be said of a table before its rows are read.
enum PlanChecks {
  /// What can be said of one table.
  ///
  /// - Parameter tables: by what names its expressions may ask for rows.
  static func findings(
    for table: PlannedTable, among tables: ExpressionTableNames
  ) -> [Finding] {
    guard let schema = table.schema, let survey = table.survey else { return [] }
    var findings: [Finding] = []
    findings += source(table, schema, survey.survey)
    findings += identity(table, schema)
    findings += fields(table, schema, survey.survey)
    findings += PopupChecks.findings(for: table, schema)
    findings += ExpressionChecks.findings(for: table, schema, among: tables)
    if survey.declaration.exceededTransferLimit {
      findings.append(
        Finding(
          .sourceIncomplete, subject: table.title,
          "The last page says that more rows follow (exceededTransferLimit)."))
    }
    if table.takesMapReference, let reference = table.mapReference {
      findings.append(
        Finding(
          .crsUnknown, .warning, subject: table.title,
          "Its features in the map have no spatial reference; the map's, \(reference.name), is "
            + "taken.", fix: "Give the layer's features in the map a \"spatialReference\"."))
    }
    if let field = schema.geometry { findings += coordinates(table, field, survey.survey) }
    return findings
  }

  /// Why a table's own filter cannot be applied; `nil` when it can.
  static func filterFinding(for table: PlannedTable, now: Int64) -> Finding? {
    do throws(WhereError) {
      _ = try table.whereClause(now: now)
      return nil
    } catch {
      return Finding(
        .layerDefinitionExpression, subject: table.title,
        "The layer's filter cannot be applied: \(error)",
        samples: [table.layer.definition.definitionExpression ?? ""])
    }
  }

  private static func source(
    _ table: PlannedTable, _ schema: TableSchema, _ survey: Survey
  ) -> [Finding] {
    var findings: [Finding] = []
    if survey.rowCount == 0 {
      findings.append(
        Finding(
          .sourceEmpty, subject: table.title, "The data has no rows; the table is packed empty."))
    }
    let shapeCount = survey.geometryCounts.values.reduce(0, +)
    if schema.geometry == nil, shapeCount > 0 {
      findings.append(
        Finding(
          .geometryInTable, subject: table.title,
          "The map has it as a table; the geometry of its data stays out.", count: shapeCount))
    }
    return findings
  }

  private static func identity(_ table: PlannedTable, _ schema: TableSchema) -> [Finding] {
    var findings: [Finding] = []
    if schema.objectIDColumn == nil, let name = table.layer.definition.objectIDField,
      let column = schema.column(named: name)
    {
      findings.append(
        Finding(
          .objectIDNotInteger, subject: table.title,
          "The object id \(name) is of type \(schema.columns[column].field.type.rawValue)."))
    }
    // A source without rows and columns shows nothing of what its rows will have.
    guard schema.globalIDColumn == nil, !schema.columns.isEmpty else { return findings }
    if let key = table.key {
      if table.keyColumn == nil {
        findings.append(
          Finding(
            .keyUnusable, subject: table.title,
            "The key \(key) is no field of the data, so records are packed read-only."))
      }
      return findings
    }
    let isEditable = table.layer.isEditable == true
    findings.append(
      Finding(
        .noGlobalID, isEditable ? .error : .warning, subject: table.title,
        isEditable
          ? "An editable layer without GlobalIDs cannot be merged when it comes back."
          : "Rows have no GlobalIDs, so the table is packed read-only."))
    return findings
  }

  private static func fields(
    _ table: PlannedTable, _ schema: TableSchema, _ survey: Survey
  ) -> [Finding] {
    var findings: [Finding] = []
    let missing = schema.columns.filter { $0.sourceName == nil }.map(\.field.name)
    if !missing.isEmpty, survey.rowCount > 0 {
      findings.append(
        Finding(
          .fieldMissing, subject: table.title,
          "The data lacks fields that the layer has; they are packed empty.",
          count: missing.count, samples: missing))
    }
    let names = schema.columns.map(\.field.name)
    let reserved = zip(names, table.storeTable(indexed: []).columns.map(\.name))
      .filter { $0 != $1 }.map { "\($0) is stored as \($1)" }
    if !reserved.isEmpty {
      findings.append(
        Finding(
          .fieldNameReserved, subject: table.title,
          "Fields have names that the store keeps for itself.", count: reserved.count,
          samples: reserved))
    }
    return findings
  }

  /// Why a layer's features cannot be chosen by the area; `nil` when they can.
  static func areaFinding(for table: PlannedTable, _ area: AreaOfInterest?) -> Finding? {
    guard let area, let field = table.schema?.geometry else { return nil }
    do throws(GeometryError) {
      _ = try AreaFilter(
        polygon: area.prepared, in: area.spatialReference, layer: field.spatialReference)
      return nil
    } catch {
      return Finding(
        .crsUnsupported, subject: table.title,
        "Features cannot be chosen by the area: \(error).")
    }
  }

  private static func coordinates(
    _ table: PlannedTable, _ field: GeometryField, _ survey: Survey
  ) -> [Finding] {
    let reference = field.spatialReference
    guard reference.system != nil || reference.shiftedDatum != nil else {
      return [
        Finding(
          .crsUnsupported, .warning, subject: table.title,
          "The spatial reference \(reference.name) is not known here; coordinates are packed as "
            + "they are.",
          fix: "Check the code; an area cannot be used with it.")
      ]
    }
    guard !survey.envelope.isEmpty else { return [] }
    let box = survey.envelope
    let shown = "x \(box.minX) to \(box.maxX), y \(box.minY) to \(box.maxY)"
    let name = field.spatialReference.name
    switch CoordinatePlausibility(box, in: field.spatialReference) {
    case .plausible: return []
    case .swapped:
      return [
        Finding(
          .axisOrderSuspect, subject: table.title,
          "The coordinates fit \(name) only when x and y are swapped.", samples: [shown])
      ]
    default:
      return [
        Finding(
          .crsContradicted, subject: table.title,
          "The coordinates cannot be in \(name).", samples: [shown])
      ]
    }
  }
}
