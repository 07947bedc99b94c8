package import Geometry
package import SQLiteFile

/// Everything that can go wrong with a mobile geodatabase, with the place where it was seen.
package enum GeodatabaseError: Error, Equatable, Sendable {
  /// The SQLite file below cannot be read.
  case database(SQLiteFileError)
  /// The file is a SQLite database, but no geodatabase.
  case notAGeodatabase(path: String, applicationID: UInt32)
  /// The geodatabase carries changes, which are named, where whole datasets are needed.
  case delta(file: String, changes: [String])
  /// A table of the catalogue holds more than a catalogue can.
  case catalogueTooLarge(table: String)
  /// The XML definition of an item cannot be read; the offset is in bytes of its text.
  case definition(item: String, offset: Int, expected: String)
  /// The XML definition of an item is longer than any real one.
  case definitionTooLarge(item: String, bytes: Int, limit: Int)
  /// The JSON of a service item cannot be read.
  case serviceItem(dataset: String, itemID: Int64)
  /// A feature class or table of the catalogue is no ordinary table of the file, but a view or none.
  case notATable(String)
  /// No feature class or table of this name.
  case noSuchDataset(String)
  /// A table of attachments has no row of this id.
  case noSuchAttachment(table: String, rowid: Int64)
  /// A dataset's table lacks a column that its definition names.
  case missingColumn(table: String, column: String)
  /// Neither the definition nor the file says where a dataset's coordinates lie.
  case gridUnknown(dataset: String, srid: Int64)
  /// The spatial reference of a dataset cannot be used.
  case spatialReference(dataset: String, GeometryError)
  /// A row's shape cannot be read.
  case shape(table: String, rowid: Int64, GeometryError)
  /// A row's shape is in another spatial reference than its dataset.
  case shapeElsewhere(table: String, rowid: Int64, srid: UInt32)
  /// A current row without an object id.
  case noObjectID(table: String, rowid: Int64)
  /// A row of a replica that does not tell from when until when it was so.
  case noTime(table: String, rowid: Int64)
  /// The replica does not tell when a dataset's rows were downloaded, or tells no time.
  case generation(dataset: String, found: String?)
  /// Two current rows with one object id.
  case objectIDTwice(table: String, objectID: Int64)
  /// A table to be written begins while another one is under way, or rows come without one.
  case outOfSequence(table: String)
  /// A field cannot have this name: another one has it, or the format keeps it for itself.
  case badFieldName(table: String, field: String)
  /// A field that the content names is none of the table's.
  case noSuchField(table: String, field: String)
  /// An object id that 32 bits do not hold.
  case objectIDTooLarge(table: String, objectID: Int64)
  /// A row to be written has no GlobalID.
  case noGlobalID(table: String, objectID: Int64)
  /// A row to be written is damaged.
  case damagedRow(table: String, objectID: Int64)
}

extension GeodatabaseError: CustomStringConvertible {
  /// One plain line.
  package var description: String {
    switch self {
    case .database(let error): "\(error)"
    case .notAGeodatabase(let path, let id):
      "\(path) is no mobile geodatabase (application id \(id))"
    case .delta(_, let changes):
      "is a delta geodatabase, which carries changes for a synchronisation ("
        + changes.prefix(5).joined(separator: ", ") + (changes.count > 5 ? ", …" : "")
        + "), not whole layers"
    case .catalogueTooLarge(let table): "\(table) holds more than a catalogue can"
    case .definition(let item, let offset, let expected):
      "the definition of \(item) cannot be read: expected \(expected) at byte \(offset)"
    case .definitionTooLarge(let item, let bytes, let limit):
      "the definition of \(item) has \(bytes) bytes, more than \(limit)"
    case .serviceItem(let dataset, let id):
      "what the service says of \(dataset) (item \(id)) is not JSON"
    case .notATable(let name): "the catalogue lists \(name), which is not a table of the file"
    case .noSuchDataset(let name): "the geodatabase lists no feature class or table \(name)"
    case .noSuchAttachment(let table, let rowid): "\(table) has no row \(rowid)"
    case .missingColumn(let table, let column): "table \(table) has no column \(column)"
    case .gridUnknown(let dataset, let srid):
      "nothing says where the coordinates of \(dataset) lie (spatial reference \(srid))"
    case .spatialReference(let dataset, let error): "\(dataset): \(error)"
    case .shape(let table, let rowid, let error): "row \(rowid) of \(table): \(error)"
    case .shapeElsewhere(let table, let rowid, let srid):
      "the shape of row \(rowid) of \(table) is in another spatial reference (\(srid))"
    case .noObjectID(let table, let rowid): "row \(rowid) of \(table) has no object id"
    case .noTime(let table, let rowid):
      "row \(rowid) of \(table) does not tell from when until when it was so"
    case .generation(let dataset, let found?):
      "the replica's download of \(dataset) is of no time: \(found.prefix(40))"
    case .generation(let dataset, nil):
      "the replica does not tell when \(dataset) was downloaded"
    case .objectIDTwice(let table, let id): "two rows of \(table) have the object id \(id)"
    case .outOfSequence(let table): "rows of \(table) came out of sequence"
    case .badFieldName(let table, let field): "no field of \(table) can be named \(field)"
    case .noSuchField(let table, let field): "\(table) has no field \(field)"
    case .objectIDTooLarge(let table, let id):
      "the object id \(id) of \(table) has more than 32 bits"
    case .noGlobalID(let table, let id): "row \(id) of \(table) has no GlobalID"
    case .damagedRow(let table, let id): "row \(id) of \(table) is damaged"
    }
  }
}
