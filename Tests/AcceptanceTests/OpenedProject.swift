import Foundation
import TestSupport

/// The report of `qgis_project.py` about a project.
struct OpenedProject: Decodable {
  var read: Bool
  var title: String
  var crs: String
  /// The lines that QGIS logged while it read and drew the project.
  var log: [String]
  var tiles: [Tiles]
  var layers: [String: Layer]
  var relations: [Relation]
  var bookmarks: [String]
  var tree: [Node]
  /// The mode, kinds and tolerance of snapping; empty if snapping is off.
  var snapping: [Int]
  /// The ellipsoid of length measurements.
  var ellipsoid: String
  var sheets: [Sheet]
  /// The layer outside which QField warns.
  var geofence: String

  /// A layer of tiles.
  struct Tiles: Decodable, Equatable {
    var name: String
    var valid: Bool
    var crs: String
    var attribution: String
    var provider: String
    var bands: Int
  }

  /// A page to print.
  struct Sheet: Decodable {
    var name: String
    /// The size of its map, in millimeters.
    var size: [Double]
    /// The number of colors on the drawn map, and the most frequent one.
    var colors: Int
    var commonest: String
  }

  struct Layer: Decodable {
    var valid: Bool
    var rows: Int
    var crs: String
    var readOnly: Bool
    /// The display name of the first record.
    var title: String
    /// The largest and the smallest scale denominator; empty for all scales.
    var scales: [Double]
    var labels: Bool
    var renderer: String
    /// The label, value and color of each class.
    var classes: [[String]]
    var fields: [String: Field]
    var form: Part
    var locks: [String: Bool]
    var naming: String
    /// QGIS's checks of shapes before saving.
    var checks: [String]
    /// The errors in its expressions.
    var problems: [String]
  }

  struct Field: Decodable {
    var alias: String
    var widget: String
    /// The name and code of each choice.
    var choices: [[String]]
    var limits: [Double]
    var relation: String
    var editable: Bool
    var `default`: String
    var follows: Bool
    var constraints: [String]
    var condition: String
  }

  /// A part of a form with its parts.
  struct Part: Decodable {
    var name: String
    var parts: [Part]

    /// The names of the parts without parts, in order.
    var leaves: [String] { parts.isEmpty ? [name] : parts.flatMap(\.leaves) }
  }

  struct Relation: Decodable, Equatable {
    var id: String
    var name: String
    var valid: Bool
    var origin: String
    var destination: String
    var composite: Bool
  }

  struct Node: Decodable {
    var name: String
    var checked: Bool
    var inside: [Node]?
  }

  /// Opens a project in QGIS.
  static func open(_ path: String) async throws -> OpenedProject {
    guard let judge = Judge.qgisProject else { throw AcceptanceError.noProgram }
    return try await judge.verdict([path])
  }

  /// Builds a package, unpacks it and opens its project.
  ///
  /// - Returns: the project, its folder, and the file's name.
  static func build(
    map: String, data: String, in folder: TemporaryFolder, _ options: [String] = []
  ) async throws -> (project: OpenedProject, folder: String, name: String) {
    let package = folder.path("package.mmpk")
    try await Acceptance.build(map: map, data: data, to: package, ["--review", "never"] + options)
    let unpacked = folder.path("package")
    try await unpack(package, to: unpacked)
    let names = try FileManager.default.contentsOfDirectory(atPath: unpacked)
    guard let name = names.first(where: { $0.hasSuffix(".qgs") }) else {
      throw CocoaError(.fileNoSuchFile)
    }
    return await (try open(unpacked + "/" + name), unpacked, name)
  }

  /// Unpacks with Python's own reader of archives, so that names are what other programs make of
  /// them.
  static func unpack(_ archive: String, to folder: String) async throws {
    guard let python = Tool.python3 else { throw AcceptanceError.noProgram }
    _ = try await python.output([
      "-c", "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])", archive,
      folder,
    ])
  }
}

extension Judge {
  /// Opens a project in QGIS.
  static let qgisProject = Judge("qgis_project", needing: "qgis.core")
  /// Edits with QGIS's edit buffer.
  static let qgisTouch = Judge("qgis_touch", needing: "qgis.core")
  static let qgisEdit = Judge("qgis_edit", needing: "qgis.core")
  /// Makes rows for any map.
  static let mapData = Judge("map_data", needing: "json")
}
