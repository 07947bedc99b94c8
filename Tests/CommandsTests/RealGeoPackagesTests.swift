import Bytes
import Console
import Foundation
import TestSupport
import Testing

private let folderOfOthers = EnvironmentValue.string("FIELDPACK_GEOPACKAGES")

/// GeoPackages as other programs publish them, in the folder `FIELDPACK_GEOPACKAGES`.
@Suite(.needs(.python3), .enabled(if: folderOfOthers != nil, "set FIELDPACK_GEOPACKAGES"))
struct RealGeoPackagesTests {
  /// Prints a line for each file: what SQLite says about it and about its R-trees.
  private static let sqlite = """
    import os, sqlite3, sys
    for name in sorted(os.listdir(sys.argv[1])):
        try:
            db = sqlite3.connect(os.path.join(sys.argv[1], name))
            said = {row[0] for row in db.execute("PRAGMA integrity_check")}
            trees = db.execute("SELECT name FROM sqlite_master WHERE type='table' AND name LIKE 'rtree@_%'"
                " ESCAPE '@' AND sql LIKE '%VIRTUAL%'").fetchall()
            said |= {db.execute("SELECT rtreecheck(?)", tree).fetchone()[0] for tree in trees}
            if not db.execute("SELECT 1 FROM sqlite_master WHERE name='gpkg_contents'").fetchone():
                said = {'no GeoPackage'}
        except sqlite3.Error as error:
            said = {str(error)}
        print(name, 'ok' if said == {'ok'} else 'not ok', sep='\\t')
    """

  @Test func `no sound file is called damaged, and no other is called sound`() async throws {
    let folder = try #require(folderOfOthers)
    let judged = try await #require(Tool.python3).run(["-c", Self.sqlite, folder])
    try #require(judged.status == 0 && !judged.lines.isEmpty, "\(judged.errorText)")
    for line in judged.lines {
      let (name, verdict) = try #require(line.split(separator: "\t").map(String.init).pair)
      let session = await Session.run(["verify", "\(folder)/\(name)"])
      #expect((session.exit == .done) == (verdict == "ok"), "\(name): \(session.output)")
    }
  }
}

extension [String] {
  fileprivate var pair: (String, String)? { count == 2 ? (self[0], self[1]) : nil }
}
