import FeatureData
import Geometry
import MapModel

extension PlannedTable {
  /// Combines the declared schema with what the survey found.
  mutating func makeSchema() throws {
    guard let survey else { return }
    var declaration = survey.declaration
    if case .bound(let reference) = boundReference { declaration.spatialReference = reference }
    // Answers of services, geodatabases and GeoPackages declare domains as a definition would.
    if layer.definition.fields.isEmpty { layer.definition.fields = declaration.fields }
    let definition = layer.definition
    var declared = DeclaredTable(
      name: name, fields: definition.fields, objectIDField: definition.objectIDField,
      globalIDField: definition.globalIDField,
      geometryType: isTable ? nil : definition.geometryType, isTable: isTable)
    declared.typeIDField = definition.typeIDField
    declared.types = definition.types
    declared.minting = minting
    // The source's own declaration comes first.
    declared.spatialReference = definedReference ?? mapReference
    schema = try TableSchema(
      declared, survey: survey.survey, declaration: declaration, path: source.path)
  }

  /// Replaces the survey that the table was planned with by the survey of all records.
  ///
  /// - Throws: `FeatureDataError.changedWhileReading` if the records have another schema.
  mutating func settle(_ complete: SourceSurvey) throws {
    let planned = self
    survey = complete
    try makeSchema()
    let hadRows = planned.survey.map { $0.survey.rowCount > 0 }
    guard schema == planned.schema, hadRows == (complete.survey.rowCount > 0),
      planned.survey?.declaration.readsCoordinates(like: complete.declaration) == true
    else { throw FeatureDataError.changedWhileReading(path: source.path) }
  }
  /// Whether its geometries can be shown on pages, which are in WGS 84. A table without geometry can.
  var isConvertible: Bool {
    guard let reference = schema?.geometry?.spatialReference else { return true }
    return (try? CoordinateTransform(from: reference, to: .wgs84)) != nil
  }
}
