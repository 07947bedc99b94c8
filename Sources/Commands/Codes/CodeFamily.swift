/// The families of codes: the first word of each code.
package enum CodeFamily: String, CaseIterable {
  case usage = "USAGE"
  case file = "FILE"
  case zip = "ZIP"
  case json = "JSON"
  case sqlite = "SQLITE"
  case geoPackage = "GPKG"
  case geodatabase = "GDB"
  case map = "MAP"
  case layer = "LAYER"
  case table = "TABLE"
  case field = "FIELD"
  case value = "VALUE"
  case globalID = "GLOBALID"
  case geometry = "GEOM"
  case crs = "CRS"
  case relationship = "REL"
  case attachment = "ATT"
  case popup = "POPUP"
  case arcade = "ARCADE"
  case filter = "FILTER"
  case data = "DATA"
  case qgis = "QGIS"
  case package = "PKG"
  case edit = "EDIT"
  case merge = "MERGE"
  case site = "SITE"
  case export = "EXPORT"
  case demo = "DEMO"
  case run = "RUN"
  case bug = "BUG"

  /// The family of a code; null if its first word names none.
  package init?(of code: String) {
    self.init(rawValue: String(code.prefix { $0 != "_" }))
  }

  /// What the codes of the family are about.
  var title: String {
    switch self {
    case .usage: "the command line"
    case .file: "files and folders"
    case .zip: "ZIP archives"
    case .json: "JSON files"
    case .sqlite: "SQLite databases"
    case .geoPackage: "GeoPackages"
    case .geodatabase: "geodatabases"
    case .map: "the web map"
    case .layer: "layers"
    case .table: "tables"
    case .field: "fields"
    case .value: "values"
    case .globalID: "GlobalIDs"
    case .geometry: "geometry"
    case .crs: "coordinate systems"
    case .relationship: "relationships"
    case .attachment: "attachments"
    case .popup: "pop-ups"
    case .arcade: "Arcade expressions"
    case .filter: "filters"
    case .data: "data files and bindings"
    case .qgis: "the project for QGIS and QField"
    case .package: "packages"
    case .edit: "edits"
    case .merge: "merges"
    case .site: "sites"
    case .export: "exports"
    case .demo: "the demo"
    case .run: "the run of a command"
    case .bug: "internal errors"
    }
  }
}
