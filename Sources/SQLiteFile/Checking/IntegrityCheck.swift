import Bytes

/// Checks a whole database as SQLite's `integrity_check` does, and the consistency of its R-trees.
///
/// The check makes two passes. The first visits the pages of every tree, chain and list; each page
/// must be used once. The second compares the rows of each sound tree with its indexes.
///
/// The check skips whatever it would have to compute: CHECK constraints, the values of expressions
/// in indexes, and unsupported WHERE clauses (their entries must still belong to rows). It also
/// skips the order of collating sequences that are not built into SQLite.
package enum IntegrityCheck {
  /// The largest number of problems reported. A last one counts those left out.
  package static let mostProblems = 100

  /// How often the check reads the file: once for pages, once for records.
  package static let passes = 2

  /// Checks a database. An empty result means that it is sound.
  ///
  /// - Parameter progress: receives the number of bytes read so far, up to `passes` times the file
  ///   size.
  /// - Throws: faults of the machine.
  package static func run(
    _ database: DatabaseReader, progress: (_ bytes: Int) -> Void = { _ in }
  ) throws(SQLiteFileError) -> [IntegrityProblem] {
    let size = database.byteCount
    var read = 0
    var problems = ProblemList()
    var pages = PageAccount(database)
    var sound: Set<UInt32> = []
    let schema = SchemaObject(
      kind: .table, name: "sqlite_schema", tableName: "sqlite_schema", rootPage: 1, sql: nil)
    for object in [schema] + database.schema where object.rootPage > 0 {
      let before = problems.count
      try TreeCheck.run(object, in: database, pages: &pages, problems: &problems) { pages in
        progress(min(size, pages * database.header.pageSize))
      }
      if problems.count == before { sound.insert(object.rootPage) }
    }
    SchemaCheck(database).run(&problems)
    try pages.finish(into: &problems)
    pages.compareRoots([schema] + database.schema, &problems)
    let tables = database.schema.filter { $0.kind == .table }
    for object in tables where sound.contains(object.rootPage) {
      try RowCheck.run(object, in: database, sound: sound, problems: &problems) { bytes in
        read += bytes
        progress(size + min(size, read))
      }
    }
    // R-trees come last, so that their problems never displace those of rows.
    for object in tables where object.rootPage == 0 {
      try RTreeCheck(object)?.run(in: database, problems: &problems)
    }
    return problems.list
  }
}

/// The problems found so far. Keeps the first hundred.
struct ProblemList {
  private var kept: [IntegrityProblem] = []
  private(set) var count = 0

  mutating func append(_ problem: IntegrityProblem) {
    count += 1
    if kept.count < IntegrityCheck.mostProblems { kept.append(problem) }
  }

  /// Adds an error that keeps an object from being read.
  ///
  /// - Throws: the error itself if the machine is at fault, because it says nothing about the file.
  mutating func append(
    _ error: SQLiteFileError, of object: String
  ) throws(SQLiteFileError) {
    guard !error.isFaultOfTheMachine else { throw error }
    append(.unreadable(object: object, error))
  }

  var list: [IntegrityProblem] {
    count > kept.count ? kept + [.more(count - kept.count)] : kept
  }
}
