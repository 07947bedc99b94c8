import GeoPackage
import MapModel
import OrderedJSON

/// A column of a table with the field's settings in the map.
struct ProjectColumn: Sendable {
  /// The column's name in the GeoPackage.
  var name: String
  /// Its index among the layer's fields in QGIS, where the row ID comes first.
  var index: Int
  var field: Field
  /// The label that people read.
  var label: String
  /// Whether the pop-up shows it.
  var isShown: Bool
  /// Whether people may change it, at least in new records.
  var isEditable: Bool
  var type: GeoPackageType
  /// The input that the form's author chose.
  var input: FormDefinition.Input?

  /// The column as an expression.
  var expression: String { QGISExpression.column(name) }

  /// Whether its display value differs from the stored value.
  var hasNames: Bool {
    if case .codedValues? = field.domain { return true }
    return false
  }

  /// The display value, as text.
  var shown: String {
    if case .codedValues(_, let values)? = field.domain {
      // A check box has the values true and false in QGIS, whatever the names of its codes are.
      guard EditorWidget(self).kind == "CheckBox" else { return "represent_value(\(expression))" }
      let cases = values.compactMap { value in
        QGISExpression.literal(value.code).map {
          "WHEN \(expression) = \($0) THEN \(QGISExpression.text(value.name))"
        }
      }
      if !cases.isEmpty { return "(CASE \(cases.joined(separator: " ")) END)" }
    }
    return switch field.type {
    case .date, .timestampOffset: "format_date(\(expression), 'yyyy-MM-dd hh:mm')"
    default: "to_string(\(expression))"
    }
  }
}

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
