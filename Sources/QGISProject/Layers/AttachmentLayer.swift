import GeoPackage
import MapModel
import Markup

/// The layer of a table's attachments: rows that name files beside the project.
struct AttachmentLayer {
  let node: XMLNode

  init(_ source: ProjectSource, table index: Int, attachments: GeoPackageTable) {
    let table = source.tables[index]
    let id = table.attachmentLayerID(index)
    var node = XMLNode(
      "maplayer",
      [
        "type": "vector", "geometry": "No geometry", "readOnly": table.isEditable ? "0" : "1",
        "hasScaleBasedVisibilityFlag": "0", "labelsEnabled": "0",
      ])
    node.appendSource(
      id: id, title: "Photos of \(table.layer.title)",
      datasource: source.datasource(of: attachments.name))
    // Private layers are hidden from the list of layers.
    node.append(
      XMLNode(
        "flags", [:],
        [
          XMLNode("Identifiable", text: "1"), XMLNode("Removable", text: "1"),
          XMLNode("Searchable", text: "0"), XMLNode("Private", text: "1"),
        ]))
    // Cameras of two crews may give attachments of the same second the same name.
    let name = "'DCIM/' || uuid('WithoutBraces') || '.{extension}'"
    node.append(LayerLocks(attachmentsOf: table, naming: name).node(of: id))
    for part in Self.fields(attachments, isEditable: table.isEditable).nodes { node.append(part) }
    node.append(XMLNode("editorlayout", text: "tablayout"))
    let form = ["path", "name"].compactMap { name in
      attachments.columns.firstIndex { $0.name == name }.map {
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

  /// The media type by the file's extension. Without a file, or with an unknown extension, the type
  /// stays the same.
  private static var contentType: String {
    let types = ContentType.suffixes.flatMap {
      [QGISExpression.text($0.suffix), QGISExpression.text($0.name)]
    }
    return "coalesce(map_get(map(\(types.joined(separator: ", "))), "
      + "lower(file_suffix(\"path\"))), \"content_type\", 'image/jpeg')"
  }

  private static func fields(_ attachments: GeoPackageTable, isEditable: Bool) -> [FormField] {
    var fields = [
      FormField(
        name: attachments.idColumn, index: 0, label: attachments.idColumn, widget: .hidden,
        isEditable: false)
    ]
    for (index, column) in attachments.columns.enumerated() {
      var field = FormField(
        name: column.name, index: index + 1, label: column.name, widget: .hidden,
        isEditable: isEditable)
      switch column.name {
      case "path":
        field.widget = .attachment
        field.label = "Photo"
        field.isRequired = true
      case "name":
        field.widget = EditorWidget(
          kind: "TextEdit",
          settings: .members(["IsMultiline": .bool(false), "UseHtml": .bool(false)]))
        field.label = "Name"
        field.defaultExpression = "coalesce(nullif(\"name\", ''), file_name(\"path\"))"
        field.appliesOnUpdate = true
      case "globalid": field.defaultExpression = "'{' || upper(uuid('WithoutBraces')) || '}'"
      case "content_type":
        field.defaultExpression = contentType
        field.appliesOnUpdate = true
      default: break
      }
      fields.append(field)
    }
    return fields
  }
}
