package import Geometry
package import SQLiteFile

/// The results of writing a table.
package struct TableAccount: Equatable, Sendable {
  /// The name of the table.
  package var name: String
  /// The number of its rows.
  package var rowCount: Int
  /// The number of rows without a geometry.
  package var withoutGeometry: Int
  /// The bounding box of all rows; empty without geometries.
  package var bounds: Envelope
  /// The declared geometry type: GEOMETRY if the rows have several types.
  package var geometryType: String?
  /// Columns meant to be NOT NULL in which rows have NULL. For a rewritten table, only edited rows
  /// count.
  package var nullsFound: [String]
  /// Rows that repeat a value of a column meant to be unique. At most the first thousand.
  package var duplicates: [Duplicate]

  /// Two rows with the same value.
  package struct Duplicate: Equatable, Sendable {
    /// The name of the column.
    package var column: String
    /// The two rows.
    package var rows: IndexSorter.Duplicate

    /// Creates a pair of rows.
    package init(column: String, rows: IndexSorter.Duplicate) {
      self.column = column
      self.rows = rows
    }
  }
}
