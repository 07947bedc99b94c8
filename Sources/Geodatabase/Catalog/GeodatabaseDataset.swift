package import Geometry
package import MapModel
package import OrderedJSON
package import SQLiteFile

/// A feature class or table of a geodatabase.
package struct GeodatabaseDataset: Sendable {
  /// The name of its table.
  package var name: String
  /// The title that people read.
  package var title: String
  /// Its definition in the form of a service.
  package var definition: LayerDefinition
  /// The table of its rows.
  package var table: StoredTable
  /// The columns of the fields, in the order of `definition.fields`.
  package var columns: [Int]
  /// Nil for a table.
  package var shape: ShapeColumn?
  /// Nil if all rows of the table are current.
  package var history: History?
  /// The column of the object ID; nil if it is the row ID of the table.
  package var objectIDColumn: Int?

  /// The column of the shapes of a feature class.
  package struct ShapeColumn: Sendable {
    package var column: Int
    /// The spatial reference ID of the shapes.
    package var srid: Int64
    /// The spatial reference in the form of services; nil if unknown.
    package var spatialReference: JSON?
    package var grid: CoordinateGrid
    /// The box of all shapes in the catalog; nil if it has none.
    package var extent: Envelope?
  }

  /// The columns with the begin and end times of a replica's rows.
  package struct History: Equatable, Sendable {
    /// The history columns, which are not fields.
    static let names = ["gdb_archive_oid", "gdb_from_date", "gdb_to_date"]

    package var from: Int
    package var to: Int
  }

  /// Its layer number in the original service, or an unused number.
  package var layerID: Int { definition.id ?? 0 }
}

extension GeodatabaseDataset {
  /// Whether a row with an end time, a Julian day, is current. Current rows end at the end of the
  /// calendar, 9999-12-31 23:59:59, as in the views of a replica.
  static func isCurrent(until time: Double) -> Bool {
    (time - endOfTime).magnitude <= 0.000_000_001
  }

  private static let endOfTime = 464_269_060_799_000.0 / 86_400_000
}
