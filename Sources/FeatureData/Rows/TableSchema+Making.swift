package import Geometry
package import MapModel

/// What the map and the service say of a table, before its data is seen.
package struct DeclaredTable: Sendable {
  package var name: String
  /// The effective fields; empty when nothing is declared.
  package var fields: [Field]
  package var objectIDField: String?
  package var globalIDField: String?
  /// The field that tells which of `types` a row is.
  package var typeIDField: String?
  package var types: [FeatureType] = []
  /// `nil` when not declared.
  package var geometryType: EsriGeometryType?
  /// `true` for a table of the map, which has no geometry.
  package var isTable: Bool
  /// What coordinates are in when the source does not say.
  package var spatialReference: SpatialReference?

  package init(
    name: String, fields: [Field] = [], objectIDField: String? = nil,
    globalIDField: String? = nil, geometryType: EsriGeometryType? = nil, isTable: Bool,
    spatialReference: SpatialReference? = nil
  ) {
    self.name = name
    self.fields = fields
    self.objectIDField = objectIDField
    self.globalIDField = globalIDField
    self.geometryType = geometryType
    self.isTable = isTable
    self.spatialReference = spatialReference
  }
}

extension TableSchema {
  /// Joins what is declared with what the data holds: declared fields first, in their order, then
  /// columns that only the data has, so that none is lost.
  package init(
    _ table: DeclaredTable, survey: Survey, declaration: SourceDeclaration, path: String
  ) throws(FeatureDataError) {
    let declared = table.fields.isEmpty ? declaration.fields : table.fields
    var columns: [TableColumn] = []
    var taken: Set<Int> = []
    for field in declared where field.type != .geometry {
      let place = survey.place(of: field.name)
      if let place { taken.insert(place) }
      columns.append(
        TableColumn(
          field, storage: Self.storage(field, place, survey),
          sourceName: place.map { survey.columns[$0].name }))
    }
    for (index, column) in survey.columns.enumerated()
    where !taken.contains(index) && !column.isCoordinate {
      columns.append(column.inferred)
    }
    guard columns.count <= SurveySink.columnLimit else {
      throw .tooManyColumns(path: path, limit: SurveySink.columnLimit)
    }
    self.init(name: table.name, columns: columns)
    objectIDColumn = identityColumn(
      .objectID, named: table.objectIDField ?? declaration.objectIDField, usual: "OBJECTID")
    globalIDColumn = identityColumn(
      .globalID, named: table.globalIDField ?? declaration.globalIDField, usual: "GlobalID")
    if let name = table.typeIDField, let column = column(named: name) {
      typeColumn = column
      types = table.types
    }
    geometry = try GeometryField(table, survey: survey, declaration: declaration, path: path)
  }

  /// A small integer that the data spells true and false is kept as a Boolean.
  private static func storage(
    _ field: Field, _ place: Int?, _ survey: Survey
  ) -> ColumnStorage? {
    guard field.type == .smallInteger, let place, survey.columns[place].kinds == .boolean else {
      return nil
    }
    return .boolean
  }

  /// Finds the column that holds an identity, and gives it that type.
  private mutating func identityColumn(
    _ type: FieldType, named name: String?, usual: String
  ) -> Int? {
    let found =
      name.flatMap { column(named: $0) } ?? columns.firstIndex { $0.field.type == type }
      ?? column(named: usual)
    guard let found, columns[found].storage == ColumnStorage(type) else { return nil }
    columns[found].field.type = type
    return found
  }
}

extension Survey {
  /// The column of a name; the exact bytes win over the same letters in another case.
  func place(of name: String) -> Int? {
    columns.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
      ?? columns.firstIndex { $0.name.isSameName(as: name) }
  }
}

extension ColumnSurvey {
  /// The narrowest type that holds every value seen as it is.
  var inferred: TableColumn {
    let type: FieldType
    var storage: ColumnStorage?
    switch kinds {
    case .boolean:
      type = .smallInteger
      storage = .boolean
    case .integer, .wideInteger, [.integer, .wideInteger]: type = .bigInteger
    case .real, [.integer, .real]: type = .double
    default: type = .string
    }
    return TableColumn(
      Field(name: name, type: type), storage: storage, sourceName: name)
  }
}

extension GeometryField {
  /// The geometry of a layer: one kind, by what is declared and by what the rows have.
  init?(
    _ table: DeclaredTable, survey: Survey, declaration: SourceDeclaration, path: String
  ) throws(FeatureDataError) {
    // The map decides: a table has no geometry, whatever its data brings along.
    guard !table.isTable else { return nil }
    let found = survey.geometryCounts.keys.sorted { $0.rawValue < $1.rawValue }
    if found.isEmpty, table.geometryType == nil { return nil }
    guard let reference = declaration.spatialReference ?? table.spatialReference else {
      throw .spatialReferenceUnknown(path: path)
    }
    let kind = try Self.kind(found, declared: table.geometryType, survey, path)
    // The survey takes a third number for a height before it can know what the document says.
    let isMeasureOnly = declaration.hasM && !declaration.hasZ
    self.init(
      kind: kind, hasZ: survey.hasZ && !isMeasureOnly,
      hasM: survey.hasM || survey.hasZ && isMeasureOnly, spatialReference: reference,
      srsID: Int32(clamping: reference.wkid ?? 100_000))
  }

  /// Single and multiple kinds go together as the multiple one; anything else does not mix.
  private static func kind(
    _ found: [GeometryKind], declared: EsriGeometryType?, _ survey: Survey, _ path: String
  ) throws(FeatureDataError) -> GeometryKind {
    let multiples = Set(found.map(\.multiple))
    if let declared, let other = found.first(where: { EsriGeometryType(kind: $0) != declared }) {
      throw .geometryTypeMismatch(
        path: path, expected: declared, found: other, count: survey.geometryCounts[other] ?? 0)
    }
    guard let first = found.first else { return declared?.kind ?? .point }
    guard multiples.count <= 1 else {
      throw .mixedGeometry(
        path: path, counts: found.map { ($0, survey.geometryCounts[$0] ?? 0) })
    }
    if found.count == 1 { return first }
    return first.multiple
  }
}
