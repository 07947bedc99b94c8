package import Bytes
import SQLiteFile

/// Rewrites a GeoPackage with some rows changed, in one pass over its tables.
///
/// ```swift
/// var rewriter = GeoPackageRewriter(reader)
/// rewriter.edits["Trees"] = TableEdits(deleted: [7])
/// let account = try await rewriter.write(into: &file)
/// try file.commit()
/// ```
/// The new file equals the old one with its rows changed by SQL. Each schema object keeps its text
/// and position, and unchanged rows keep their bytes. Application id, version and encoding stay the
/// same. Indexes, R-trees and metadata tables follow the rows. Triggers do not run; the account
/// lists those that would have, and names everything that could not be rewritten. A store written
/// by Fieldpack and rewritten without edits has the same bytes.
package struct GeoPackageRewriter: Sendable {
  let reader: GeoPackageReader
  /// The changes, by table.
  package var edits: [String: TableEdits] = [:]
  /// The relations whose pairs are derived from keys. The pairs are found again if a side has
  /// edits. In other relations, the pairs of deleted rows are removed.
  package var relations: [GeoPackageRelation] = []
  /// The changes of mapping tables whose pairs are not derived from keys, by table name.
  package var pairEdits: [String: PairEdits] = [:]
  /// Texts to add. Each replaces an existing text of the same standard and table.
  package var metadata: [GeoPackageMetadata] = []
  /// The time of change of tables with edits, in milliseconds since 1970 UTC. If nil, their
  /// previous times stay.
  package var lastChange: Int64?
  /// New tables. Their rows are among the edits.
  package var addedTables: [AddedTable] = []

  /// A new table.
  package struct AddedTable: Sendable {
    /// The table.
    package var table: GeoPackageTable
    /// Its relation to another table.
    package var relation: GeoPackageRelation?

    /// Creates a new table.
    package init(_ table: GeoPackageTable, relation: GeoPackageRelation? = nil) {
      self.table = table
      self.relation = relation
    }
  }

  /// Creates a rewriter without edits.
  package init(_ reader: GeoPackageReader) { self.reader = reader }

  /// Writes the new GeoPackage to an empty output.
  ///
  /// - Throws: `GeoPackageError.noSuchTable`, `.noSuchRow`, `.rowTaken`, `.notComputable`,
  ///   `.unknownOrder`, `SQLiteFileError.duplicateKey` if an edit breaks a unique key, and what reading
  ///   and writing throw.
  package func write<Output: PatchableOutput & ~Copyable>(
    into output: inout Output
  ) async throws -> RewriteAccount {
    let pages = RewrittenPages(try RewrittenContent(self))
    var batch = try await pages.next()
    while let complete = batch {
      async let following = pages.next()
      try complete.write(into: &output)
      batch = try await following
    }
    var (database, account) = try await pages.finished()
    try database.finish(
      into: &output, applicationID: reader.database.header.applicationID,
      userVersion: reader.database.header.userVersion)
    return account
  }
}

/// Builds the pages of the rewritten GeoPackage while previous ones are being written.
private actor RewrittenPages {
  /// Pages are passed on when this many bytes are complete.
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
    return try content.database.pages.take(makingRoomFor: 2 * Self.batchSize)
  }

  /// The database, whose schema and first page are not written yet, and the account of the
  /// rewriting.
  func finished() throws -> (DatabaseWriter, RewriteAccount) {
    try content.writeSchema()
    return (content.database, content.account)
  }

  /// Builds the indexes and the R-tree of a table in parallel.
  private func make(_ trees: [TableTree], pageSize: Int) async throws -> [TableTree.Made] {
    try await withThrowingTaskGroup(of: TableTree.Made.self) { group in
      for tree in trees { group.addTask { try tree.make(pageSize: pageSize) } }
      var made: [TableTree.Made] = []
      for try await tree in group { made.append(tree) }
      return made
    }
  }
}
