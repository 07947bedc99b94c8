package import Bytes
package import FeatureData
package import GeoPackage
package import Geometry
package import Markup
package import Packages
package import Records

/// Why a site cannot be made. Each case carries its evidence.
package enum PublishingError: Error, Sendable {
  case file(BytesError)
  case package(PackagingError)
  case store(GeoPackageError)
  /// The requested time zone is unknown.
  case timeZone(TimeZoneError)
  /// A template cannot be read or rendered.
  case template(MarkupError)
  /// A file in the `--templates` folder is not the template of any page.
  case unknownTemplate(path: String)
  /// A record or geometry in the store cannot be decoded.
  case damagedRow(table: String, row: Int, RecordError)
  case damagedGeometry(table: String, row: Int, GeometryError)
  /// The package was made by a version that did not store the map.
  case noMap(path: String)
  /// The target folder contains something that is not part of a site.
  case notASiteFolder(path: String, content: String)
  /// Files of an earlier site were changed by hand.
  case changedByHand(path: String, files: [String])
  /// A layer, table or field named on the command line is not in the package.
  case noSuchLayer(name: String, layers: [String])
  case noSuchField(layer: String, name: String, fields: [String])
}

extension PublishingError: CustomStringConvertible {
  /// One plain line that names what is affected.
  package var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .package(let error): "\(error)"
    case .store(let error): "\(error)"
    case .timeZone(let error): "\(error)"
    case .template(let error): "\(error)"
    case .unknownTemplate(let path): "\(path): no page has a template with this name"
    case .damagedRow(let table, let row, let error): "row \(row) of \(table): \(error)"
    case .damagedGeometry(let table, let row, let error): "row \(row) of \(table): \(error)"
    case .noMap(let path): "\(path): the package contains no map"
    case .notASiteFolder(let path, let content):
      "\(path): the folder contains \(content), which is not part of a site"
    case .changedByHand(let path, let files):
      "\(path): \(NumberText.plural(files.count, one: "file was", many: "files were")) changed after "
        + "the site was made; the first is \(files.first ?? "")"
    case .noSuchLayer(let name, let layers):
      "no layer or table \"\(name)\"; there are \(layers.joined(separator: ", "))"
    case .noSuchField(let layer, let name, let fields):
      "no field \"\(name)\" in \(layer); it has \(fields.joined(separator: ", "))"
    }
  }
}
