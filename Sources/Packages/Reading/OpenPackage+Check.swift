import GeoPackage
import SQLiteFile

extension OpenPackage {
  /// Checks that the records of the store are reliable. It checks every page, index, row and
  /// geometry, the checksum in an archive, and that no saved edits are lost in a damaged `-wal`.
  /// Call it before merging returned records. It ignores outdated counts and spatial indexes.
  ///
  /// - Parameter progress: receives the number of bytes done, and the total.
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
        .damaged(problem: "saved edits in it can't be read", others: 0))
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

  /// Does work on the records while they are checked. If the check fails, the result or error of
  /// the work is dropped.
  ///
  /// - Throws: the errors of ``check(progress:)``, then those of `work`.
  package func checked<Result: Sendable>(
    progress: (_ done: Int, _ total: Int) -> Void,
    while work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    async let result = work()
    // The work begins first, because a merge waits for it. Checks can run beside later steps.
    await Task.yield()
    try await check(progress: progress)
    return try await result
  }
}
