import Console
import GeoPackage
import Geodatabase

extension Explanation {
  /// Explains what is wrong with a GeoPackage.
  init(_ error: GeoPackageError, _ context: ErrorContext) {
    let subject = context.subject
    switch error {
    case .database(let error): self.init(error, context)
    case .notAGeoPackage(let path, GeodatabaseReader.applicationID):
      self.init(
        .packageIsGeodatabase, about: path, "is an Esri mobile geodatabase, not a package",
        fix: "Use it with inspect, export, site, diff and merge, or as --data of build.")
    case .notAGeoPackage(let path, _):
      self.init(
        .geoPackageNotOne, about: path, "is a SQLite database, but not a GeoPackage",
        fix: "Export the layers as a GeoPackage.")
    case .missingTable, .missingColumn:
      self.init(
        .geoPackageIncomplete, about: subject, "\(error)",
        fix: "Export the layers again as a GeoPackage. This one is incomplete.")
    case .noSuchTable(let table):
      self.init(
        .tableNotFound, about: subject, "has no table \(table)",
        fix: "Bind the layer with \"table\": the name of its table.")
    case .viewNotTable:
      self.init(.tableIsView, about: subject, "\(error)", fix: "Export the view as a table.")
    case .noRowID:
      self.init(
        .tableNoRowID, about: subject, "\(error)",
        fix: "Export the table again with GDAL or QGIS, which add the key.")
    case .damagedRow:
      self.init(.geoPackageRowDamaged, about: subject, "\(error)", fix: Self.copyAgain)
    case .badTableName:
      self.init(
        .tableNameUnusable, about: subject, "\(error)", fix: "Give the layer another title.")
    case .unknownSpatialReference:
      self.init(
        .crsUnsupported, about: subject, "\(error)",
        fix: "Assign the layer's coordinate system in QGIS, and export it again.")
    case .notComputable, .unknownOrder:
      self.init(
        .geoPackageIndexUnsupported, about: subject, "\(error)",
        fix: "Change the index or column in SQLite, or edit the rows there.")
    case .outOfSequence, .badRelation, .noSuchRow, .rowTaken:
      self.init(.bugGeoPackageWriting, about: subject, "\(error)", fix: Self.reportFix)
    }
  }
}
