package import Bytes
package import FeatureData
package import GeoPackage
package import Geometry
package import Markup
package import Packaging
package import SQLiteFile

/// Why a site cannot be made; each case carries its evidence.
package enum PublishingError: Error, Sendable {
  case file(BytesError)
  case package(PackagingError)
  case store(GeoPackageError)
  /// The time zone that was asked for.
  case timeZone(TimeZoneError)
  /// A template cannot be read or rendered.
  case template(MarkupError)
  /// A file of `--templates` that no page uses under this name.
  case unknownTemplate(path: String)
  /// A record or geometry of the store does not decode.
  case damagedRow(table: String, row: Int, SQLiteFileError)
  case damagedGeometry(table: String, row: Int, GeometryError)
  /// The store was made by a version that did not keep the map in it.
  case noMap(path: String)
  /// The target folder holds something that no site of ours is made of.
  case notASiteFolder(path: String, holds: String)
  /// Files of an earlier site were changed by hand.
  case changedByHand(path: String, files: [String])
  /// A layer, table or field named on the command line is not in the package.
  case noSuchLayer(name: String, layers: [String])
  case noSuchField(layer: String, name: String, fields: [String])
}

extension PublishingError: CustomStringConvertible {
  /// One plain line that names the subject.
  package var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .package(let error): "\(error)"
    case .store(let error): "\(error)"
    case .timeZone(let error): "\(error)"
    case .template(let error): "\(error)"
    case .unknownTemplate(let path): "\(path): no page uses a template of this name"
    case .damagedRow(let table, let row, let error): "row \(row) of \(table): \(error)"
    case .damagedGeometry(let table, let row, let error): "row \(row) of \(table): \(error)"
    case .noMap(let path): "\(path): carries no map"
    case .notASiteFolder(let path, let holds): "\(path): holds \(holds), which is no part of a site"
    case .changedByHand(let path, let files):
      "\(path): \(files.count) files were changed since the site was made, first \(files.first ?? "")"
    case .noSuchLayer(let name, let layers):
      "no layer or table \"\(name)\"; there are \(layers.joined(separator: ", "))"
    case .noSuchField(let layer, let name, let fields):
      "no field \"\(name)\" in \(layer); it has \(fields.joined(separator: ", "))"
    }
  }
}
