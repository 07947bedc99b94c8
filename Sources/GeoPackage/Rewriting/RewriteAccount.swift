/// What a rewriting came to.
package struct RewriteAccount: Equatable, Sendable {
  /// What was seen in each table of `gpkg_contents`, and in each other table with edits.
  package var tables: [TableAccount] = []
  /// By table as the edits name it: the ids of its added rows, in their order.
  package var addedRowids: [String: [Int64]] = [:]
  /// What the old file has and the new one has not.
  package var leftOut: [LeftOut] = []

  /// Of nothing yet.
  package init() {}

  /// A part of a GeoPackage that is not written anew, as it would have to be run or cannot be
  /// understood.
  package struct LeftOut: Equatable, Sendable {
    /// The kinds of such parts.
    package enum Kind: String, Sendable {
      case view
      case trigger
      /// A virtual table that is no spatial index, and the tables that hold it.
      case virtualTable
      /// An index with a condition, over an expression, the id or the geometry.
      case index
      /// A collating sequence that is not SQLite's own; the column sorts by its bytes.
      case collation
      /// A `DEFAULT` that is computed.
      case defaultExpression
      /// A column that is computed; a kept one stays with its values.
      case generatedColumn
      /// CHECK and foreign keys of a table.
      case constraints
    }

    /// What it is.
    package var kind: Kind
    /// The table it belongs to; its own name for tables and views.
    package var table: String
    /// Its name; empty for the constraints of a table.
    package var name: String
  }
}
