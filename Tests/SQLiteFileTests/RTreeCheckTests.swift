import Records
import SQLiteFile
import TestSupport
import Testing

/// R-trees made by libsqlite3, each with one defect.
@Suite(.needs(.sqlite3))
struct RTreeCheckTests {
  /// Makes an R-tree of 3,000 boxes with three levels, changes its tables and checks it.
  private func problems(
    after change: String, columns: String = "id, x0, x1, y0, y1", module: String = "rtree"
  ) async throws -> [IntegrityProblem] {
    let folder = try TemporaryFolder()
    // Each dimension has a lower and an upper side.
    let sides = (0..<columns.split(separator: ",").count - 1).map {
      "(n * \(37 + $0 / 2 * 16)) % 1009 + \($0 % 2)"
    }
    _ = try await #require(Tool.sqlite3).output(
      [folder.path("r.db")],
      stdin: Array(
        """
        .dbconfig defensive off
        CREATE VIRTUAL TABLE r USING \(module)(\(columns));
        WITH RECURSIVE numbers(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers LIMIT 3000)
        INSERT INTO r SELECT 2 * n, \(sides.joined(separator: ", ")) FROM numbers;
        \(change);
        """.utf8))
    return try IntegrityCheck.run(try DatabaseReader(path: folder.path("r.db")))
  }

  @Test(
    arguments: [
      ("id, x0, x1", "rtree"), ("id, x0, x1, y0, y1", "rtree"),
      ("id, x0, x1, y0, y1, z0, z1", "rtree"), ("id, x0, x1, y0, y1", "rtree_i32"),
    ])
  func `an unchanged R-tree is sound`(columns: String, module: String) async throws {
    await #expect(
      try problems(after: "SELECT 1", columns: columns, module: module) == [])
    await #expect(
      try problems(
        after: "DELETE FROM r WHERE id % 3 = 0; UPDATE r SET x1 = x1 + 5 WHERE id % 7 = 0",
        columns: columns, module: module) == [])
  }

  @Test(
    arguments: [
      "UPDATE r_rowid SET nodeno = nodeno + 1 WHERE rowid = 34",
      "UPDATE r_rowid SET nodeno = NULL WHERE rowid = 34",
      "DELETE FROM r_rowid WHERE rowid = 34",
      "INSERT INTO r_rowid VALUES (99999, 2)",
      "UPDATE r_parent SET parentnode = parentnode + 1 WHERE nodeno = 7",
      "DELETE FROM r_parent WHERE nodeno = 7",
      "INSERT INTO r_parent VALUES (99999, 1)",
      "DELETE FROM r_node WHERE nodeno = 7",
      "DELETE FROM r_node WHERE nodeno = 1",
      "INSERT INTO r_node SELECT 99999, data FROM r_node WHERE nodeno = 7",
      "UPDATE r_node SET data = zeroblob(80) WHERE nodeno = 7",
      "UPDATE r_node SET data = 'text' WHERE nodeno = 7",
      // One leaf occurs twice, another not at all.
      "UPDATE r_node SET data = (SELECT data FROM r_node WHERE nodeno = 7) WHERE nodeno = 8",
      // More cells than fit into the node.
      "UPDATE r_node SET data = x'0000FFFF' || substr(data, 5) WHERE nodeno = 7",
      // The first cell's min x: beyond its max x, then beyond its parent's box, then not a number.
      "UPDATE r_node SET data = substr(data, 1, 12) || x'7F000000' || substr(data, 17) "
        + "WHERE nodeno = 7",
      "UPDATE r_node SET data = substr(data, 1, 12) || x'FF000000' || substr(data, 17) "
        + "WHERE nodeno = 7",
      "UPDATE r_node SET data = substr(data, 1, 12) || x'7FC00000' || substr(data, 17) "
        + "WHERE nodeno = 7",
      // Deeper than any tree can be.
      "UPDATE r_node SET data = x'7FFF' || substr(data, 3) WHERE nodeno = 1",
      "DROP TABLE r_parent",
    ])
  func `an R-tree with inconsistent tables is reported`(change: String) async throws {
    let found = try await problems(after: change)
    #expect(
      found.contains { problem in
        if case .rtreeBroken(table: "r", node: _, _) = problem { true } else { false }
      }, "\(found)")
  }
}
