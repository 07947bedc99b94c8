import Console
import GeoPackage
import Geodatabase

extension Explanation {
  /// What is wrong with a GeoPackage.
  init(_ error: GeoPackageError, _ context: ErrorContext) {
    let subject = context.subject
    switch error {
    case .database(let error): self.init(error, context)
    case .notAGeoPackage(let path, GeodatabaseReader.applicationID):
      self.init(
        "GPKG009", .inputRefused, path, "is an Esri mobile geodatabase, not a package",
        fix: "`fieldpack diff` and `merge` take it, `inspect`, `export` and `site` read it, and "
          + "`build` with --data.")
    case .notAGeoPackage(let path, _):
      self.init(
        "GPKG001", .inputRefused, path, "is a SQLite database, but no GeoPackage",
        fix: "Export the layers as GeoPackage.")
    case .missingTable, .missingColumn:
      self.init(
        "GPKG002", .inputRefused, subject, "\(error)",
        fix: "Export the layers again as GeoPackage; this one is not complete.")
    case .noSuchTable(let table):
      self.init(
        "GPKG003", .inputRefused, subject, "it lists no table \(table)",
        fix: "Bind the layer with \"table\": the table's name.")
    case .viewNotTable:
      self.init(
        "GPKG004", .inputRefused, subject, "\(error)", fix: "Export the view as a table.")
    case .noRowID:
      self.init(
        "GPKG005", .inputRefused, subject, "\(error)",
        fix: "Export the table again; GDAL and QGIS add the key.")
    case .damagedRow:
      self.init("GPKG006", .inputRefused, subject, "\(error)", fix: Self.copyAgain)
    case .badTableName:
      self.init(
        "GPKG007", .inputRefused, subject, "\(error)", fix: "Give the layer another title.")
    case .unknownSpatialReference:
      self.init(
        "GPKG008", .inputRefused, subject, "\(error)",
        fix: "Assign the layer's coordinate system in QGIS and export it again.")
    case .notComputable, .unknownOrder:
      self.init(
        "GPKG009", .inputRefused, subject, "\(error)",
        fix: "Give the table another index or column in SQLite, or edit its rows there.")
    case .outOfSequence, .badRelation, .noSuchRow, .rowTaken:
      self.init("BUG005", .bug, subject, "\(error)", fix: Self.reportFix)
    }
  }
}
