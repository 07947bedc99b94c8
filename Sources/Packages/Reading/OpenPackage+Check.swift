import Bytes
import GeoPackage
import SQLiteFile

extension OpenPackage {
  /// Checks that the records of the store are reliable. It checks every page, index, row and
  /// geometry, the checksum in an archive, and that no saved edits are lost in a damaged `-wal`.
  /// Call it before merging returned records. It ignores outdated counts and spatial indexes.
  ///
  /// - Parameter progress: receives the number of bytes done, and the total.
  /// - Throws: `LocatedError` with the member and the first problem.
  package func check(
    progress: (_ done: Int, _ total: Int) -> Void
  ) async throws {
    if let origin, !origin.databases.isEmpty { return try origin.check(progress: progress) }
    for path in [storePath, storePath + "-wal", storePath + "-journal"] {
      try members.verifyChecksum(of: path)
    }
    guard !store.database.hasBrokenLog else {
      throw LocatedError(
        location: members.title(of: storePath + "-wal"),
        reason: PackagingError.damaged(problem: "saved edits in it can't be read", others: 0))
    }
    let total = IntegrityCheck.passes &* store.database.byteCount
    let problems = try GeoPackageCheck.problemsOfRows(in: store) {
      progress(min(total, $0), total)
    }
    guard let first = problems.first else { return }
    throw LocatedError(
      location: members.title(of: storePath),
      reason: PackagingError.damaged(problem: "\(first)", others: problems.count - 1))
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

  /// A digest of the store's newest committed state, in hexadecimal digits. It covers the pages in
  /// order, with those of a `-wal` or hot `-journal` instead of the file's. So it stays the same
  /// when SQLite copies the log back.
  ///
  /// For a copied geodatabase, it is the digest of the geodatabase itself. For a change file, it is
  /// the digest of the package that it was made from.
  ///
  /// Attachment files are not included; they have their own digests. A different digest doesn't
  /// prove an edit, because some programs change bytes when they open a store. Forging a store with
  /// the digest of another one only keeps the forger's own edits out.
  ///
  /// - Throws: `LocatedError` if the store can't be read.
  package func contentDigest() throws -> String {
    if let changes { return changes.content }
    if let origin, !origin.databases.isEmpty { return try origin.contentDigest() }
    return try about(members.title(of: storePath)) {
      try store.database.fingerprint().hexadecimal
    }
  }
}
