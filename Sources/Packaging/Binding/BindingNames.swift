import Filters
import MapModel
import Packages

/// Checks that the names in a bindings document are those of layers.
struct BindingNames {
  private let names: [String]
  private let layers: [OperationalLayer]

  init(_ bindings: Bindings, layers: [OperationalLayer]) {
    names = bindings.layers.map(\.layer)
    self.layers = layers
  }

  var findings: [Finding] { names.compactMap(finding) }

  private func finding(_ name: String) -> Finding? {
    let named = layers.filter { $0.id.isSameName(as: name) || $0.title.isSameName(as: name) }
    guard let layer = named.first else {
      let nearest = (layers.map(\.title) + layers.map(\.id)).nearest(to: name)
      return Finding(
        .bindingUnmatched, subject: DataFolder.bindingsName,
        "\"\(name)\" is not the id or title of a layer or table of the map.",
        samples: nearest == nil ? layers.map(\.title) : [],
        fix: nearest.map { "Did you mean \"\($0)\"?" })
    }
    guard !named.contains(where: \.kind.hasRows) else { return nil }
    return Finding(
      .bindingUnmatched, .warning, subject: DataFolder.bindingsName,
      "\(layer.title) is a layer of type \(layer.layerType), which has no records to bind.",
      fix: FindingID.layerTypeUnsupported.fix)
  }
}
