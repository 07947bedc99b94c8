import Bytes
import SQLiteFile

/// A store that a result takes the place of, and what SQLite left beside it.
///
/// The log has to go before the new store appears, or it would be laid over that one; until then
/// the newest rows of the old store may be in the log alone. So they are put into the old store
/// first. Laid over it once more the log changes nothing: killed at any moment, a run leaves the one
/// store or the other whole.
package struct ReplacedStore {
  let path: String

  /// The store of a path, which may hold nothing.
  package init(path: String) { self.path = path }

  /// What SQLite leaves beside a store.
  var sidecars: [String] { ["-wal", "-shm", "-journal"].map { path + $0 } }

  /// Puts into the store what is in its log alone. A file that is no database, or no longer one,
  /// has nothing to lose by its log.
  ///
  /// - Throws: `SQLiteFileError.file`, `BytesError` where it cannot be written; it is as it was then.
  package func applyLog() throws {
    guard let store = try? DatabaseReader(path: path), store.sidecar != .none else { return }
    var whole = try AtomicFile(replacing: path, overwrite: true)
    try store.copyPages(into: &whole)
    try whole.commit()
  }
}
