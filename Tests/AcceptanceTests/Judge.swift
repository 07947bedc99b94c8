import Foundation
import TestSupport

/// A Python program in `Tests/Judges`. It reads inputs and outputs with Python's own libraries, and
/// shares no code with Fieldpack.
struct Judge: Sendable {
  let path: String
  let python: Tool

  /// The judge with a name; nil if Python or a module that it needs is missing.
  init?(_ name: String, needing module: String = "sqlite3") {
    path = Fixture.repository + "/Tests/Judges/\(name).py"
    guard let python = Tool.python(having: module) else { return nil }
    self.python = python
  }

  /// Compares source values with packed values.
  static let values = Judge("values")
  /// Makes a layer of awkward values.
  static let awkward = Judge("awkward")
  /// Computes what is in areas, with GEOS.
  static let areas = Judge("areas", needing: "shapely")
  /// Runs the checks of SQLite and GDAL, or only SQLite's if GDAL is missing.
  static let structure = Judge("structure", needing: "osgeo") ?? Judge("structure")
  /// Checks a mobile map and its geodatabases, with SQLite.
  static let mobileMap = Judge("mobile_map")
  /// Edits with GDAL.
  static let edits = Judge("edits", needing: "osgeo")
  /// Compares an office's GeoPackage before and after a merge, with SQLite, GDAL and QGIS.
  static let officeDatabase = Judge("office_database", needing: "osgeo")
  /// Merges random edits and audits the files.
  static let twentyCrews = Judge("twenty_crews")
  /// Builds a plan with an engine for many tasks, and kills workers.
  static let engines = Judge("engines", needing: "json")
  /// Serves a map, a service and photos, and lets Fieldpack fetch them.
  static let fetch = Judge("fetch", needing: "json")
  /// Serves over encrypted connections, through proxies and slowly.
  static let network = Judge("network", needing: "ssl")
  /// Lets strace make system calls of fetch and push fail.
  static let faults = Judge("faults", needing: "json")
  /// Serves a service that takes edits, and lets Fieldpack push a merge to it.
  static let push = Judge("push", needing: "json")
  /// Serves recorded answers of real servers, and lets Fieldpack fetch them.
  static let recorded = Judge("recorded", needing: "json")
  /// Checks the conditions of forms, with QGIS.
  static let conditions = Judge("qgis_conditions", needing: "qgis.core")
  /// Edits the records of one table through two layers, with QGIS.
  static let sharedTable = Judge("qgis_shared", needing: "qgis.core")
  /// Runs QGIS's offline editing.
  static let offline = Judge("qgis_offline", needing: "qgis.core")
  /// Runs the packaging and the checker of QFieldSync and QFieldCloud.
  static let libqfieldsync = Judge("qgis_offline", needing: "libqfieldsync.project_checker")
  /// Opens a store in QGIS.
  static let qgis = Judge("qgis_open", needing: "qgis.core")

  /// Runs the judge to its end.
  func run(_ arguments: [String], seconds: Double = 600) async throws -> ToolResult {
    try await python.run([path] + arguments, seconds: Acceptance.isExhaustive ? 1_800 : seconds)
  }

  /// The verdict that the judge prints, whatever its status.
  func verdict<Verdict: Decodable>(
    _ arguments: [String], as type: Verdict.Type = Verdict.self, seconds: Double = 600
  ) async throws -> Verdict {
    let result = try await run(arguments, seconds: seconds)
    do {
      return try JSONDecoder().decode(type, from: Data(result.output))
    } catch {
      throw AcceptanceError.noVerdict(
        judge: path, status: result.status,
        words: "\(result.errorText)\(result.text.prefix(2_000)) (\(error))")
    }
  }
}
