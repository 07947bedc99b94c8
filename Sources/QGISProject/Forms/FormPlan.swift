import FeatureData
import GeoPackage
import MapModel
import Markup
import OrderedJSON

/// The form of a layer.
struct FormPlan: Sendable {
  var fields: [FormField]
  /// The parts that are seen, as the form's author put them, else in the pop-up's order.
  var form: XMLNode
  /// What of the author's form is lost.
  var losses: [(item: String, instead: String)] = []

  /// - Parameters:
  ///   - relations: those of the project that this layer is an end of.
  ///   - fillings: what the rules of the map put into fields of the layer, by field.
  init(
    _ table: ProjectSource.Table, id: String, columns: [ProjectColumn], popup: PopupForm,
    relations: [ProjectRelation],
    fillings: [(field: String, expression: String, mayFindNothing: Bool)]
  ) {
    fields = [
      FormField(
        name: table.stored.idColumn, index: 0, label: table.stored.idColumn, widget: .hidden,
        isEditable: false, beginsWith: "")
    ]
    let start = Beginnings(table.layer.definition)
    let together = ContingentCondition.all(of: table, columns: columns)
    var authored = table.layer.form.map { form in
      AuthoredForm(form, of: id, columns: columns, relations: relations)
    }
    for column in columns {
      var field = FormField(
        name: column.name, index: column.index, label: column.label,
        widget: EditorWidget(column), isEditable: column.isEditable)
      field.isForNewRows = table.isCollectOnly
      field.beginsWith = start.expression(of: column.field) ?? ""
      field.isRequired = !column.field.isNullable && column.isEditable
      if let filling = fillings.first(where: { $0.field.isSameName(as: column.field.name) }) {
        // Where the rule finds nothing, what new rows begin with stays.
        field.beginsWith =
          field.beginsWith.isEmpty || !filling.mayFindNothing
          ? filling.expression : "coalesce(\(filling.expression), \(field.beginsWith))"
      }
      field.follow(column, table)
      for condition in together where condition.fields.contains(where: column.field.isNamed) {
        field.demand(condition.expression, condition.message)
      }
      authored?.apply(to: &field, column)
      if let parent = relations.first(where: { $0.isParent(of: id, by: column.name) }) {
        field.widget = .reference(
          to: parent, isNullable: column.field.isNullable,
          isReadOnly: parent.isComposite || !column.isEditable)
        if !column.isShown { field.label = parent.originTitle }
      }
      fields.append(field)
    }
    form =
      authored?.page(named: table.layer.title)
      ?? Self.form(of: table, columns: columns, popup: popup, id: id, relations: relations)
    losses = authored?.losses ?? []
  }
}

extension ProjectRelation {
  /// Whether a column of a layer holds the key of the relation's one side.
  fileprivate func isParent(of layer: String, by column: String) -> Bool {
    !isOfPhotos && destinationLayer == layer && destinationColumn == column
  }
}

extension FormField {
  /// Identities, editor tracking, and values that hang on the row's type.
  fileprivate mutating func follow(_ column: ProjectColumn, _ table: ProjectSource.Table) {
    let definition = table.layer.definition
    if column.field.isNamed(definition.globalIDField ?? "") || column.field.type == .globalID {
      beginsWith = "'{' || upper(uuid('WithoutBraces')) || '}'"
      isUnique = true
      isEditable = false
    }
    if let tracking = definition.editFieldsInfo {
      let name = column.field.name
      func isNamed(_ other: String?) -> Bool { other?.isSameName(as: name) == true }
      if isNamed(tracking.creationDateField) { beginsWith = "now()" }
      if isNamed(tracking.editDateField) { (beginsWith, followsChanges) = ("now()", true) }
      if isNamed(tracking.creatorField) { beginsWith = QGISExpression.person }
      if isNamed(tracking.editorField) {
        // A name that is there is not lost to nobody's.
        beginsWith = "coalesce(\(QGISExpression.person), \(column.expression))"
        followsChanges = true
      }
    }
    if beginsWith.isEmpty, let reading = PositionReading(column.field) {
      beginsWith = reading.expression
    }
    if let byType = column.conditionByType(definition, table) {
      demand(byType, "A value of the list for this type")
    }
  }
}

extension ProjectColumn {
  /// What must hold where types of row have values of their own: QGIS has one list a field.
  fileprivate func conditionByType(
    _ definition: LayerDefinition, _ table: ProjectSource.Table
  ) -> String? {
    guard let typeField = definition.typeIDField, let type = table.column(of: typeField) else {
      return nil
    }
    let cases = definition.types.compactMap { kind -> String? in
      guard let id = QGISExpression.literal(kind.id),
        case .codedValues(_, let values)? = kind.domains.first(where: {
          $0.field.isSameName(as: field.name)
        })?.domain
      else { return nil }
      let codes = values.compactMap { QGISExpression.literal($0.code) }
      guard !codes.isEmpty else { return nil }
      return "WHEN \(QGISExpression.column(type.name)) = \(id) THEN \(expression) IN "
        + "(\(codes.joined(separator: ", ")))"
    }
    guard !cases.isEmpty else { return nil }
    return "\(expression) IS NULL OR CASE \(cases.joined(separator: " ")) ELSE true END"
  }
}

/// What new rows begin with: the first ready-made feature's attributes, else the fields' own.
struct Beginnings: Sendable {
  private let attributes: JSONObject
  /// The ready-made features that forms do not offer, by name.
  let others: [String]

  init(_ definition: LayerDefinition) {
    let templates = definition.templates + definition.types.flatMap(\.templates)
    attributes = templates.first?.attributes ?? JSONObject()
    others = templates.dropFirst().map(\.name)
  }

  func expression(of field: Field) -> String? {
    let own = attributes.members.first { $0.key.isSameName(as: field.name) }?.value
    guard let value = own.flatMap({ $0.isNull ? nil : $0 }) ?? field.defaultValue else {
      return nil
    }
    guard field.type.isDate else { return QGISExpression.literal(value) }
    return Self.date(value, of: field)?.expression
  }

  /// A date, which moments have as milliseconds since 1970 UTC, and days as texts.
  static func date(_ value: JSON, of field: Field) -> (expression: String, text: String)? {
    var bytes = Array(value.scalarText.utf8)
    if let milliseconds = value.int {
      bytes = []
      guard DateText.appendDateTime(Int64(milliseconds), to: &bytes) else { return nil }
    }
    guard !bytes.isEmpty else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let function = field.type == .dateOnly ? "to_date" : "to_datetime"
    return ("\(function)(\(QGISExpression.text(text)))", text)
  }
}
