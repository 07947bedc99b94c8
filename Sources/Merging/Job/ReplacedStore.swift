import Bytes
import SQLiteFile

/// A store that a result replaces, and the files that SQLite left beside it.
///
/// The log must be removed before the new store appears, or SQLite would apply it to the new store.
/// But the newest rows of the old store may be only in the log. So the log is applied to the old
/// store first. Applying it twice changes nothing. If a run is killed at any moment, either the old
/// or the new store is complete.
package struct ReplacedStore {
  let path: String

  /// The store at a path, which may be missing.
  package init(path: String) { self.path = path }

  /// The files that SQLite leaves beside a store.
  var sidecars: [String] { ["-wal", "-shm", "-journal"].map { path + $0 } }

  /// Writes the rows in the log into the store. A file that isn't a database is left alone.
  ///
  /// - Throws: `SQLiteFileError.file`, `BytesError` if it cannot be written; the store is unchanged
  ///   then.
  package func applyLog() throws {
    guard let store = try unlessUnreadable({ try DatabaseReader(path: path) }),
      store.sidecar != .none
    else { return }
    var whole = try AtomicFile(replacing: path, overwrite: true)
    try store.copyPages(into: &whole)
    try whole.commit()
  }
}
