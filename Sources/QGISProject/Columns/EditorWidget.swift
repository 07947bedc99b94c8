import GeoPackage
import MapModel
import Markup
import OrderedJSON

/// The widget that edits a field.
struct EditorWidget: Sendable, Equatable {
  /// QGIS's name of the kind.
  var kind: String
  var settings: QGISOption

  /// For hidden fields.
  static let hidden = EditorWidget(kind: "Hidden", settings: .map([]))
  /// For GlobalIDs.
  static let identity = EditorWidget(kind: "UuidGenerator", settings: .map([]))

  /// For an attachment file beside the project.
  static let attachment = EditorWidget(
    kind: "ExternalResource",
    settings: .members([
      "DocumentViewer": .int(1), "DocumentViewerHeight": .int(0), "DocumentViewerWidth": .int(0),
      "FileWidget": .bool(true), "FileWidgetButton": .bool(true), "FileWidgetFilter": .string(""),
      // Paths are relative to the project.
      "RelativeStorage": .int(1), "StorageMode": .int(0),
    ]))

  /// QGIS's value for null in value lists.
  static let noValue = "{2839923C-8B7D-419E-B84B-CA2FE9B80EC7}"

  var node: XMLNode {
    XMLNode(
      "editWidget", ["type": kind], [XMLNode("config", [:], [settings.node()])])
  }
}

extension EditorWidget {
  /// The widget of a field.
  init(_ column: ProjectColumn) {
    if let chosen = column.input.flatMap({ Self.chosen($0, column) }) {
      self = chosen
      return
    }
    switch column.field.domain {
    case .codedValues(_, let values)?:
      self =
        Self.checkBox(values, column.field)
        ?? Self.list(values, noValue: column.field.isNullable ? "" : nil)
      return
    case .range(_, let minimum, let maximum)? where column.field.type.isNumeric:
      self = Self.range(from: minimum, to: maximum, column)
      return
    case .range, .inherited, nil: break
    }
    switch column.field.type.family {
    case .identity: self = column.field.type.isAssigned ? .identity : .text(isMultiline: false)
    case .rowNumber, .bytes, .shape, .xml: self = .hidden
    case .moment, .offsetMoment:
      self = .dateTime("yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm")
    case .day: self = .dateTime("yyyy-MM-dd", "yyyy-MM-dd")
    case .timeOfDay: self = .dateTime("HH:mm:ss", "HH:mm")
    case .text:
      let isLong = (column.field.length ?? 256) > 255
      self = .text(isMultiline: isLong)
    case .integer, .real: self = .text(isMultiline: false)
    }
  }

  /// The widget that the form's author chose; nil if it doesn't suit the field.
  private static func chosen(
    _ input: FormDefinition.Input, _ column: ProjectColumn
  ) -> EditorWidget? {
    switch (input, column.field.domain) {
    case (.comboBox(let noValue), .codedValues(_, let values)?),
      (.radioButtons(let noValue), .codedValues(_, let values)?):
      return list(values, noValue: noValue)
    case (.toggle(let on, let off), _):
      return checkBox(yes: on.scalarText, no: off.scalarText)
    case (.textArea, nil): return column.field.type == .string ? text(isMultiline: true) : nil
    case (.textBox, nil), (.barcode, nil):
      return column.field.type == .string ? text(isMultiline: false) : nil
    case (.date(let hasTime, _, _), _) where column.field.type == .date:
      return dateTime("yyyy-MM-dd HH:mm:ss", hasTime ? "yyyy-MM-dd HH:mm" : "yyyy-MM-dd")
    default: return nil
    }
  }

  private static func text(isMultiline: Bool) -> EditorWidget {
    EditorWidget(
      kind: "TextEdit",
      settings: .members(["IsMultiline": .bool(isMultiline), "UseHtml": .bool(false)]))
  }

  private static func dateTime(_ stored: String, _ shown: String) -> EditorWidget {
    EditorWidget(
      kind: "DateTime",
      settings: .members([
        "allow_null": .bool(true), "calendar_popup": .bool(true), "display_format": .string(shown),
        "field_format": .string(stored), "field_iso_format": .bool(false),
      ]))
  }

  /// A list of the names of codes, in the order of the domain.
  ///
  /// - Parameter label: the name for null; nil if null can't be chosen.
  private static func list(_ values: [CodedValue], noValue label: String?) -> EditorWidget {
    var entries = values.map { entry(named: $0.name, $0.code.scalarText) }
    if let label { entries.insert(entry(named: label, noValue), at: 0) }
    return EditorWidget(kind: "ValueMap", settings: .members(["map": .list(entries)]))
  }

  private static func entry(named name: String, _ code: String) -> QGISOption {
    .map([(name: name, value: .string(code))])
  }

  /// A check box for yes and no, if nothing else is allowed, because null would look like no.
  private static func checkBox(_ values: [CodedValue], _ field: Field) -> EditorWidget? {
    func code(_ names: [String]) -> String? {
      values.first { value in names.contains { $0.isSameName(as: value.name) } }?.code.scalarText
    }
    guard !field.isNullable, values.count == 2, let yes = code(["Yes", "True"]),
      let no = code(["No", "False"])
    else { return nil }
    return checkBox(yes: yes, no: no)
  }

  private static func checkBox(yes: String, no: String) -> EditorWidget {
    EditorWidget(
      kind: "CheckBox",
      settings: .members([
        "CheckedState": .string(yes), "UncheckedState": .string(no),
        "TextDisplayMethod": .int(0),
      ]))
  }

  private static func range(
    from minimum: Double, to maximum: Double, _ column: ProjectColumn
  ) -> EditorWidget {
    let isWhole = column.field.type.isInteger
    func limit(_ value: Double) -> QGISOption {
      isWhole && value.magnitude < 9e15 ? .int(Int(value)) : .double(value)
    }
    return EditorWidget(
      kind: "Range",
      settings: .members([
        "AllowNull": .bool(column.field.isNullable), "Max": limit(maximum), "Min": limit(minimum),
        "Precision": .int(isWhole ? 0 : 3), "Step": isWhole ? .int(1) : .double(0.1),
        "Style": .string("SpinBox"),
      ]))
  }

  /// A choice among the records of another table.
  static func reference(to relation: ProjectRelation, isNullable: Bool, isReadOnly: Bool)
    -> EditorWidget
  {
    EditorWidget(
      kind: "RelationReference",
      settings: .members([
        "AllowAddFeatures": .bool(false), "AllowNULL": .bool(isNullable),
        "ChainFilters": .bool(false), "FetchLimitActive": .bool(true),
        "FetchLimitNumber": .int(5_000), "FilterExpression": .string(""),
        "MapIdentification": .bool(false), "OrderByValue": .bool(true),
        "ReadOnly": .bool(isReadOnly), "ReferencedLayerDataSource": .string(relation.source),
        "ReferencedLayerId": .string(relation.originLayer),
        "ReferencedLayerName": .string(relation.originTitle),
        "ReferencedLayerProviderKey": .string("ogr"), "Relation": .string(relation.id),
        "ShowForm": .bool(false), "ShowOpenFormButton": .bool(true),
      ]))
  }
}
