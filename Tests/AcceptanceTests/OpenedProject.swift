import Foundation
import TestSupport

/// What `qgis_project.py` says of a project.
struct OpenedProject: Decodable {
  var read: Bool
  var title: String
  var crs: String
  /// Every line QGIS wrote while it read and drew.
  var log: [String]
  var layers: [String: Layer]
  var relations: [Relation]
  var bookmarks: [String]
  var tree: [Node]
  /// Mode, kinds and tolerance; empty where nothing snaps.
  var snapping: [Int]
  /// What lengths are measured on.
  var ellipsoid: String
  var sheets: [Sheet]
  /// The layer outside which QField warns.
  var geofence: String

  /// A sheet to print.
  struct Sheet: Decodable {
    var name: String
    /// Of the map on it, in millimetres.
    var size: [Double]
    /// How many colours are on the map, once it is drawn.
    var colours: Int
  }

  struct Layer: Decodable {
    var valid: Bool
    var rows: Int
    var crs: String
    var readOnly: Bool
    /// What stands for the first row.
    var title: String
    /// The most zoomed-out scale and the most zoomed-in; empty for all.
    var scales: [Double]
    var labels: Bool
    var renderer: String
    /// Label, value and colour of each class.
    var classes: [[String]]
    var fields: [String: Field]
    var form: Part
    var locks: [String: Bool]
    var naming: String
    /// What QGIS checks of shapes before it saves them.
    var checks: [String]
    /// What is wrong with its expressions.
    var problems: [String]
  }

  struct Field: Decodable {
    var alias: String
    var widget: String
    /// Name and code of each choice.
    var choices: [[String]]
    var limits: [Double]
    var relation: String
    var editable: Bool
    var `default`: String
    var follows: Bool
    var constraints: [String]
    var condition: String
  }

  /// A part of a form with what is inside.
  struct Part: Decodable {
    var name: String
    var parts: [Part]

    /// The names of all that holds nothing, in order.
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
    let place = folder.path("package")
    try await unpack(package, to: place)
    let names = try FileManager.default.contentsOfDirectory(atPath: place)
    guard let name = names.first(where: { $0.hasSuffix(".qgs") }) else {
      throw CocoaError(.fileNoSuchFile)
    }
    return await (try open(place + "/" + name), place, name)
  }

  /// Python's own reader of archives, so that names are what other programs make of them.
  static func unpack(_ archive: String, to folder: String) async throws {
    guard let python = Tool.python3 else { throw AcceptanceError.noProgram }
    _ = try await python.output([
      "-c", "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])", archive,
      folder,
    ])
  }
}

extension Judge {
  /// QGIS, with a project.
  static let qgisProject = Judge("qgis_project", needing: "qgis.core")
  /// QGIS's edit buffer.
  static let qgisTouch = Judge("qgis_touch", needing: "qgis.core")
  static let qgisEdit = Judge("qgis_edit", needing: "qgis.core")
  /// Rows for any map.
  static let mapData = Judge("map_data", needing: "json")
}
