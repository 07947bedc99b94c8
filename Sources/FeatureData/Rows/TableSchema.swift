package import Geometry
package import MapModel

/// How a column's values are kept in a row, which is how a GeoPackage column of its type keeps
/// them (GeoPackage 1.3 §1.1.1.1.3, Table 1).
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
    switch type {
    case .smallInteger, .integer, .bigInteger, .objectID: self = .integer
    case .single, .double: self = .real
    case .date: self = .dateTime
    case .dateOnly: self = .date
    case .blob, .raster, .geometry: self = .blob
    case .string, .timeOnly, .timestampOffset, .globalID, .guid, .xml: self = .text
    }
  }
}

/// A field of a table, with the storage its values have in a row.
package struct TableColumn: Sendable, Equatable {
  package var field: Field
  package var storage: ColumnStorage
  /// The name the source has for it; `nil` when the source lacks it and all its values are NULL.
  package var sourceName: String?

  /// Makes a column; the storage is the field type's own unless the data showed better (a Boolean).
  package init(_ field: Field, storage: ColumnStorage? = nil, sourceName: String?) {
    self.field = field
    self.storage = storage ?? ColumnStorage(field.type)
    self.sourceName = sourceName
  }
}

/// The geometry of a layer's rows.
package struct GeometryField: Sendable, Equatable {
  /// The one kind all rows have; `nil` when they are mixed.
  package var kind: GeometryKind?
  /// Whether rows hold z or m values: `false` none, `true` some or all.
  package var hasZ: Bool
  package var hasM: Bool
  /// The spatial reference the coordinates are in.
  package var spatialReference: SpatialReference
  /// The id of the spatial reference in the package (its EPSG code, or a number from 100,000).
  package var srsID: Int32

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
/// A row is one SQLite record (SQLite file format §2.1): column 0 is the NULL that stands for the
/// row id, column 1 of a layer's row is the geometry as a GeoPackage blob or NULL, then come the
/// fields in the order of `columns`. Stores write rows as they are.
package struct TableSchema: Sendable, Equatable {
  package var name: String
  package var columns: [TableColumn]
  /// `nil` for a table, which has no geometry.
  package var geometry: GeometryField?
  /// Index into `columns`.
  package var globalIDColumn: Int?
  /// Index into `columns`.
  package var objectIDColumn: Int?
  /// Index into `columns` of the field that tells which of `types` a row is.
  package var typeColumn: Int?
  /// The types of rows (subtypes), whose domains replace those of the fields.
  package var types: [FeatureType] = []

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

  /// The place of the first field in a row's record.
  package var firstFieldColumn: Int { geometry == nil ? 1 : 2 }

  /// The fields of the columns, in order.
  package var fields: [Field] { columns.map(\.field) }

  /// The index of the column of a name; the exact bytes win over the same letters in another case.
  package func column(named name: String) -> Int? {
    columns.firstIndex { $0.field.name.utf8.elementsEqual(name.utf8) }
      ?? columns.firstIndex { $0.field.isNamed(name) }
  }
}
