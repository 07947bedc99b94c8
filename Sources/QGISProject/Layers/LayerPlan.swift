import FeatureData
import Filters
import GeoPackage
import Geometry
import MapModel
import Markup
import OrderedJSON

/// A layer of the project, and its differences from the map.
struct LayerPlan {
  var node: XMLNode
  var notices: [ProjectNotice]

  /// - Parameters:
  ///   - index: its index among the tables of the source.
  ///   - relations: all relations of the project.
  init(_ source: ProjectSource, index: Int, relations: [ProjectRelation]) {
    let table = source.tables[index]
    let id = table.layerID(index)
    let popup = PopupForm(table.layer)
    let columns = table.columns(popup: popup)
    let own = relations.filter {
      $0.originLayer == id && $0.isInFormsOfOrigin
        || $0.destinationLayer == id && $0.isInFormsOfDestination
    }
    let form = FormPlan(
      table, id: id, columns: columns, popup: popup, relations: own,
      fillings: Self.fillings(of: table, source))
    var node = XMLNode(
      "maplayer",
      [
        "type": "vector", "geometry": table.geometryName,
        "readOnly": table.isEditable ? "0" : "1",
      ])
    node.setScales(table.layer.scaleRange)
    let lost =
      table.layer.form == nil
      ? popup.leftOut.map { (item: $0, instead: "forms can't show it") } : form.losses
    notices = lost.map {
      ProjectNotice(layer: table.layer.title, item: $0.item, instead: $0.instead)
    }
    notices += table.leftOutOfForms(attachmentsAreFiles: source.attachmentsAreFiles)
    let drawing = table.drawing(columns)
    node.set("labelsEnabled", drawing.labels == nil ? "0" : "1")
    notices += drawing.notices
    node.appendSource(
      id: id, title: table.layer.title,
      datasource: source.datasource(of: table.stored.name)
        + (table.subset(columns, notices: &notices).map { "|subset=\($0)" } ?? ""))
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

  /// The values that rules of the map set in new records of a table, as expressions, and whether
  /// these may be null.
  private static func fillings(
    of table: ProjectSource.Table, _ source: ProjectSource
  ) -> [(field: String, expression: String, mayBeNull: Bool)] {
    source.fillings.filter { $0.table == table.stored.name }.compactMap { filling in
      switch filling.value {
      case .constant(let literal): return (filling.field, literal, false)
      case .polygon(let name, let column):
        guard let polygons = source.mainLayer(ofTable: name) else { return nil }
        let layer = QGISExpression.text(source.tables[polygons].layerID(polygons))
        let value = QGISExpression.column(column)
        return (
          filling.field, "array_first(overlay_within(\(layer), \(value), limit:=1))", true
        )
      }
    }
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

extension ProjectSource.Table {
  /// The geometry type in the store, because some definitions have none.
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

  /// The layer's filter in SQLite's SQL; nil if it shows all records of the stored table.
  fileprivate func subset(
    _ columns: [ProjectColumn], notices: inout [ProjectNotice]
  ) -> String? {
    guard let filter else { return nil }
    let text = WhereClause.sqliteText(of: filter, fields: columns.map(\.field)) { name in
      columns.first { $0.field.isNamed(name) }.map { GeoPackageNames.quoted($0.name) }
    }
    if text == nil {
      notices.append(
        ProjectNotice(
          layer: layer.title, item: "the layer's filter",
          instead: "the layer shows all records of its table"))
    }
    return text
  }

  /// The templates that forms can't offer, and attachments that they can't show.
  fileprivate func leftOutOfForms(attachmentsAreFiles: Bool) -> [ProjectNotice] {
    var notices: [ProjectNotice] = []
    let others = DefaultValues(layer.definition).others
    if isEditable, !others.isEmpty {
      notices.append(
        ProjectNotice(
          layer: layer.title, item: "the templates \(others.joined(separator: ", "))",
          instead: "new records start from the first template"))
    }
    if isEditable, let instead = contingentValuesInstead {
      notices.append(
        ProjectNotice(
          layer: layer.title, item: "the allowed combinations of values (contingent values)",
          instead: instead))
    }
    if attachments != nil, !attachmentsAreFiles {
      notices.append(
        ProjectNotice(
          layer: layer.title, item: "attachments stored in rows",
          instead: "forms show only attachments stored as files"))
    }
    return notices
  }

  /// What forms do instead of lists that depend on other fields; nil if there are no such lists.
  private var contingentValuesInstead: String? {
    guard let values = ContingentValues(layer.definition) else {
      // The service has them as a separate resource, which the data folder may lack.
      return layer.definition.source["hasContingentValuesDefinition"]?.bool == true
        ? "forms offer all values of each field; to check them, save the layer's contingentValues "
          + "resource as NAME.contingentValues.json in the data folder" : nil
    }
    guard values.unclear.isEmpty else {
      return "forms offer all values, because Fieldpack can't read these field groups: "
        + values.unclear.joined(separator: ", ")
    }
    return "forms offer all values of each field, and refuse combinations that aren't allowed"
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

  /// The name of a record in lists: the pop-up's title, or the display field, or the first text
  /// field.
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
          instead: "it is left out"))
    }
    let fallback =
      columns.first { $0.field.isNamed(layer.definition.displayField ?? "") }
      ?? columns.first { $0.field.type == .string } ?? columns.first
    return text ?? fallback?.shown ?? QGISExpression.column(stored.idColumn)
  }
}
