import Bytes
package import OrderedJSON

/// What each part of a package costs, in bytes of the package.
package struct PackageParts: Sendable, Equatable {
  /// The database for QGIS and QField.
  package var geoPackage = 0
  /// The database for ArcGIS.
  package var geodatabase = 0
  /// The copy of the records as issued, which a merge needs.
  package var base = 0
  /// The package's own pages.
  package var pages = 0
  /// Photos and other attachments that are files.
  package var attachments = 0
  /// The tiles of the base map.
  package var tiles = 0
  /// The project, the description and the directory.
  package var other = 0

  package init() {}

  /// All parts.
  package var total: Int {
    geoPackage + geodatabase + base + pages + attachments + tiles + other
  }

  /// Adds a member of a package by its path.
  package mutating func add(_ bytes: Int, at path: String) {
    switch path {
    case MobileMapPackage.storePath: geoPackage += bytes
    case InnerArchive.base.path: base += bytes
    case InnerArchive.review.path: pages += bytes
    case _ where PackageStore(path: path) == .geodatabase: geodatabase += bytes
    case _ where path.hasPrefix("attachments/"): attachments += bytes
    case _ where BaseMapMember.isOne(path): tiles += bytes
    default: other += bytes
    }
  }

  /// The parts with their names for programs, in a fixed order.
  package var named: [(name: String, bytes: Int)] {
    [
      ("geoPackage", geoPackage), ("geodatabase", geodatabase), ("base", base), ("pages", pages),
      ("attachments", attachments), ("tiles", tiles), ("other", other),
    ]
  }

  /// The parts for people, the largest first.
  package var text: String {
    let titles = [
      "geoPackage": "GeoPackage", "geodatabase": "geodatabase", "base": "copy as issued",
      "pages": "pages", "attachments": "attachments", "tiles": "base map",
      "other": "project and other files",
    ]
    return named.filter { $0.bytes > 0 }.sorted { $0.bytes > $1.bytes }
      .map { "\(titles[$0.name] ?? $0.name) \(NumberText.bytes($0.bytes))" }
      .joined(separator: ", ")
  }

  /// The parts for programs.
  package var json: JSON {
    .object(JSONObject(named.map { JSONObject.Member(key: $0.name, value: .number($0.bytes)) }))
  }

  /// Reads the parts; parts that are missing are 0.
  package init(json: JSON?) {
    func bytes(_ name: String) -> Int { json?[name]?.int ?? 0 }
    geoPackage = bytes("geoPackage")
    geodatabase = bytes("geodatabase")
    base = bytes("base")
    pages = bytes("pages")
    attachments = bytes("attachments")
    tiles = bytes("tiles")
    other = bytes("other")
  }
}
