import Bytes

/// Why a site cannot be made. Each case carries its evidence.
package enum PublishingError: Error, Sendable {
  /// A file in the `--templates` folder is not the template of any page.
  case unknownTemplate(path: String)
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
    case .unknownTemplate(let path): "\(path): no page has a template with this name"
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
