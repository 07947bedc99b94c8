import Bytes
package import GeoPackage
package import Geodatabase
package import Geometry
package import SQLiteFile

/// Where the rows of a copied store come from, and what the geodatabases say about themselves.
/// Geodatabases that are not opened for a comparison have only the sidecar.
package struct GeodatabaseOrigin: Sendable {
  /// The kind of store that was copied.
  let kind = PackageStore.geodatabase
  /// The logs beside a geodatabase that were read with it.
  package var sidecar = SidecarState.none
  /// The databases the rows come from.
  package var databases: [DatabaseReader] = []
  /// The rows as downloaded; nil if no geodatabase keeps them.
  package var base: GeoPackageReader?
  /// The ID of the replica; nil for a plain geodatabase.
  package var packageID: String?
  /// The replica's creation date, as written.
  package var created: String?
  /// What the histories lack, by table of the copy.
  package var gaps: [(table: String, gaps: HistoryGaps)] = []
  /// Synchronized tables without history, so that edits can't be found in them.
  package var withoutHistory: [String] = []
  /// The grids that shapes were stored on, by table of the copy.
  package var grids: [(table: String, grid: ShapeGrid)] = []
  /// The names of feature classes and tables. The tables of the copy have their titles.
  package var classes: [(table: String, name: String)] = []
  /// Findings about layers that couldn't be read.
  package var findings: [Finding] = []

  /// The origin of rows that are only shown.
  package init(sidecar: SidecarState) { self.sidecar = sidecar }

  /// What geodatabases say about themselves, to compare them.
  ///
  /// - Throws: `GeodatabaseError`.
  package init(_ map: MobileMap) throws {
    var ids: [String] = []
    for (_, reader) in map.geodatabases {
      guard let replica = try reader.replica() else { continue }
      // Old replicas have no ID of their own.
      ids.append(
        [replica.id, replica.item, replica.service ?? "", replica.created ?? "", replica.name]
          .joined(separator: "\n"))
      created = [created, replica.created].compactMap(\.self).min()
    }
    sidecar = map.sidecar
    databases = map.geodatabases.map(\.reader.database)
    guard !ids.isEmpty else { return }
    let text = ids.sorted().joined(separator: "\n\n")
    packageID = String(SHA256.hex(SHA256.of(Array(text.utf8).span)).prefix(32))
  }

  /// A digest of the content of all databases, in hexadecimal digits.
  ///
  /// - Throws: `GeodatabaseError` if a page can't be read.
  func contentDigest() throws -> String {
    var digests: [String] = []
    for database in databases {
      digests.append(try database.fingerprint().hexadecimal)
    }
    guard digests.count > 1 else { return digests.first ?? "" }
    return SHA256.hex(SHA256.of(Array(digests.sorted().joined(separator: "\n").utf8).span))
  }

  /// Checks every page, index and row of the databases, and that no saved edits are lost in a
  /// damaged `-wal`.
  ///
  /// - Throws: `LocatedError` with the database and the first problem.
  func check(progress: (_ done: Int, _ total: Int) -> Void) throws {
    let total = databases.reduce(0) { $0 &+ IntegrityCheck.passes &* $1.byteCount }
    var before = 0
    for database in databases {
      let path = LocalPath.lastPart(database.region.path)
      guard !database.hasBrokenLog else {
        throw LocatedError(
          location: path + "-wal",
          reason: PackagingError.damaged(problem: "saved edits in it can't be read", others: 0))
      }
      let problems = try IntegrityCheck.run(database) { progress(min(total, before &+ $0), total) }
      if let first = problems.first(where: \.concernsRows) {
        let others = problems.count { $0.concernsRows } - 1
        throw LocatedError(
          location: path, reason: PackagingError.damaged(problem: "\(first)", others: others))
      }
      before &+= IntegrityCheck.passes &* database.byteCount
    }
  }
}
