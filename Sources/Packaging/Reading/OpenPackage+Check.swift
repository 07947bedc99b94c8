import GeoPackage
import SQLiteFile

extension OpenPackage {
  /// Checks that the rows of the store can be believed: every page, index, row and geometry of it,
  /// its checksum where an archive has one, and that no saved edits are lost in a damaged `-wal`.
  /// To be called before rows that came back are merged. Counts and spatial indexes that fell
  /// behind the rows are passed over.
  ///
  /// - Parameter progress: gets the bytes done and those there are.
  /// - Throws: `PackagingError.reading` with the member and the first problem.
  package func check(
    progress: (_ done: Int, _ total: Int) -> Void
  ) async throws(PackagingError) {
    if let origin, !origin.databases.isEmpty { return try origin.check(progress: progress) }
    for path in [storePath, storePath + "-wal", storePath + "-journal"] {
      try members.verifyChecksum(of: path)
    }
    guard !store.database.hasBrokenLog else {
      throw .reading(
        path: members.title(of: storePath + "-wal"),
        .damaged(problem: "edits that were saved in it cannot be read", others: 0))
    }
    let total = IntegrityCheck.passes &* store.database.byteCount
    let problems = GeoPackageCheck.problemsOfRows(in: store) {
      progress(min(total, $0), total)
    }
    guard let first = problems.first else { return }
    throw .reading(
      path: members.title(of: storePath),
      .damaged(problem: "\(first)", others: problems.count - 1))
  }

  /// Does work on the rows while they are checked. Nothing of it is given, nor an error that it
  /// throws, when they cannot be believed.
  ///
  /// - Throws: what ``check(progress:)`` throws, else what `work` throws.
  package func checked<Result: Sendable>(
    progress: (_ done: Int, _ total: Int) -> Void,
    while work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    async let result = work()
    // The work begins first: a merge waits for it, while checks can go on beside what follows.
    await Task.yield()
    try await check(progress: progress)
    return try await result
  }
}
