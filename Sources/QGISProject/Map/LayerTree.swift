import MapModel
import Markup
import OrderedJSON

/// The legend: groups and layers, from top to bottom.
struct LayerTree {
  let source: ProjectSource

  var node: XMLNode {
    var root = XMLNode("layer-tree-group")
    var listed: Set<Int> = []
    append(baseMaps: source.baseMaps.filter(\.isReference), to: &root)
    for node in nodes(of: source.map.layers, listed: &listed) { root.append(node) }
    // Layers that have other IDs in the map, and tables.
    for index in source.tables.indices.reversed() where !listed.contains(index) {
      root.append(node(of: index))
    }
    if source.areaFile != nil {
      root.append(Self.layerNode(AreaLayer.id, title: "Area", isOn: true))
    }
    let photos = source.tables.indices.filter { source.tables[$0].attachments != nil }
    if !photos.isEmpty {
      root.append(
        XMLNode(
          "layer-tree-group", ["name": "Photos", "checked": "Qt::Checked", "expanded": "0"],
          photos.map { index in
            Self.layerNode(
              source.tables[index].attachmentLayerID(index),
              title: "Photos of \(source.tables[index].layer.title)",
              isOn: true)
          }))
    }
    append(baseMaps: source.baseMaps.filter { !$0.isReference }, to: &root)
    return root
  }

  private func append(baseMaps: [BaseMapFile], to root: inout XMLNode) {
    for file in baseMaps {
      if file.namesFile != nil {
        root.append(
          Self.layerNode(StreetNamesLayer.id, title: StreetNamesLayer.title, isOn: true))
      }
      root.append(
        Self.layerNode(TileLayer.id(of: file), title: file.title, isOn: true, provider: "gdal"))
    }
  }

  private func nodes(of layers: [OperationalLayer], listed: inout Set<Int>) -> [XMLNode] {
    var nodes: [XMLNode] = []
    for layer in layers.reversed() {
      if layer.kind == .group {
        let inside = self.nodes(of: layer.layers, listed: &listed)
        guard !inside.isEmpty else { continue }
        nodes.append(
          XMLNode(
            "layer-tree-group",
            [
              "name": layer.title, "expanded": "1",
              "checked": layer.isOn ? "Qt::Checked" : "Qt::Unchecked",
            ], inside))
        continue
      }
      for index in source.tables.indices.reversed()
      where source.tables[index].operational.isPart(of: layer) && listed.insert(index).inserted {
        nodes.append(node(of: index))
      }
    }
    return nodes
  }

  private func node(of index: Int) -> XMLNode {
    let table = source.tables[index]
    return Self.layerNode(
      table.layerID(index), title: table.layer.title, isOn: table.operational.isOn)
  }

  private static func layerNode(
    _ id: String, title: String, isOn: Bool, provider: String = "ogr"
  ) -> XMLNode {
    XMLNode(
      "layer-tree-layer",
      [
        "id": id, "name": title, "checked": isOn ? "Qt::Checked" : "Qt::Unchecked",
        "expanded": "1", "providerKey": provider,
      ])
  }
}

extension OperationalLayer {
  /// Whether it is switched on itself, whatever its groups are.
  fileprivate var isOn: Bool { source["visibility"]?.bool ?? true }

  /// Whether it is a layer of the map, or one of that layer's sublayers.
  fileprivate func isPart(of layer: OperationalLayer) -> Bool {
    id.utf8.elementsEqual(layer.id.utf8) || id.utf8.starts(with: (layer.id + "/").utf8)
  }
}
