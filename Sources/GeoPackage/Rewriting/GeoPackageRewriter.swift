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
/// The new file is the old one as if its rows had been changed by SQL: each object of the schema
/// keeps its text and its place, rows that do not change keep their bytes, and so do application id,
/// version and encoding. Indexes, R-trees and the format's own tables follow the rows; triggers do
/// not run, and the account tells which would have. What cannot be written again is named there as
/// left out. A store of ours without edits gives the same bytes.
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
  /// - Throws: `GeoPackageError.noSuchTable`, `.noSuchRow`, `.rowTaken`, `.notComputable`,
  ///   `.unknownOrder`, `.database(.duplicateKey)` where an edit breaks a unique key, and what
  ///   reading and writing throw.
  package func write<Output: PatchableOutput & ~Copyable>(
    into output: inout Output
  ) async throws -> RewriteAccount {
    let pages = RewrittenPages(try RewrittenContent(self))
    var batch = try await pages.next()
    while let complete = batch {
      async let following = pages.next()
      do {
        try complete.write(into: &output)
      } catch { throw GeoPackageError.database(error) }
      batch = try await following
    }
    var (database, account) = try await pages.finished()
    do {
      try database.finish(
        into: &output, applicationID: reader.database.header.applicationID,
        userVersion: reader.database.header.userVersion)
    } catch { throw GeoPackageError.database(error) }
    return account
  }
}

/// The pages of a GeoPackage that is written anew, made while those before them are written.
private actor RewrittenPages {
  /// Pages are handed on when this many bytes are complete.
  private static let batchSize = 1 << 18

  private var content: RewrittenContent
  private var tree: Rewriting?

  init(_ content: RewrittenContent) {
    self.content = content
  }

  /// The next pages; nil when all trees are done.
  func next() async throws -> PageBatch? {
    if tree == nil { tree = try content.next() }
    guard var tree = self.tree.take() else { return nil }
    if try tree.copy(to: &content.database.pages, until: Self.batchSize) {
      self.tree = tree
    } else {
      let made = try await make(tree.trees, pageSize: content.database.pages.pageSize)
      try content.end(tree, made)
    }
    do {
      return try content.database.pages.take(makingRoomFor: 2 * Self.batchSize)
    } catch { throw GeoPackageError.database(error) }
  }

  /// The database, whose schema and first page are yet to be written, and what was kept of the old
  /// one.
  func finished() throws -> (DatabaseWriter, RewriteAccount) {
    try content.writeSchema()
    return (content.database, content.account)
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
}
