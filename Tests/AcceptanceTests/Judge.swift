import Foundation
import TestSupport

/// A Python program of `Tests/Judges`. It reads inputs and outputs with Python's own libraries and
/// shares no line with the product.
struct Judge: Sendable {
  let path: String
  let python: Tool

  /// The judge of that name; nil where Python or the module it needs is absent.
  init?(_ name: String, needing module: String = "sqlite3") {
    path = Fixture.repository + "/Tests/Judges/\(name).py"
    guard let python = Tool.python(having: module) else { return nil }
    self.python = python
  }

  /// Source values against packed values.
  static let values = Judge("values")
  /// A layer of awkward values.
  static let awkward = Judge("awkward")
  /// Areas and what lies in them, by GEOS.
  static let areas = Judge("areas", needing: "shapely")
  /// SQLite's and GDAL's checks; without GDAL, SQLite's alone.
  static let structure = Judge("structure", needing: "osgeo") ?? Judge("structure")
  /// A mobile map and its geodatabases, by SQLite.
  static let mobileMap = Judge("mobile_map")
  /// Edits by GDAL.
  static let edits = Judge("edits", needing: "osgeo")
  /// A real office's GeoPackage before and after a merge, by SQLite, GDAL and QGIS.
  static let officeDatabase = Judge("office_database", needing: "osgeo")
  /// Merges of random edits, audited from the files.
  static let twentyCrews = Judge("twenty_crews")
  /// The conditions of forms, by QGIS.
  static let conditions = Judge("qgis_conditions", needing: "qgis.core")
  /// QGIS's offline editing.
  static let offline = Judge("qgis_offline", needing: "qgis.core")
  /// The packaging and the checker of QFieldSync and QFieldCloud.
  static let libqfieldsync = Judge("qgis_offline", needing: "libqfieldsync.project_checker")
  /// QGIS.
  static let qgis = Judge("qgis_open", needing: "qgis.core")

  /// Runs the judge to its end.
  func run(_ arguments: [String], seconds: Double = 600) async throws -> ToolResult {
    try await python.run([path] + arguments, seconds: Acceptance.isExhaustive ? 1_800 : seconds)
  }

  /// The verdict the judge prints, whatever its status.
  func verdict<Verdict: Decodable>(
    _ arguments: [String], as type: Verdict.Type = Verdict.self, seconds: Double = 600
  ) async throws -> Verdict {
    let result = try await run(arguments, seconds: seconds)
    do {
      return try JSONDecoder().decode(type, from: Data(result.output))
    } catch {
      throw AcceptanceError.noVerdict(judge: path, status: result.status, words: result.errorText)
    }
  }
}
