package import Geometry
package import MapModel

/// How a column's values are stored in a row. It is the same as in a GeoPackage column of the type
/// (GeoPackage 1.3 §1.1.1.1.3, Table 1).
package enum ColumnStorage: Sendable, Equatable {
  /// Integers 0 and 1.
  case boolean
  case integer
  case real
  /// UTF-8 text.
  case text
  /// Text `YYYY-MM-DD`.
  case date
  /// Text `YYYY-MM-DDTHH:MM:SS.SSSZ`, UTC.
  case dateTime
  case blob

  /// The storage of an Esri field type.
  package init(_ type: FieldType) {
    switch type.family {
    case .integer, .rowNumber: self = .integer
    case .real: self = .real
    case .moment: self = .dateTime
    case .day: self = .date
    case .bytes, .shape: self = .blob
    case .text, .xml, .timeOfDay, .offsetMoment, .identity: self = .text
    }
  }
}

/// A field of a table, with the storage of its values in a row.
package struct TableColumn: Sendable, Equatable {
  package var field: Field
  package var storage: ColumnStorage
  /// The column's name in the source. `nil` if the source lacks it and all its values are null.
  package var sourceName: String?
  /// How the source's texts write the values.
  package var form = CellForm.plain
  /// Whether all values can also be read in another form.
  package var isFormAssumed = false

  /// Creates a column. It has the storage of the field type, unless the data shows a better one (a
  /// Boolean).
  package init(_ field: Field, storage: ColumnStorage? = nil, sourceName: String?) {
    self.field = field
    self.storage = storage ?? ColumnStorage(field.type)
    self.sourceName = sourceName
  }
}

/// The geometry of a layer's rows.
package struct GeometryField: Sendable, Equatable {
  /// The kind of all rows, or `nil` if they are mixed.
  package var kind: GeometryKind?
  /// Whether some or all rows have z or m values.
  package var hasZ: Bool
  package var hasM: Bool
  /// The spatial reference of the coordinates.
  package var spatialReference: SpatialReference
  /// The id of the spatial reference in the package: its EPSG code, or a number from 100,000.
  package var srsID: Int32
  /// How the source's texts write the coordinates.
  package var form = CellForm.plain

  package init(
    kind: GeometryKind?, hasZ: Bool, hasM: Bool, spatialReference: SpatialReference, srsID: Int32
  ) {
    self.kind = kind
    self.hasZ = hasZ
    self.hasM = hasM
    self.spatialReference = spatialReference
    self.srsID = srsID
  }
}

/// The form of a table's rows.
///
/// A row is one SQLite record (SQLite file format §2.1). Column 0 is null and represents the row
/// id. In a layer's row, column 1 is the geometry as a GeoPackage blob or null. The fields follow
/// in the order of `columns`. Stores write rows as they are.
package struct TableSchema: Sendable, Equatable {
  package var name: String
  package var columns: [TableColumn]
  /// The geometry, or `nil` for a table.
  package var geometry: GeometryField?
  /// Index into `columns`.
  package var globalIDColumn: Int?
  /// Index into `columns`.
  package var objectIDColumn: Int?
  /// Index into `columns` of the field with the type of a row, which is one of `types`.
  package var typeColumn: Int?
  /// The types of rows (subtypes). Their domains replace those of the fields.
  package var types: [FeatureType] = []
  /// How records without a GlobalID get one. `nil` if they stay without.
  package var minting: GlobalIDMinting?

  package init(
    name: String, columns: [TableColumn], geometry: GeometryField? = nil,
    globalIDColumn: Int? = nil, objectIDColumn: Int? = nil
  ) {
    self.name = name
    self.columns = columns
    self.geometry = geometry
    self.globalIDColumn = globalIDColumn
    self.objectIDColumn = objectIDColumn
  }

  /// The column of the first field in a row's record.
  package var firstFieldColumn: Int { geometry == nil ? 1 : 2 }

  /// The fields of the columns, in order.
  package var fields: [Field] { columns.map(\.field) }

  /// Returns the index of the column with a name: an exact match, or else one that ignores case.
  package func column(named name: String) -> Int? {
    columns.firstIndex { $0.field.name.utf8.elementsEqual(name.utf8) }
      ?? columns.firstIndex { $0.field.isNamed(name) }
  }
}
