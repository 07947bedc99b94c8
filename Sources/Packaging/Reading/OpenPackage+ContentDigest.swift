import Bytes
import GeoPackage
import SQLiteFile

extension OpenPackage {
  /// The fingerprint of the store in its newest committed state, in hexadecimal digits: of its
  /// pages in order, those of a `-wal` or hot `-journal` in place of the file's. So a store tells
  /// the same before and after its log is copied back.
  ///
  /// Of a copied geodatabase it is that of the geodatabase itself.
  ///
  /// Photos beside the store do not count; they have digests of their own. Another one does not
  /// mean that something was edited: some programs change bytes by opening a store. Whoever forges
  /// a store to tell the same as another only keeps his own edits out.
  ///
  /// - Throws: `PackagingError.reading` where the store cannot be read.
  package func contentDigest() throws(PackagingError) -> String {
    if let origin, !origin.databases.isEmpty { return try origin.contentDigest() }
    do throws(SQLiteFileError) {
      return try store.database.fingerprint().hexadecimal
    } catch {
      throw .reading(path: members.title(of: storePath), .geoPackage(.database(error)))
    }
  }
}
