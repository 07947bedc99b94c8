import Bytes
import GeoPackage
import SQLiteFile

extension OpenPackage {
  /// The SHA-256 of the store in its newest committed state: its pages in order, those of a `-wal`
  /// or hot `-journal` in place of the file's. So a store tells the same before and after its log
  /// is copied back, and for one that nobody opened it is the manifest's digest of the member.
  ///
  /// Photos beside the store do not count; they have digests of their own. Another digest does not
  /// mean that something was edited: some programs change bytes by opening a store.
  ///
  /// - Throws: `PackagingError.reading` where the store cannot be read.
  package func contentDigest() throws(PackagingError) -> String {
    do throws(SQLiteFileError) {
      return SHA256.hex(try store.database.digest())
    } catch {
      throw .reading(path: members.title(of: storePath), .geoPackage(.database(error)))
    }
  }
}
