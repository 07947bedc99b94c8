import Bytes
package import GeoPackage
package import Geodatabase
package import Geometry
import SQLiteFile

/// Where the rows of a copied store come from, and what geodatabases tell of themselves. All but
/// the sidecar is known of those that were opened to be compared.
package struct GeodatabaseOrigin: Sendable {
  /// What lay beside a geodatabase and was read with it.
  var sidecar = SidecarState.none
  /// The databases the rows come from.
  var databases: [DatabaseReader] = []
  /// The rows as they were downloaded; nil where no geodatabase keeps them.
  package var base: GeoPackageReader?
  /// Tells its replica from others; nil for plain content.
  var packageID: String?
  /// When the replica was made, as written.
  var created: String?
  /// What its history does not tell, by the tables of the copy.
  package var gaps: [(table: String, gaps: HistoryGaps)] = []
  /// Tables whose edits cannot be told from what was downloaded: they keep no history.
  package var withoutHistory: [String] = []
  /// What shapes went through, by the tables of the copy.
  package var grids: [(table: String, grid: ShapeGrid)] = []
  /// The names of feature classes and tables, by the tables of the copy, which go by their titles.
  var classes: [(table: String, name: String)] = []
  /// What kept layers from being read.
  package var findings: [Finding] = []

  /// Tells the content of all databases from any other, in hexadecimal digits.
  ///
  /// - Throws: `PackagingError.geodatabase` where a page cannot be read.
  func contentDigest() throws(PackagingError) -> String {
    var digests: [String] = []
    for database in databases {
      do throws(SQLiteFileError) {
        digests.append(try database.fingerprint().hexadecimal)
      } catch { throw .geodatabase(.database(error)) }
    }
    guard digests.count > 1 else { return digests.first ?? "" }
    return SHA256.hex(SHA256.of(Array(digests.sorted().joined(separator: "\n").utf8).span))
  }

  /// Checks every page, index and row of the databases, and that no saved edits are lost in a
  /// damaged `-wal`.
  ///
  /// - Throws: `PackagingError.reading` with the database and the first problem.
  func check(progress: (_ done: Int, _ total: Int) -> Void) throws(PackagingError) {
    let total = databases.reduce(0) { $0 &+ IntegrityCheck.passes &* $1.byteCount }
    var before = 0
    for database in databases {
      let path = DataFolder.lastPart(database.region.path)
      guard !database.hasBrokenLog else {
        throw .reading(
          path: path + "-wal",
          .damaged(problem: "edits that were saved in it cannot be read", others: 0))
      }
      let problems = IntegrityCheck.run(database) { progress(min(total, before &+ $0), total) }
      if let first = problems.first(where: \.concernsRows) {
        let others = problems.count { $0.concernsRows } - 1
        throw .reading(path: path, .damaged(problem: "\(first)", others: others))
      }
      before &+= IntegrityCheck.passes &* database.byteCount
    }
  }
}
