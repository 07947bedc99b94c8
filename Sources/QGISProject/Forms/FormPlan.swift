import FeatureData
import GeoPackage
import MapModel
import Markup
import OrderedJSON

/// The form of a layer.
struct FormPlan: Sendable {
  var fields: [FormField]
  /// The visible parts, as the form's author arranged them, or in the pop-up's order.
  var form: XMLNode
  /// The parts of the author's form that are lost.
  var losses: [(item: String, instead: String)] = []

  /// - Parameters:
  ///   - relations: the relations of the layer.
  ///   - fillings: the values that rules of the map set in fields of the layer.
  init(
    _ table: ProjectSource.Table, id: String, columns: [ProjectColumn], popup: PopupForm,
    relations: [ProjectRelation],
    fillings: [(field: String, expression: String, mayBeNull: Bool)]
  ) {
    fields = [
      FormField(
        name: table.stored.idColumn, index: 0, label: table.stored.idColumn, widget: .hidden,
        isEditable: false, defaultExpression: "")
    ]
    let start = DefaultValues(table.layer.definition)
    let together = ContingentCondition.all(of: table, columns: columns)
    var authored = table.layer.form.map { form in
      AuthoredForm(form, of: id, columns: columns, relations: relations)
    }
    for column in columns {
      var field = FormField(
        name: column.name, index: column.index, label: column.label,
        widget: EditorWidget(column), isEditable: column.isEditable)
      field.isForNewRows = table.isCollectOnly
      field.defaultExpression = start.expression(of: column.field) ?? ""
      field.isRequired = !column.field.isNullable && column.isEditable
      if let filling = fillings.first(where: { $0.field.isSameName(as: column.field.name) }) {
        // If the rule finds no value, the field keeps its default.
        field.defaultExpression =
          field.defaultExpression.isEmpty || !filling.mayBeNull
          ? filling.expression : "coalesce(\(filling.expression), \(field.defaultExpression))"
      }
      field.follow(column, table)
      for condition in together where condition.fields.contains(where: column.field.isNamed) {
        field.addCondition(condition.expression, message: condition.message)
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
  /// Whether a column of a layer has the key of the relation's one side.
  fileprivate func isParent(of layer: String, by column: String) -> Bool {
    !isForAttachments && destinationLayer == layer && destinationColumn == column
  }
}

extension FormField {
  /// Sets GlobalIDs, editor tracking, and values that depend on the record's type.
  fileprivate mutating func follow(_ column: ProjectColumn, _ table: ProjectSource.Table) {
    let definition = table.layer.definition
    if column.field.isNamed(definition.globalIDField ?? "") || column.field.type == .globalID {
      defaultExpression = "'{' || upper(uuid('WithoutBraces')) || '}'"
      isUnique = true
      isEditable = false
    }
    if let tracking = definition.editFieldsInfo {
      let name = column.field.name
      func isNamed(_ other: String?) -> Bool { other?.isSameName(as: name) == true }
      if isNamed(tracking.creationDateField) { defaultExpression = "now()" }
      if isNamed(tracking.editDateField) { (defaultExpression, appliesOnUpdate) = ("now()", true) }
      if isNamed(tracking.creatorField) { defaultExpression = QGISExpression.person }
      if isNamed(tracking.editorField) {
        // If the user is unknown, the old name is kept.
        defaultExpression = "coalesce(\(QGISExpression.person), \(column.expression))"
        appliesOnUpdate = true
      }
    }
    if defaultExpression.isEmpty, let reading = PositionReading(column.field) {
      defaultExpression = reading.expression
    }
    if let byType = column.conditionByType(definition, table) {
      addCondition(byType, message: "Choose a value from the list for this type")
    }
  }
}

extension ProjectColumn {
  /// The condition for values by record type, because QGIS has only one list for each field.
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

/// The defaults of new records: the attributes of the first template, then those of the fields.
struct DefaultValues: Sendable {
  private let attributes: JSONObject
  /// The names of the templates that forms don't offer.
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

  /// A date. Dates are milliseconds since 1970 UTC, days are texts.
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
