import GeoPackage
import SQLiteFile

extension OpenPackage {
  /// Checks that the rows of the store can be believed: every page, index and row of it, and its
  /// checksum where an archive has one, and that no saved edits are lost in a damaged `-wal`. To be called before rows that came back are merged. Counts
  /// and spatial indexes that fell behind the rows are passed over.
  ///
  /// - Parameter progress: gets the bytes done and those there are.
  /// - Throws: `PackagingError.reading` with the member and the first problem.
  package func check(
    progress: (_ done: Int, _ total: Int) -> Void
  ) throws(PackagingError) {
    for path in [storePath, storePath + "-wal", storePath + "-journal"] {
      try members.verifyChecksum(of: path)
    }
    guard !store.database.hasBrokenLog else {
      throw .reading(
        path: members.title(of: storePath + "-wal"),
        .damaged(problem: "edits that were saved in it cannot be read", others: 0))
    }
    let total = GeoPackageCheck.passes &* store.database.byteCount
    let problems = GeoPackageCheck.run(store) { progress(min(total, $0), total) }
      .filter(\.concernsRows)
    guard let first = problems.first else { return }
    throw .reading(
      path: members.title(of: storePath),
      .damaged(problem: "\(first)", others: problems.count - 1))
  }
}
