package import MapModel

/// What people call the layers of a map: by their titles, and with the groups around them if a title
/// repeats.
struct ShownTitles: Sendable {
  /// The titles in lower case that several layers have.
  private let repeated: Set<String>

  init(_ layers: [OperationalLayer]) {
    var seen: Set<String> = []
    var repeated: Set<String> = []
    for layer in layers where !seen.insert(layer.title.lowercased()).inserted {
      repeated.insert(layer.title.lowercased())
    }
    self.repeated = repeated
  }

  /// `Level 1 / Trees`, or only the title if no other layer has it.
  func title(of layer: OperationalLayer) -> String {
    repeated.contains(layer.title.lowercased())
      ? (layer.path + [layer.title]).joined(separator: " / ") : layer.title
  }
}

extension WebMap {
  /// The layers and tables with what people call them, in the order of the map.
  package var titledLayers: [(layer: OperationalLayer, title: String)] {
    let layers = allLayers()
    let titles = ShownTitles(layers)
    return layers.map { ($0, titles.title(of: $0)) }
  }
}
