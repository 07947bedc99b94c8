package import SQLiteFile

/// The results of a rewriting.
package struct RewriteAccount: Equatable, Sendable {
  /// The results of each table in `gpkg_contents`, and of each other table with edits.
  package var tables: [TableAccount] = []
  /// The ids of added rows in order, by table as the edits name it.
  package var addedRowids: [String: [Int64]] = [:]
  /// What the old file has but the new one does not.
  package var leftOut: [LeftOut] = []
  /// Triggers that are kept in the file, and that would have run if the edits were made by SQL.
  package var triggers: [FiredTrigger] = []

  /// Creates an empty account.
  package init() {}

  /// A part of a GeoPackage that cannot be rewritten, because it is not supported.
  package struct LeftOut: Equatable, Sendable {
    /// The kinds of such parts.
    package enum Kind: String, Sendable {
      /// The spatial index of an edited table, in another form than GeoPackage's.
      case virtualTable
      /// An index of an edited table with an entry that could not be computed.
      case index
      /// A computed column that is NULL in edited rows.
      case generatedColumn
    }

    /// The kind of part.
    package var kind: Kind
    /// The table it belongs to; for tables their own name.
    package var table: String
    /// The name of the part.
    package var name: String
  }

  /// A trigger that did not run and whose work was not done otherwise. The rewriter does the work
  /// of the triggers of the spatial index, of GDAL's row count, and of Fieldpack's GlobalIDs.
  package struct FiredTrigger: Equatable, Sendable {
    /// The name of the trigger.
    package var name: String
    /// Its table.
    package var table: String
    /// The event that runs it.
    package var event: StoredTrigger.Event
    /// The number of rows it would have run for, except those its WHEN rejects. For `UPDATE OF`,
    /// rows in which one of its columns differs.
    package var rows: Int
  }
}
