import Bytes

/// Looks through a whole database for what SQLite's own `integrity_check` looks for, and for
/// R-trees that do not agree with themselves.
///
/// Two passes: the pages of every tree, chain and list, each to be used once; then, where a tree
/// is sound, its rows against its indexes. What would have to be computed is passed over: CHECK
/// constraints, the values of expressions in indexes, WHERE clauses that do more than ask for NULL
/// (their entries must belong to rows), and the order of collating sequences that SQLite does not
/// bring along.
package enum IntegrityCheck {
  /// Problems that are told at most; the last one then counts the others.
  package static let mostProblems = 100

  /// How often the file is gone through: pages, records.
  package static let passes = 2

  /// Checks a database; nothing found means that it is sound.
  ///
  /// - Parameter progress: gets the bytes looked at so far, up to `passes` times the file's.
  package static func run(
    _ database: DatabaseReader, progress: (_ bytes: Int) -> Void = { _ in }
  ) -> [IntegrityProblem] {
    let size = database.byteCount
    var read = 0
    var problems = ProblemList()
    var pages = PageAccount(database)
    var sound: Set<UInt32> = []
    let schema = SchemaObject(
      kind: .table, name: "sqlite_schema", tableName: "sqlite_schema", rootPage: 1, sql: nil)
    for object in [schema] + database.schema where object.rootPage > 0 {
      let before = problems.count
      TreeCheck.run(object, in: database, pages: &pages, problems: &problems) { pages in
        progress(min(size, pages * database.header.pageSize))
      }
      if problems.count == before { sound.insert(object.rootPage) }
    }
    SchemaCheck(database).run(&problems)
    pages.finish(into: &problems)
    pages.compareRoots([schema] + database.schema, &problems)
    let tables = database.schema.filter { $0.kind == .table }
    for object in tables where sound.contains(object.rootPage) {
      RowCheck.run(object, in: database, sound: sound, problems: &problems) { bytes in
        read += bytes
        progress(size + min(size, read))
      }
    }
    // Last, so that their problems never crowd out those of rows.
    for object in tables where object.rootPage == 0 {
      RTreeCheck(object)?.run(in: database, problems: &problems)
    }
    return problems.list
  }
}

/// Problems found so far, the first hundred kept.
struct ProblemList {
  private var kept: [IntegrityProblem] = []
  private(set) var count = 0

  mutating func append(_ problem: IntegrityProblem) {
    count += 1
    if kept.count < IntegrityCheck.mostProblems { kept.append(problem) }
  }

  var list: [IntegrityProblem] {
    count > kept.count ? kept + [.more(count - kept.count)] : kept
  }
}
