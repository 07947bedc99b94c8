import MapModel
import Markup
import OrderedJSON

extension ProjectSource {
  /// The legend: groups and layers, the top first.
  var layerTree: XMLNode {
    var root = XMLNode("layer-tree-group")
    var placed: Set<Int> = []
    for node in nodes(of: map.layers, placed: &placed) { root.append(node) }
    // Those of maps whose layers go by other ids, and the tables.
    for index in tables.indices.reversed() where !placed.contains(index) {
      root.append(node(of: index))
    }
    if areaFile != nil {
      root.append(Self.layerNode(Self.areaID, "Area", isOn: true))
    }
    let photos = tables.indices.filter { tables[$0].attachments != nil }
    if !photos.isEmpty {
      root.append(
        XMLNode(
          "layer-tree-group", ["name": "Photos", "checked": "Qt::Checked", "expanded": "0"],
          photos.map { index in
            Self.layerNode(
              tables[index].photoLayerID(index), "Photos of \(tables[index].layer.title)",
              isOn: true)
          }))
    }
    return root
  }

  private func nodes(of layers: [OperationalLayer], placed: inout Set<Int>) -> [XMLNode] {
    var nodes: [XMLNode] = []
    for layer in layers.reversed() {
      if layer.kind == .group {
        let inside = self.nodes(of: layer.layers, placed: &placed)
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
      for index in tables.indices.reversed()
      where tables[index].operational.stands(for: layer) && placed.insert(index).inserted {
        nodes.append(node(of: index))
      }
    }
    return nodes
  }

  private func node(of index: Int) -> XMLNode {
    let table = tables[index]
    return Self.layerNode(
      table.layerID(index), table.layer.title, isOn: table.operational.isOn)
  }

  static func layerNode(_ id: String, _ title: String, isOn: Bool) -> XMLNode {
    XMLNode(
      "layer-tree-layer",
      [
        "id": id, "name": title, "checked": isOn ? "Qt::Checked" : "Qt::Unchecked",
        "expanded": "1", "providerKey": "ogr",
      ])
  }

  /// The id of the layer of the area.
  static let areaID = "fieldpack_area"
}

extension OperationalLayer {
  /// Whether it is switched on itself, whatever the groups above it are.
  fileprivate var isOn: Bool { source["visibility"]?.bool ?? true }

  /// Whether it is a layer of the map, or one of the layers inside that.
  fileprivate func stands(for layer: OperationalLayer) -> Bool {
    id.utf8.elementsEqual(layer.id.utf8) || id.utf8.starts(with: (layer.id + "/").utf8)
  }
}
