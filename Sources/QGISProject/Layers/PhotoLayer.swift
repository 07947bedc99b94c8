import GeoPackage
import MapModel
import Markup

/// The layer of a table's photos: rows that name files beside the project.
struct PhotoLayer {
  let node: XMLNode

  init(_ source: ProjectSource, table index: Int, photos: GeoPackageTable) {
    let table = source.tables[index]
    let id = table.photoLayerID(index)
    var node = XMLNode(
      "maplayer",
      [
        "type": "vector", "geometry": "No geometry", "readOnly": table.isEditable ? "0" : "1",
        "hasScaleBasedVisibilityFlag": "0", "labelsEnabled": "0",
      ])
    node.appendSource(
      id: id, title: "Photos of \(table.layer.title)",
      datasource: source.datasource(of: photos.name))
    // Layers that nobody looks for among the map's.
    node.append(
      XMLNode(
        "flags", [:],
        [
          XMLNode("Identifiable", text: "1"), XMLNode("Removable", text: "1"),
          XMLNode("Searchable", text: "0"), XMLNode("Private", text: "1"),
        ]))
    // Two crews' cameras give the same names to what they take in the same second.
    let name = "'DCIM/' || uuid('WithoutBraces') || '.{extension}'"
    node.append(LayerLocks(photosOf: table, naming: name).node(of: id))
    for part in Self.fields(photos, isEditable: table.isEditable).nodes { node.append(part) }
    node.append(XMLNode("editorlayout", text: "tablayout"))
    let form = ["path", "name"].compactMap { name in
      photos.columns.firstIndex { $0.name == name }.map {
        XMLNode(
          "attributeEditorField", ["name": name, "index": String($0 + 1), "showLabel": "1"])
      }
    }
    node.append(
      XMLNode(
        "attributeEditorForm", [:],
        [
          XMLNode(
            "attributeEditorContainer",
            ["name": "Photo", "groupBox": "0", "columnCount": "1", "showLabel": "1"], form)
        ]))
    node.append(XMLNode("previewExpression", text: "\"name\""))
    self.node = node
  }

  /// The type that a file's ending tells; of what has no file, or an ending that nobody knows, the
  /// one that it has.
  private static var contentType: String {
    let types = ContentType.suffixes.flatMap {
      [QGISExpression.text($0.suffix), QGISExpression.text($0.name)]
    }
    return "coalesce(map_get(map(\(types.joined(separator: ", "))), "
      + "lower(file_suffix(\"path\"))), \"content_type\", 'image/jpeg')"
  }

  private static func fields(_ photos: GeoPackageTable, isEditable: Bool) -> [FormField] {
    var fields = [
      FormField(
        name: photos.idColumn, index: 0, label: photos.idColumn, widget: .hidden,
        isEditable: false)
    ]
    for (index, column) in photos.columns.enumerated() {
      var field = FormField(
        name: column.name, index: index + 1, label: column.name, widget: .hidden,
        isEditable: isEditable)
      switch column.name {
      case "path":
        field.widget = .photo
        field.label = "Photo"
        field.isRequired = true
      case "name":
        field.widget = EditorWidget(
          kind: "TextEdit",
          settings: .members(["IsMultiline": .bool(false), "UseHtml": .bool(false)]))
        field.label = "Name"
        field.beginsWith = "coalesce(nullif(\"name\", ''), file_name(\"path\"))"
        field.followsChanges = true
      case "globalid": field.beginsWith = "'{' || upper(uuid('WithoutBraces')) || '}'"
      case "content_type":
        field.beginsWith = contentType
        field.followsChanges = true
      default: break
      }
      fields.append(field)
    }
    return fields
  }
}
