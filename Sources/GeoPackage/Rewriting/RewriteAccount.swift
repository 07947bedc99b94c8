package import SQLiteFile

/// What a rewriting came to.
package struct RewriteAccount: Equatable, Sendable {
  /// What was seen in each table of `gpkg_contents`, and in each other table with edits.
  package var tables: [TableAccount] = []
  /// By table as the edits name it: the ids of its added rows, in their order.
  package var addedRowids: [String: [Int64]] = [:]
  /// What the old file has and the new one has not.
  package var leftOut: [LeftOut] = []
  /// Triggers that are kept, and that the edits would have made run had they been made by SQL.
  package var triggers: [FiredTrigger] = []

  /// Of nothing yet.
  package init() {}

  /// A part of a GeoPackage that is not written anew, as it cannot be understood.
  package struct LeftOut: Equatable, Sendable {
    /// The kinds of such parts.
    package enum Kind: String, Sendable {
      /// The spatial index of an edited table that is of another form than GeoPackage's.
      case virtualTable
      /// An index of an edited table, for which an entry of an edited row could not be computed.
      case index
      /// Values of a computed column, which are NULL in edited rows.
      case generatedColumn
    }

    /// What it is.
    package var kind: Kind
    /// The table it belongs to; its own name for tables.
    package var table: String
    /// Its name.
    package var name: String
  }

  /// A trigger whose work was not done: neither that of the spatial index, nor GDAL's count of rows,
  /// nor ours of GlobalIDs, which are.
  package struct FiredTrigger: Equatable, Sendable {
    /// Its name.
    package var name: String
    /// The table it watches.
    package var table: String
    /// What makes it run.
    package var event: StoredTrigger.Event
    /// The rows it would have run for, unless a WHEN of its own refuses them. Of `UPDATE OF`, those
    /// in which one of its columns differs.
    package var rows: Int
  }
}
