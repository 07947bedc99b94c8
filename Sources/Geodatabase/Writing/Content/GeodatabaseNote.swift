package import Geometry
package import MapModel

/// Something that a geodatabase stores differently or leaves out.
package enum GeodatabaseNote: Equatable, Sendable {
  /// A table has another name in the file.
  case tableRenamed(from: String, to: String)
  /// A field's values are stored in another type without loss.
  case typeChanged(table: String, field: String, from: FieldType, to: FieldType)
  /// A text field was made as long as its longest text.
  case textWidened(table: String, field: String, length: Int)
  /// A required field is null in some rows, so it was made nullable.
  case emptyValues(table: String, field: String)
  /// Two rows have the same GlobalID, so the file allows duplicates.
  case duplicateGlobalID(table: String, first: Int64, second: Int64)
  /// A relationship that can't be written.
  case relationshipLeftOut(name: String)
}

/// The result of writing a table's rows.
package struct GeodatabaseTableAccount: Sendable {
  /// A value or shape that is stored differently.
  package struct Misfit: Equatable, Sendable {
    package var objectID: Int64
    /// The name of the field; nil for the shape.
    package var field: String?
    package var problem: Problem
  }

  /// Why a value was not stored unchanged.
  package enum Problem: Equatable, Sendable {
    /// It doesn't have the type of its field; null was written.
    case wrongType
    /// An integer that a double can't hold; the nearest double was written.
    case rounded
    /// A coordinate is outside the grid; no shape was written.
    case beyondGrid
    /// The shape has another geometry type than its layer; no shape was written.
    case wrongKind(GeometryKind)
    /// The shape has too many vertices; no shape was written.
    case tooManyVertices
    /// The layer has no heights or measures; they were left out.
    case moreDimensions
    /// Heights or measures are missing; 0 was written.
    case fewerDimensions
  }

  /// The index in `GeodatabaseContent.tables`.
  package var table: Int
  package var rowCount: Int
  /// The box of the stored shapes; empty if there are none.
  package var bounds: Envelope
  /// The largest distance that a coordinate was moved to the grid, in units of the spatial
  /// reference; 0 for a table.
  package var coordinateStep: Double
  package var notes: [GeodatabaseNote]
  /// The first ``misfitLimit`` misfits.
  package var misfits: [Misfit]
  /// The number of all misfits.
  package var misfitCount: Int

  /// The most misfits that are kept.
  package static let misfitLimit = 1_000
}
