package import Geometry
package import MapModel

/// Something that a geodatabase of this generation keeps otherwise than it was told, or not at all.
package enum GeodatabaseNote: Equatable, Sendable {
  /// A table's name is another one in the file.
  case tableRenamed(from: String, to: String)
  /// A field's values are kept in another type, none of them lost.
  case typeChanged(table: String, field: String, from: FieldType, to: FieldType)
  /// A text field was made as long as its longest text.
  case textWidened(table: String, field: String, length: Int)
  /// A field that may not be empty is empty in some rows, and may be now.
  case emptyValues(table: String, field: String)
  /// Two rows have one GlobalID, which the file then does not forbid.
  case duplicateGlobalID(table: String, first: Int64, second: Int64)
  /// A relationship that cannot be written.
  case relationshipLeftOut(name: String)
}

/// What was seen in the rows of a table.
package struct GeodatabaseTableAccount: Sendable {
  /// A value, or a shape, that is not as the row had it.
  package struct Misfit: Equatable, Sendable {
    package var objectID: Int64
    /// Nil for the shape.
    package var field: String?
    package var problem: Problem
  }

  /// What kept a value from being written as it is.
  package enum Problem: Equatable, Sendable {
    /// It is of another type than its field: NULL was written.
    case wrongType
    /// A whole number that a double cannot hold: the nearest that it can was written.
    case rounded
    /// A coordinate lies beyond the grid: no shape was written.
    case beyondGrid
    /// The shape is of another kind than its layer's: no shape was written.
    case wrongKind(GeometryKind)
    /// The shape has more vertices than one can: no shape was written.
    case tooManyVertices
    /// Heights or measures that the layer does not have: written without them.
    case moreDimensions
    /// Heights or measures are missing: 0 was written.
    case fewerDimensions
  }

  /// The place in `GeodatabaseContent.tables`.
  package var table: Int
  package var rowCount: Int
  /// The box of the shapes as they are stored; empty without any.
  package var bounds: Envelope
  /// The most that a coordinate was moved to lie on the grid, in units of the spatial reference;
  /// 0 for a table.
  package var coordinateStep: Double
  package var notes: [GeodatabaseNote]
  /// The first ``misfitLimit`` of them.
  package var misfits: [Misfit]
  /// All of them.
  package var misfitCount: Int

  /// How many misfits are kept.
  package static let misfitLimit = 1_000
}
