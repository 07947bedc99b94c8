package import Bytes
import SQLiteFile

/// Writes a GeoPackage anew with some rows changed, in one pass over its tables.
///
/// ```swift
/// var rewriter = GeoPackageRewriter(reader)
/// rewriter.edits["Trees"] = TableEdits(deleted: [7])
/// let account = try await rewriter.write(into: &file)
/// try file.commit()
/// ```
/// A store of ours without edits gives the same bytes. Of other GeoPackages, everything is kept
/// that the account does not name as left out. Texts of the old schema are never copied: tables
/// and indexes are declared anew from what was understood of them, triggers and R-trees are made
/// as ``GeoPackageWriter`` makes them. Rows pass as they are. The new file is of version 1.3.
package struct GeoPackageRewriter: Sendable {
  let reader: GeoPackageReader
  /// What changes, by table.
  package var edits: [String: TableEdits] = [:]
  /// The relations whose pairs follow keys; pairs are found anew where a side has edits. Of other
  /// relations, the pairs of deleted rows go.
  package var relations: [GeoPackageRelation] = []
  /// What changes in mapping tables whose pairs follow no keys, by their names.
  package var pairEdits: [String: PairEdits] = [:]
  /// Texts that take the place of those of the same standard and table, or are added.
  package var metadata: [GeoPackageMetadata] = []
  /// When the tables with edits were changed, in milliseconds since 1970 UTC; nil keeps what each
  /// says.
  package var lastChange: Int64?
  /// Tables that the GeoPackage lacks; their rows come with the edits.
  package var addedTables: [AddedTable] = []

  /// Pages are handed on when this many bytes are complete.
  private static let drainSize = 1 << 18

  /// A table that the GeoPackage lacks.
  package struct AddedTable: Sendable {
    /// The table.
    package var table: GeoPackageTable
    /// Its relation to another table.
    package var relation: GeoPackageRelation?

    /// A table that the GeoPackage lacks.
    package init(_ table: GeoPackageTable, relation: GeoPackageRelation? = nil) {
      self.table = table
      self.relation = relation
    }
  }

  /// A rewriting without edits.
  package init(_ reader: GeoPackageReader) { self.reader = reader }

  /// Writes the new GeoPackage to an output that is empty.
  ///
  /// - Throws: `GeoPackageError.noSuchTable`, `.noSuchRow`, `.rowTaken`, and what reading and
  ///   writing throw.
  package func write<Output: PatchableOutput & ~Copyable>(
    into output: inout Output
  ) async throws -> RewriteAccount {
    var content = try RewrittenContent(self)
    while var table = try content.nextTable() {
      while try table.copy(to: &content.database.pages, until: Self.drainSize) {
        try drain(&content, into: &output)
      }
      let made = try await make(table.rows.trees, pageSize: content.database.pages.pageSize)
      try content.end(table, made)
      try drain(&content, into: &output)
    }
    try content.writeMetadata()
    do {
      try content.database.finish(
        into: &output, applicationID: GeoPackageFormat.applicationID,
        userVersion: GeoPackageFormat.userVersion)
    } catch { throw GeoPackageError.database(error) }
    return content.account
  }

  /// Makes the indexes and the R-tree of a table side by side.
  private func make(_ trees: [TableTree], pageSize: Int) async throws -> [TableTree.Made] {
    try await withThrowingTaskGroup(of: TableTree.Made.self) { group in
      for tree in trees { group.addTask { try tree.make(pageSize: pageSize) } }
      var made: [TableTree.Made] = []
      for try await tree in group { made.append(tree) }
      return made
    }
  }

  private func drain<Output: PatchableOutput & ~Copyable>(
    _ content: inout RewrittenContent, into output: inout Output
  ) throws(GeoPackageError) {
    do {
      try content.database.pages.drain(into: &output)
    } catch { throw .database(error) }
  }
}
