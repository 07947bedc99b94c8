package import Geometry
package import SQLiteFile

/// What the writer saw while it wrote a table.
package struct TableAccount: Equatable, Sendable {
  /// The table.
  package var name: String
  /// Its rows.
  package var rowCount: Int
  /// Rows without a geometry.
  package var withoutGeometry: Int
  /// The box around all rows; empty without geometries.
  package var bounds: Envelope
  /// The geometry type that was declared: GEOMETRY where rows hold several kinds.
  package var geometryType: String?
  /// Columns that were to refuse NULL and hold it; of a table that is written anew, in edited rows.
  package var nullsFound: [String]
  /// Rows that repeat a value of a column that was to be unique, the first thousand.
  package var duplicates: [Duplicate]

  /// Two rows with one value.
  package struct Duplicate: Equatable, Sendable {
    /// The column.
    package var column: String
    /// The two rows.
    package var rows: IndexSorter.Duplicate

    /// Two rows with one value.
    package init(column: String, rows: IndexSorter.Duplicate) {
      self.column = column
      self.rows = rows
    }
  }
}
