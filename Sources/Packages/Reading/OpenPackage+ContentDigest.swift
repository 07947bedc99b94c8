import Bytes
import GeoPackage
import SQLiteFile

extension OpenPackage {
  /// A digest of the store's newest committed state, in hexadecimal digits. It covers the pages in
  /// order, with those of a `-wal` or hot `-journal` instead of the file's. So it stays the same
  /// when SQLite copies the log back.
  ///
  /// For a copied geodatabase, it is the digest of the geodatabase itself.
  ///
  /// Attachment files are not included; they have their own digests. A different digest doesn't
  /// prove an edit, because some programs change bytes when they open a store. Forging a store with
  /// the digest of another one only keeps the forger's own edits out.
  ///
  /// - Throws: `PackagingError.reading` if the store can't be read.
  package func contentDigest() throws(PackagingError) -> String {
    if let origin, !origin.databases.isEmpty { return try origin.contentDigest() }
    do throws(SQLiteFileError) {
      return try store.database.fingerprint().hexadecimal
    } catch {
      throw .reading(path: members.title(of: storePath), .geoPackage(.database(error)))
    }
  }
}
