import GeoPackage
import MapModel
import OrderedJSON

extension ProjectSource.Table {
  /// The layer's ID, which is unique in a project. QGIS drops relations to layers with an ID of
  /// less than eleven letters.
  func layerID(_ index: Int) -> String {
    "fieldpack_\(index)_" + Self.plainLetters(stored.name)
  }

  /// The ID of the attachment layer.
  func attachmentLayerID(_ index: Int) -> String { layerID(index) + "_photos" }

  private static func plainLetters(_ text: String) -> String {
    String(
      decoding: text.utf8.map { byte in
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 ? byte : UInt8(ascii: "_")
      }, as: UTF8.self)
  }

  /// Whether at least new records can be filled in. The layer's locks protect existing ones.
  var allowsFillingIn: Bool {
    isEditable && (layer.allowsUpdate != false || layer.allowsCreate != false)
  }

  /// Whether new records can be filled in, but existing ones can't be changed.
  var isCollectOnly: Bool {
    isEditable && layer.allowsUpdate == false && layer.allowsCreate != false
  }

  /// The column of a field.
  func column(of field: String) -> GeoPackageColumn? {
    stored.columns.first { ($0.fieldName ?? $0.name).isSameName(as: field) }
  }

  /// The columns of fields, in the order of the table.
  func columns(popup: PopupForm) -> [ProjectColumn] {
    stored.columns.enumerated().compactMap { index, column in
      guard var field = layer.fields.named(column.fieldName ?? column.name) else { return nil }
      field.domain = layer.definition.domain(ofField: field.name)
      if field.isNamed(layer.definition.typeIDField ?? ""), !layer.definition.types.isEmpty,
        field.domain == nil
      {
        field.domain = .codedValues(
          name: "types",
          values: layer.definition.types.map { CodedValue(name: $0.name, code: $0.id) })
      }
      var isEditable = allowsFillingIn && layer.allowsEditing(of: field)
      guard let form = layer.form else {
        isEditable = isEditable && popup.allowsEditing(of: field.name)
        return ProjectColumn(
          name: column.name, index: index + 1, field: field,
          label: popup.label(of: field.name) ?? field.label, isShown: popup.shows(field.name),
          isEditable: isEditable, type: column.type)
      }
      let (element, own) = form.fields.first { field.isNamed($0.field.name) } ?? (nil, nil)
      if let domain = own?.domain { field.domain = domain }
      let label = element.flatMap { $0.label.isEmpty ? nil : $0.label }
      return ProjectColumn(
        name: column.name, index: index + 1, field: field,
        label: label ?? popup.label(of: field.name) ?? field.label, isShown: own != nil,
        isEditable: isEditable, type: column.type, input: own?.input)
    }
  }
}
