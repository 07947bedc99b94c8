import Console
import GeoPackage
import Geodatabase

extension GeoPackageError: ExplainedError {
  /// Explains what is wrong with a GeoPackage.
  func explanation(_ context: ErrorContext) -> Explanation {
    let subject = context.subject
    return switch self {
    case .notAGeoPackage(let path, GeodatabaseReader.applicationID):
      Explanation(
        .packageIsGeodatabase, about: path, "is an Esri mobile geodatabase, not a package",
        fix: "Use it with inspect, export, site, diff and merge, or as --data of build.")
    case .notAGeoPackage(let path, _):
      Explanation(
        .geoPackageNotOne, about: path, "is a SQLite database, but not a GeoPackage",
        fix: "Export the layers as a GeoPackage.")
    case .missingTable, .missingColumn:
      Explanation(
        .geoPackageIncomplete, about: subject, "\(self)",
        fix: "Export the layers again as a GeoPackage. This one is incomplete.")
    case .noSuchTable(let table):
      Explanation(
        .tableNotFound, about: subject, "has no table \(table)",
        fix: "Bind the layer with \"table\": the name of its table.")
    case .viewNotTable:
      Explanation(.tableIsView, about: subject, "\(self)", fix: "Export the view as a table.")
    case .noRowID:
      Explanation(
        .tableNoRowID, about: subject, "\(self)",
        fix: "Export the table again with GDAL or QGIS, which add the key.")
    case .damagedRow:
      Explanation(.geoPackageRowDamaged, about: subject, "\(self)", fix: UsualFix.copyAgain)
    case .badTableName:
      Explanation(
        .tableNameUnusable, about: subject, "\(self)", fix: "Give the layer another title.")
    case .unknownSpatialReference:
      Explanation(
        .crsUnsupported, about: subject, "\(self)",
        fix: "Assign the layer's coordinate system in QGIS, and export it again.")
    case .notComputable, .unknownOrder:
      Explanation(
        .geoPackageIndexUnsupported, about: subject, "\(self)",
        fix: "Change the index or column in SQLite, or edit the rows there.")
    case .outOfSequence, .badRelation, .noSuchRow, .rowTaken:
      Explanation(.bugGeoPackageWriting, about: subject, "\(self)", fix: UsualFix.report)
    }
  }
}
