import FeatureData
import GeoPackage
import Geometry
import MapModel
import Markup
import OrderedJSON

/// A layer of the project, and what of it differs from the map.
struct LayerPlan {
  var node: XMLNode
  var notices: [ProjectNotice]

  /// - Parameters:
  ///   - index: its place among the tables of the source.
  ///   - relations: all of the project.
  init(_ source: ProjectSource, index: Int, relations: [ProjectRelation]) {
    let table = source.tables[index]
    let id = table.layerID(index)
    let popup = PopupForm(table.layer)
    let columns = table.columns(popup: popup)
    let own = relations.filter { $0.originLayer == id || $0.destinationLayer == id }
    let form = FormPlan(
      table, id: id, columns: columns, popup: popup, relations: own,
      fillings: source.fillings(of: table))
    var node = XMLNode(
      "maplayer",
      [
        "type": "vector", "geometry": table.geometryName,
        "readOnly": table.isEditable ? "0" : "1",
      ])
    node.setScales(table.layer.scaleRange)
    let lost =
      table.layer.form == nil
      ? popup.leftOut.map { (item: $0, instead: "forms have no place for it") } : form.losses
    notices = lost.map {
      ProjectNotice(layer: table.layer.title, item: $0.item, instead: $0.instead)
    }
    notices += table.leftOutOfForms(photosAreFiles: source.photosAreFiles)
    let drawing = table.drawing(columns)
    node.set("labelsEnabled", drawing.labels == nil ? "0" : "1")
    notices += drawing.notices
    node.appendSource(
      id: id, title: table.layer.title, datasource: source.datasource(of: table.stored.name))
    if let reference = table.spatialReference {
      node.append(XMLNode("srs", [:], [reference.qgisNode]))
    }
    node.append(LayerLocks(table, columns: columns, relations: own).node(of: id))
    for part in drawing.nodes { node.append(part) }
    if let options = table.geometryOptions { node.append(options) }
    for part in form.fields.nodes { node.append(part) }
    node.append(XMLNode("editorlayout", text: "tablayout"))
    node.append(form.form)
    let title = table.title(popup, columns, notices: &notices)
    node.append(XMLNode("previewExpression", text: title))
    node.append(XMLNode("mapTip", text: "<b>[% \(title) %]</b>"))
    self.node = node
  }
}

extension XMLNode {
  mutating func setScales(_ scales: ScaleRange) {
    set("hasScaleBasedVisibilityFlag", scales == .all ? "0" : "1")
    set("minScale", scales.minimum == 0 ? "100000000" : QGISNumber.text(scales.minimum))
    set("maxScale", QGISNumber.text(scales.maximum))
  }

  mutating func appendSource(id: String, title: String, datasource: String) {
    append(XMLNode("id", text: id))
    append(XMLNode("datasource", text: datasource))
    append(XMLNode("layername", text: title))
    append(XMLNode("provider", ["encoding": "UTF-8"], text: "ogr"))
  }
}

extension ProjectSource {
  /// What rules of the map put into new rows of a table, as expressions, and whether these may find
  /// nothing.
  fileprivate func fillings(
    of table: Table
  ) -> [(field: String, expression: String, mayFindNothing: Bool)] {
    fillings.filter { $0.table == table.stored.name }.compactMap { filling in
      switch filling.value {
      case .constant(let literal): return (filling.field, literal, false)
      case .polygon(let name, let column):
        guard let polygons = tables.firstIndex(where: { $0.stored.name == name }) else {
          return nil
        }
        let layer = QGISExpression.text(tables[polygons].layerID(polygons))
        let value = QGISExpression.column(column)
        return (
          filling.field, "array_first(overlay_within(\(layer), \(value), limit:=1))", true
        )
      }
    }
  }
}

extension ProjectSource.Table {
  /// What the rows are, by the store: not every definition tells.
  fileprivate var geometryType: EsriGeometryType {
    switch geometryName {
    case "Line": .polyline
    case "Polygon": .polygon
    default: .point
    }
  }

  /// Point, Line, Polygon, or `No geometry`.
  fileprivate var geometryName: String {
    guard let type = stored.geometry?.typeName else { return "No geometry" }
    if type.hasSuffix("POINT") { return "Point" }
    return type.hasSuffix("LINESTRING") ? "Line" : "Polygon"
  }

  /// What new rows cannot be, and pictures that no form finds.
  fileprivate func leftOutOfForms(photosAreFiles: Bool) -> [ProjectNotice] {
    var notices: [ProjectNotice] = []
    let others = Beginnings(layer.definition).others
    if isEditable, !others.isEmpty {
      notices.append(
        ProjectNotice(
          layer: layer.title, item: "the ready-made \(others.joined(separator: ", "))",
          instead: "new rows begin as the first one"))
    }
    if isEditable, let instead = contingentValuesInstead {
      notices.append(
        ProjectNotice(
          layer: layer.title, item: "which values go together (contingent values)",
          instead: instead))
    }
    if attachments != nil, !photosAreFiles {
      notices.append(
        ProjectNotice(
          layer: layer.title, item: "photos in the rows", instead: "forms show those in files"))
    }
    return notices
  }

  /// What forms do in place of lists that follow other fields; nil where none have to.
  private var contingentValuesInstead: String? {
    guard let values = ContingentValues(layer.definition) else {
      // The rules are a resource of their own, which the data folder may lack.
      return layer.definition.source["hasContingentValuesDefinition"]?.bool == true
        ? "forms offer all values of each field: save the layer's contingentValues resource as "
          + "NAME.contingentValues.json in the data folder" : nil
    }
    guard values.unclear.isEmpty else {
      return "forms offer all values; these groups are not understood: "
        + values.unclear.joined(separator: ", ")
    }
    return "forms offer all values of each field, and refuse those that do not go together"
  }

  fileprivate func drawing(
    _ columns: [ProjectColumn]
  ) -> (nodes: [XMLNode], labels: XMLNode?, notices: [ProjectNotice]) {
    guard stored.geometry != nil else { return ([], nil, []) }
    func column(_ field: String) -> String? {
      columns.first { $0.field.isNamed(field) }?.expression
    }
    func named(_ field: String) -> String? {
      columns.first { $0.field.isNamed(field) }.map { $0.hasNames ? $0.shown : $0.expression }
    }
    let drawing = LayerDrawing(
      layer: layer, operational: operational, geometryType: geometryType)
    let arcade = ArcadeTranslation(columns: columns)
    let renderer = RendererPlan(drawing.renderer, column: column, arcade: arcade)
    let labels = LabelPlan(
      drawing.labels, geometry: Symbol.Geometry(geometryType),
      fields: columns.map(\.field), column: column, named: named, arcade: arcade)
    var nodes = [renderer.node]
    if let node = labels.node { nodes.append(node) }
    nodes.append(XMLNode("layerOpacity", text: QGISNumber.text(drawing.opacity)))
    let notices = (renderer.differences + labels.differences).map {
      ProjectNotice(layer: layer.title, item: $0.item, instead: $0.instead)
    }
    return (nodes, labels.node, notices)
  }

  /// What stands for a record in lists: the pop-up's title, else the display field, else the first
  /// text.
  fileprivate func title(
    _ popup: PopupForm, _ columns: [ProjectColumn], notices: inout [ProjectNotice]
  ) -> String {
    let (text, unknown) = TitleText.expression(of: popup.title) { name in
      columns.first { $0.field.isNamed(name) }?.shown
    }
    for name in unknown {
      notices.append(
        ProjectNotice(
          layer: layer.title, item: "{\(name)} in the pop-up's title",
          instead: "nothing stands in its place"))
    }
    let fallback =
      columns.first { $0.field.isNamed(layer.definition.displayField ?? "") }
      ?? columns.first { $0.field.type == .string } ?? columns.first
    return text ?? fallback?.shown ?? QGISExpression.column(stored.idColumn)
  }
}
