import Bytes
import FeatureData
import Filters
import GeoPackage
import Geometry
import MapModel
import OrderedJSON
import Packages

/// Checks a table before its records are packed.
enum PlanChecks {
  /// Checks one table.
  ///
  /// - Parameter tables: the names that the table's expressions may use.
  static func findings(
    for table: PlannedTable, among tables: ExpressionTableNames
  ) -> [Finding] {
    guard let schema = table.schema, let survey = table.survey else { return [] }
    let views = table.views
    var findings: [Finding] = []
    findings += source(of: table, schema: schema, survey: survey.survey)
    findings += identity(table, schema)
    findings += fields(of: table, schema: schema, survey: survey.survey)
    findings += views.flatMap { PopupChecks.findings(for: $0, schema) }
    findings += views.flatMap { ExpressionChecks.findings(for: $0, schema, among: tables) }
    if survey.declaration.exceededTransferLimit {
      findings.append(
        Finding(
          .dataIncomplete, subject: table.title,
          "The export is incomplete: its last page says that more records follow "
            + "(exceededTransferLimit)."))
    }
    if let finding = perhapsIncomplete(table, survey) { findings.append(finding) }
    if table.usesMapReference, let reference = table.mapReference {
      findings.append(
        Finding(
          .crsUnknown, .warning, subject: table.title,
          "The layer's features have no spatial reference. Fieldpack uses the map's, "
            + "\(reference.name).",
          fix: "Add a \"spatialReference\" to the layer's features in the map."))
    }
    if let field = schema.geometry {
      findings += CoordinateChecks(table: table, field: field, survey: survey.survey).findings
    }
    return findings
  }

  /// Reports why a table's filter cannot be applied; `nil` if it can.
  static func filterFinding(for table: PlannedTable, now: Int64) -> Finding? {
    do throws(WhereError) {
      _ = try table.whereClause(now: now)
      return nil
    } catch {
      return Finding(
        .layerFilterUnsupported, subject: table.title,
        "The layer's filter can't be applied: \(error).",
        samples: [table.rowFilter ?? ""])
    }
  }

  private static func source(
    of table: PlannedTable, schema: TableSchema, survey: Survey
  ) -> [Finding] {
    var findings: [Finding] = []
    if survey.rowCount == 0 {
      findings.append(
        Finding(
          .dataNoRecords, subject: table.title,
          "The data has no records, so the layer or table will be empty."))
    }
    let shapeCount = survey.geometryCounts.values.reduce(0, +)
    if schema.geometry == nil, shapeCount > 0 {
      findings.append(
        Finding(
          .geometryInTable, subject: table.title,
          "The data has "
            + NumberText.plural(shapeCount, one: "geometry", many: "geometries")
            + ", but the map shows it as a table. The geometry is left out.", count: shapeCount))
    }
    if schema.geometry == nil, !table.isTable, survey.rowCount > 0 {
      findings.append(
        Finding(
          .geometryNull, subject: table.title,
          "No feature has a geometry, so the layer is packed as a table.",
          fix: "Export the layer with its geometry, or add its definition to the data folder."))
    }
    return findings
  }

  /// The numbers of records that services return at most, unless someone sets another.
  private static let usualLimits = [1_000, 2_000]

  /// A note if a file has exactly as many records as its service returns at once.
  private static func perhapsIncomplete(_ table: PlannedTable, _ survey: SourceSurvey) -> Finding? {
    let count = survey.survey.rowCount
    let limit = table.layer.definition.source["maxRecordCount"]?.int
    guard usualLimits.contains(count) || count == limit && count > 0,
      table.source is JSONFeatureSource || table.source is CSVSource,
      table.source.files.count == 1, !survey.declaration.exceededTransferLimit
    else { return nil }
    return Finding(
      .dataPerhapsIncomplete, subject: table.title,
      "The data has exactly \(NumberText.grouped(count)) records, as many as services return at "
        + "once, so it may be the first page of more.")
  }

  private static func identity(_ table: PlannedTable, _ schema: TableSchema) -> [Finding] {
    var findings: [Finding] = []
    if schema.objectIDColumn == nil, let name = table.layer.definition.objectIDField,
      let column = schema.column(named: name)
    {
      findings.append(
        Finding(
          .objectIDNotInteger, subject: table.title,
          "The object ID field \(name) has the type \(schema.columns[column].field.type.rawValue), "
            + "but must be an integer."))
    }
    if table.minting != nil, schema.minting == nil {
      return findings + [mintingFinding(for: table, schema)]
    }
    // A source without records and columns doesn't show whether its records will have GlobalIDs.
    guard schema.globalIDColumn == nil, !schema.columns.isEmpty else { return findings }
    if let key = table.key {
      if table.keyColumn == nil {
        findings.append(
          Finding(
            .tableKeyUnusable, subject: table.title,
            "The data has no field \(key), which is bound as the key, so the records are read-only."
          ))
      }
      return findings
    }
    let isEditable = table.layer.isEditable == true
    findings.append(
      Finding(
        .globalIDMissing, isEditable ? .error : .warning, subject: table.title,
        isEditable
          ? "The editable layer has no GlobalIDs, so crews' edits can't be merged."
          : "The records have no GlobalIDs, so the table is read-only.",
        fix: table.uniqueField.map { field in
          "Each record has its own \(field). Make GlobalIDs from it: --mint-globalids "
            + "\"\(table.title):\(field)\"."
        }))
    return findings
  }

  /// Reports why GlobalIDs can't be made from the field that the command line names.
  private static func mintingFinding(
    for table: PlannedTable, _ schema: TableSchema
  ) -> Finding {
    let field = table.minting?.field ?? ""
    guard let column = schema.column(named: field) else {
      let names = schema.columns.map(\.field.name)
      return Finding(
        .tableKeyUnusable, subject: table.title,
        "The data has no field \(field) to make GlobalIDs from.", samples: names,
        fix: "Name a field with a different value in each record: --mint-globalids "
          + "\"\(table.title):FIELD\".")
    }
    if column == schema.globalIDColumn {
      return Finding(
        .tableKeyUnusable, subject: table.title,
        "\(field) is the field of the GlobalIDs, so they can't be made from it.",
        fix: "Name the field that identifies records in your office, such as a tree number.")
    }
    if schema.globalIDColumn == nil, schema.column(named: GlobalIDMinting.idField) != nil {
      return Finding(
        .tableKeyUnusable, subject: table.title,
        "The data has a field \(GlobalIDMinting.idField) that can't hold GlobalIDs, because its "
          + "values are not texts.",
        fix: "Rename that field in the data.")
    }
    return Finding(
      .tableKeyUnusable, subject: table.title,
      "\(field) has the type \(schema.columns[column].field.type.rawValue). Only a number or a text "
        + "can identify records.",
      fix: "Name another field with a different value in each record.")
  }

  private static func fields(
    of table: PlannedTable, schema: TableSchema, survey: Survey
  ) -> [Finding] {
    var findings: [Finding] = []
    let minted = schema.minting == nil ? nil : schema.globalIDColumn
    let missing = schema.columns.indices.filter {
      schema.columns[$0].sourceName == nil && $0 != minted
    }.map { schema.columns[$0].field.name }
    if !missing.isEmpty, survey.rowCount > 0 {
      findings.append(
        Finding(
          .fieldMissing, subject: table.title,
          "The data has no column for "
            + NumberText.plural(missing.count, one: "field", many: "fields")
            + " of the layer. \(missing.count == 1 ? "It" : "They") will be empty.",
          count: missing.count, samples: missing))
    }
    findings += schema.columns.compactMap { assumption(of: $0, in: table, survey) }
    let names = schema.columns.map(\.field.name)
    let reserved = zip(names, table.storeTable(indexed: []).columns.map(\.name))
      .filter { $0 != $1 }.map { "\($0) is stored as \($1)" }
    if !reserved.isEmpty {
      findings.append(
        Finding(
          .fieldNameReserved, subject: table.title,
          NumberText.plural(reserved.count, one: "field has a name", many: "fields have names")
            + " reserved for the GeoPackage, so the column is named differently.",
          count: reserved.count,
          samples: reserved))
    }
    return findings
  }

  /// Reports how a column is read whose values can be read in two ways; `nil` for other columns.
  private static func assumption(
    of column: TableColumn, in table: PlannedTable, _ survey: Survey
  ) -> Finding? {
    guard column.isFormAssumed else { return nil }
    let name = column.field.name
    let surveyed = survey.columns.first { $0.name.hasSameUTF8(as: column.sourceName ?? "") }
    let hasCommas = surveyed?.kinds.contains(.commaThree) ?? false
    let message =
      switch column.form {
      case .date(.monthFirst):
        "The dates in \(name) can begin with the day or the month. Fieldpack reads the month first: "
          + "5/6/2026 is May 6."
      case .date(.dayFirst):
        "The dates in \(name) can begin with the day or the month. Fieldpack reads the day first: "
          + "5.6.2026 is June 5."
      case .decimalComma where hasCommas:
        "The numbers in \(name) can have decimals or thousands after the comma. Fieldpack reads "
          + "decimals: 1,234 is a bit more than 1."
      case .decimalComma, .grouped, .plain:
        "The numbers in \(name) can have decimals or thousands after the point. Fieldpack reads "
          + "thousands, because the file has decimal commas: 1.234 is more than 1000."
      }
    return Finding(.valueFormAssumed, subject: table.title, message)
  }

  /// Reports why the area cannot select a layer's features; `nil` if it can.
  static func areaFinding(for table: PlannedTable, _ area: AreaOfInterest?) -> Finding? {
    guard let area, let field = table.schema?.geometry else { return nil }
    do throws(GeometryError) {
      _ = try AreaFilter(
        polygon: area.prepared, in: area.spatialReference, layer: field.spatialReference)
      return nil
    } catch {
      return Finding(
        .crsUnsupported, subject: table.title,
        "The area can't select features of this layer: \(error).")
    }
  }
}
