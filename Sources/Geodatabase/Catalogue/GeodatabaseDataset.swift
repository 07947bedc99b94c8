package import Geometry
package import MapModel
package import OrderedJSON
package import SQLiteFile

/// A feature class or table of a geodatabase.
package struct GeodatabaseDataset: Sendable {
  /// The name of its table.
  package var name: String
  /// What people call it.
  package var title: String
  /// What is known of it, as a service writes it.
  package var definition: LayerDefinition
  /// The table of its rows.
  package var table: StoredTable
  /// The columns of the fields, in the order of `definition.fields`.
  package var columns: [Int]
  /// Nil for a table.
  package var shape: ShapeColumn?
  /// Nil for a table whose rows are current, all of them.
  package var history: History?
  /// The column of the object id; nil where it is the row id of the table.
  package var objectIDColumn: Int?

  /// The column of the shapes of a feature class.
  package struct ShapeColumn: Sendable {
    package var column: Int
    /// The id that shapes have.
    package var srid: Int64
    /// What the coordinates are in, as services write it; nil where nothing tells.
    package var spatialReference: JSON?
    package var grid: CoordinateGrid
    /// The box of all shapes by the catalogue; nil where it has none.
    package var extent: Envelope?
  }

  /// The columns that tell when a row of a replica came and went.
  package struct History: Equatable, Sendable {
    /// The columns of a history, beside those of the fields.
    static let names = ["gdb_archive_oid", "gdb_from_date", "gdb_to_date"]

    package var from: Int
    package var to: Int
  }

  /// Its number in the service it came from, or a free one.
  package var layerID: Int { definition.id ?? 0 }
}

extension GeodatabaseDataset {
  /// Whether a row that goes at a time, a Julian day, is still there: at the end of the calendar,
  /// 9999-12-31 23:59:59, as the views of a replica ask.
  static func isCurrent(until time: Double) -> Bool {
    (time - endOfTime).magnitude <= 0.000_000_001
  }

  private static let endOfTime = 464_269_060_799_000.0 / 86_400_000
}
