package import Geometry
package import MapModel

/// What the map and the service declare about a table, before its data is read.
package struct DeclaredTable: Sendable {
  package var name: String
  /// The effective fields. Empty if nothing is declared.
  package var fields: [Field]
  package var objectIDField: String?
  package var globalIDField: String?
  /// The field with the type of a row, which is one of `types`.
  package var typeIDField: String?
  package var types: [FeatureType] = []
  /// The geometry type, or `nil` if it is not declared.
  package var geometryType: EsriGeometryType?
  /// Whether this is a table of the map, which has no geometry.
  package var isTable: Bool
  /// The spatial reference of coordinates if the source does not state it.
  package var spatialReference: SpatialReference?
  /// How records without a GlobalID get one, if they should.
  package var minting: GlobalIDMinting?

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
  /// Combines what is declared with the data. Declared fields come first, in their order. Columns
  /// that only the data has follow, so that none is lost.
  package init(
    _ table: DeclaredTable, survey: Survey, declaration: SourceDeclaration, path: String
  ) throws {
    let declared = table.fields.isEmpty ? declaration.fields : table.fields
    let numberForm = survey.numberForm
    var columns: [TableColumn] = []
    var taken: Set<Int> = []
    for field in declared where field.type != .geometry {
      let index = survey.index(of: field.name)
      if let index { taken.insert(index) }
      var column = TableColumn(
        field, storage: Self.storage(field, column: index, survey: survey),
        sourceName: index.map { survey.columns[$0].name })
      if let index { column.findForm(survey.columns[index].kinds, beside: numberForm) }
      columns.append(column)
    }
    for (index, column) in survey.columns.enumerated() where !taken.contains(index) {
      switch column.coordinate {
      case .none: break
      case .alsoField: guard declared.isEmpty else { continue }
      case .exported: continue
      }
      columns.append(column.inferred(beside: numberForm))
    }
    guard columns.count <= Survey.columnLimit else {
      throw FeatureDataError.tooManyColumns(path: path, limit: Survey.columnLimit)
    }
    self.init(name: table.name, columns: columns)
    objectIDColumn = identityColumn(
      .objectID, named: table.objectIDField ?? declaration.objectIDField, usual: "OBJECTID")
    globalIDColumn = identityColumn(
      .globalID, named: table.globalIDField ?? declaration.globalIDField, usual: "GlobalID")
    if let minting = table.minting { mint(minting) }
    if let name = table.typeIDField, let column = column(named: name) {
      typeColumn = column
      types = table.types
    }
    geometry = try GeometryField(table, survey: survey, declaration: declaration, path: path)
  }

  /// Returns the Boolean storage for a small integer field whose data is true and false.
  private static func storage(
    _ field: Field, column: Int?, survey: Survey
  ) -> ColumnStorage? {
    guard field.type == .smallInteger, let column, survey.columns[column].kinds == .boolean else {
      return nil
    }
    return .boolean
  }

  /// Finds the object id or GlobalID column and sets its type.
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
  /// Returns the index of the column with a name: an exact match, or else one that ignores case.
  func index(of name: String) -> Int? {
    columns.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
      ?? columns.firstIndex { $0.name.isSameName(as: name) }
  }
}

extension TableColumn {
  /// Finds how the values of a field with a known type are written.
  ///
  /// - Parameter numberForm: how the other columns write numbers.
  fileprivate mutating func findForm(_ kinds: ValueKinds, beside numberForm: CellForm) {
    let found =
      switch storage {
      case .integer: kinds.numberForm(isWhole: true, beside: numberForm)
      case .real: kinds.numberForm(beside: numberForm)
      case .date, .dateTime: kinds.dateForm
      case .boolean, .text, .blob: FoundForm?.none
      }
    guard let found else { return }
    (form, isFormAssumed) = (found.form, found.isAssumed)
  }
}

extension ColumnSurvey {
  /// The narrowest type that holds every value without change.
  ///
  /// - Parameter numberForm: how the other columns write numbers.
  func inferred(beside numberForm: CellForm) -> TableColumn {
    if kinds.areDates {
      let type: FieldType = kinds.contains(.timeOfDay) ? .date : .dateOnly
      var column = TableColumn(Field(name: name, type: type), sourceName: name)
      column.findForm(kinds, beside: numberForm)
      return column
    }
    var column = inferred(kinds)
    guard kinds.isSubset(of: .numbers), let found = kinds.numberForm(beside: numberForm) else {
      return column
    }
    column = inferred(kinds.plainNumbers(readAs: found.form))
    column.findForm(kinds, beside: numberForm)
    return column
  }

  private func inferred(_ kinds: ValueKinds) -> TableColumn {
    let type: FieldType
    var storage: ColumnStorage?
    switch kinds {
    case .boolean:
      type = .smallInteger
      storage = .boolean
    case .integer: type = .integer
    case let whole where !whole.isEmpty && whole.isSubset(of: .wholeNumbers): type = .bigInteger
    case let numbers
    where numbers.contains(.real) && numbers.isSubset(of: [.integer, .bigInteger, .real]):
      type = .double
    default: type = .string
    }
    return TableColumn(
      Field(name: name, type: type), storage: storage, sourceName: name)
  }
}

extension GeometryField {
  /// Determines the geometry of a layer: one kind, from the declaration and the rows.
  init?(
    _ table: DeclaredTable, survey: Survey, declaration: SourceDeclaration, path: String
  ) throws {
    // The map decides: a table has no geometry, even if its data has.
    guard !table.isTable else { return nil }
    let found = survey.geometryCounts.keys.sorted { $0.rawValue < $1.rawValue }
    if found.isEmpty, let lost = survey.lostShapes {
      throw FeatureDataError.shapesLost(
        path: path, count: lost.count, row: lost.row, sample: lost.sample)
    }
    // A file with coordinate columns has points, also if all of them are empty.
    let hasCoordinates = survey.columns.contains { $0.coordinate != .none }
    if found.isEmpty, table.geometryType == nil, !hasCoordinates { return nil }
    guard let reference = declaration.spatialReference ?? table.spatialReference else {
      throw FeatureDataError.spatialReferenceUnknown(path: path)
    }
    let kind = try Self.kind(found, declared: table.geometryType, survey: survey, path: path)
    // The survey treats a third number as a height before it knows the document.
    let isMeasureOnly = declaration.hasM && !declaration.hasZ
    self.init(
      kind: kind, hasZ: survey.hasZ && !isMeasureOnly,
      hasM: survey.hasM || survey.hasZ && isMeasureOnly, spatialReference: reference,
      srsID: Int32(clamping: reference.wkid ?? 100_000))
    form = survey.coordinateForm
  }

  /// Returns the kind for all rows. Single and multiple kinds become the multiple kind. Others
  /// can't be combined.
  private static func kind(
    _ found: [GeometryKind], declared: EsriGeometryType?, survey: Survey, path: String
  ) throws -> GeometryKind {
    let multiples = Set(found.map(\.multiple))
    if let declared, let other = found.first(where: { EsriGeometryType(kind: $0) != declared }) {
      throw FeatureDataError.geometryTypeMismatch(
        path: path, expected: declared, found: other, count: survey.geometryCounts[other] ?? 0)
    }
    guard let first = found.first else { return declared?.kind ?? .point }
    guard multiples.count <= 1 else {
      throw FeatureDataError.mixedGeometry(
        path: path, counts: found.map { ($0, survey.geometryCounts[$0] ?? 0) })
    }
    if found.count == 1 { return first }
    return first.multiple
  }
}

extension ValueKinds {
  /// The whole numbers that fit in 64 bits.
  fileprivate static let wholeNumbers: ValueKinds = [.integer, .bigInteger, .wideInteger]
}
