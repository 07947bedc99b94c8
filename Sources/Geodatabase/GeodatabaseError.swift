package import Geometry

/// The errors of mobile geodatabases, each with its location.
package enum GeodatabaseError: Error, Equatable, Sendable {
  /// The file is a SQLite database, but not a geodatabase.
  case notAGeodatabase(path: String, applicationID: UInt32)
  /// The geodatabase has changes, which are named, instead of complete datasets.
  case delta(file: String, changes: [String])
  /// A table of the catalog has too many rows.
  case catalogTooLarge(table: String)
  /// The XML definition of an item is invalid; the offset is in bytes.
  case definition(item: String, offset: Int, expected: String)
  /// The XML definition of an item is too long.
  case definitionTooLarge(item: String, bytes: Int, limit: Int)
  /// The JSON of a service item is invalid.
  case serviceItem(dataset: String, itemID: Int64)
  /// The catalog names a feature class or table that isn't an ordinary table of the file.
  case notATable(String)
  /// There is no feature class or table with this name.
  case noSuchDataset(String)
  /// An attachment table has no row with this ID.
  case noSuchAttachment(table: String, rowid: Int64)
  /// A dataset's table lacks a column of its definition.
  case missingColumn(table: String, column: String)
  /// The grid of a dataset's coordinates is missing in the definition and in the file.
  case gridUnknown(dataset: String, srid: Int64)
  /// The spatial reference of a dataset is unusable.
  case spatialReference(dataset: String, GeometryError)
  /// A row has an invalid shape.
  case shape(table: String, rowid: Int64, GeometryError)
  /// A row's shape has another spatial reference than its dataset.
  case shapeInOtherReference(table: String, rowid: Int64, srid: UInt32)
  /// A current row has no object ID.
  case noObjectID(table: String, rowid: Int64)
  /// A row of a replica has no begin or end time.
  case noTime(table: String, rowid: Int64)
  /// The replica has no valid download time for a dataset.
  case generation(dataset: String, found: String?)
  /// Two current rows have the same object ID.
  case objectIDTwice(table: String, objectID: Int64)
  /// A table begins before the last one has ended, or rows are added without a table.
  case outOfSequence(table: String)
  /// A field has a reserved name, or the name of another field.
  case badFieldName(table: String, field: String)
  /// The content names a field that the table lacks.
  case noSuchField(table: String, field: String)
  /// An object ID needs more than 32 bits.
  case objectIDTooLarge(table: String, objectID: Int64)
  /// A row to write has no GlobalID.
  case noGlobalID(table: String, objectID: Int64)
  /// A row to write is damaged.
  case damagedRow(table: String, objectID: Int64)
}

extension GeodatabaseError: CustomStringConvertible {
  /// One line.
  package var description: String {
    switch self {
    case .notAGeodatabase(let path, let id):
      "\(path) is not a mobile geodatabase (application ID \(id))"
    case .delta(_, let changes):
      "this is a delta geodatabase with changes for a synchronization ("
        + changes.prefix(5).joined(separator: ", ") + (changes.count > 5 ? ", …" : "")
        + "), but no complete layers"
    case .catalogTooLarge(let table): "the catalog table \(table) is too large"
    case .definition(let item, let offset, let expected):
      "the definition of \(item) is invalid: expected \(expected) at byte \(offset)"
    case .definitionTooLarge(let item, let bytes, let limit):
      "the definition of \(item) has \(bytes) bytes, but the limit is \(limit)"
    case .serviceItem(let dataset, let id):
      "the service description of \(dataset) (item \(id)) is not JSON"
    case .notATable(let name): "the catalog lists \(name), which is not a table of the file"
    case .noSuchDataset(let name): "the geodatabase has no feature class or table \(name)"
    case .noSuchAttachment(let table, let rowid): "\(table) has no row \(rowid)"
    case .missingColumn(let table, let column): "table \(table) has no column \(column)"
    case .gridUnknown(let dataset, let srid):
      "the grid of the coordinates of \(dataset) is missing (spatial reference \(srid))"
    case .spatialReference(let dataset, let error): "\(dataset): \(error)"
    case .shape(let table, let rowid, let error): "row \(rowid) of \(table): \(error)"
    case .shapeInOtherReference(let table, let rowid, let srid):
      "the shape of row \(rowid) of \(table) is in another spatial reference (\(srid))"
    case .noObjectID(let table, let rowid): "row \(rowid) of \(table) has no object ID"
    case .noTime(let table, let rowid):
      "row \(rowid) of \(table) has no begin or end time"
    case .generation(let dataset, let found?):
      "the replica's download time of \(dataset) is invalid: \(found.prefix(40))"
    case .generation(let dataset, nil):
      "the replica has no download time for \(dataset)"
    case .objectIDTwice(let table, let id): "two rows of \(table) have the object ID \(id)"
    case .outOfSequence(let table): "rows of \(table) are out of sequence"
    case .badFieldName(let table, let field): "a field of \(table) can't have the name \(field)"
    case .noSuchField(let table, let field): "\(table) has no field \(field)"
    case .objectIDTooLarge(let table, let id):
      "the object ID \(id) of \(table) needs more than 32 bits"
    case .noGlobalID(let table, let id): "row \(id) of \(table) has no GlobalID"
    case .damagedRow(let table, let id): "row \(id) of \(table) is damaged"
    }
  }
}
