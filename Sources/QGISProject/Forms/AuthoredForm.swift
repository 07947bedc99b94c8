import MapModel
import Markup

/// The form as its author made it (`formInfo`), as far as QGIS and QField support it.
struct AuthoredForm {
  private let definition: FormDefinition
  private let columns: [ProjectColumn]
  private let arcade: ArcadeTranslation
  /// The relations whose many side is in the form.
  private let children: [ProjectRelation]
  /// The relations by which a record looks up another record.
  private let parents: [ProjectRelation]
  /// The parts of the form that are lost.
  private(set) var losses: [(item: String, instead: String)] = []
  private var shown: Set<String> = []

  /// - Parameters:
  ///   - layer: the ID of the form's layer.
  ///   - relations: the relations of the layer.
  init(
    _ definition: FormDefinition, of layer: String, columns: [ProjectColumn],
    relations: [ProjectRelation]
  ) {
    self.definition = definition
    self.columns = columns
    children = relations.filter { $0.originLayer == layer }
    parents = relations.filter { $0.destinationLayer == layer && !$0.isForAttachments }
    arcade = ArcadeTranslation(columns: columns)
  }

  /// One page with the form's elements, then attachments and related records that the form doesn't
  /// name, because crews can't reach them otherwise.
  mutating func page(named title: String) -> XMLNode {
    var page = FormPlan.container(
      named: definition.title.isEmpty ? title : definition.title, isPage: true)
    for note in FormPlan.note(definition.description, named: title) { page.append(note) }
    for element in definition.elements {
      for node in nodes(of: element) { page.append(node) }
    }
    for relation in children where shown.insert(relation.id).inserted {
      page.append(FormPlan.editor(relation, title: relation.name))
    }
    let hides = definition.elements.contains { $0.visibility != nil }
    if hides, !definition.keepsHiddenValues {
      losses.append(("the clearing of hidden fields", "hidden fields keep their values"))
    }
    return XMLNode("attributeEditorForm", [:], [page])
  }

  private mutating func nodes(of element: FormDefinition.Element) -> [XMLNode] {
    let inner: [XMLNode]
    switch element.kind {
    case .field(let field):
      guard let column = column(field.name), shown.insert(column.name).inserted else { return [] }
      let words = [element.description, field.hint].filter { !$0.isEmpty }
      inner =
        [FormPlan.field(column)]
        + FormPlan.note(words.joined(separator: "\n"), named: column.label)
    case .group(let elements, let isCollapsed):
      return [group(element, elements, isCollapsed: isCollapsed)]
    case .attachments:
      guard let photos = children.first(where: \.isForAttachments) else { return [] }
      inner = related(photos, element)
    case .related(let id):
      if let relation = children.first(where: { $0.popupID == id }) {
        inner = related(relation, element)
      } else if let parent = parents.first(where: { $0.popupID == id }) {
        // A looked-up record is chosen in the field of its key.
        guard let key = columns.first(where: { $0.name == parent.destinationColumn }),
          shown.insert(key.name).inserted
        else { return [] }
        inner = [FormPlan.field(key)]
      } else {
        addLoss("the related records \(element.label)", "they are not in the package")
        return []
      }
    case .text(let text, let isMarkdown):
      if isMarkdown {
        addLoss("the style of the text \(element.label)", "only the words are shown")
      }
      inner = FormPlan.note(text, named: element.label.isEmpty ? "Text" : element.label)
    case .other(let kind):
      addLoss("the element \(kind.isEmpty ? "without a type" : kind)", "it is left out")
      return []
    }
    guard let condition = visibility(of: element), !inner.isEmpty else { return inner }
    // QGIS can hide only groups, so a hidden field has its own group without a frame.
    var group = FormPlan.container(named: title(of: element), isPage: false)
    group.set("showLabel", "0")
    group.showOnly(when: condition)
    for node in inner { group.append(node) }
    return [group]
  }

  private mutating func group(
    _ element: FormDefinition.Element, _ elements: [FormDefinition.Element], isCollapsed: Bool
  ) -> XMLNode {
    var group = FormPlan.container(named: element.label, isPage: false)
    group.set("collapsed", isCollapsed ? "1" : "0")
    if let condition = visibility(of: element) { group.showOnly(when: condition) }
    for note in FormPlan.note(element.description, named: element.label) { group.append(note) }
    for inner in elements {
      for node in nodes(of: inner) { group.append(node) }
    }
    return group
  }

  private mutating func related(
    _ relation: ProjectRelation, _ element: FormDefinition.Element
  ) -> [XMLNode] {
    guard shown.insert(relation.id).inserted else { return [] }
    return
      FormPlan.note(element.description, named: element.label) + [
        FormPlan.editor(relation, title: element.label.isEmpty ? relation.name : element.label)
      ]
  }

  private mutating func visibility(of element: FormDefinition.Element) -> String? {
    guard let expression = element.visibility else { return nil }
    return condition(
      expression, "the condition under which \(title(of: element)) is shown",
      instead: "it is always shown")
  }

  private func title(of element: FormDefinition.Element) -> String {
    if !element.label.isEmpty { return element.label }
    if case .field(let field) = element.kind { return column(field.name)?.label ?? field.name }
    return "a part of the form"
  }

  private func column(_ name: String) -> ProjectColumn? {
    columns.first { $0.field.isNamed(name) }
  }

  // MARK: Fields

  /// Applies the form's settings of a field, except its position and its widget.
  mutating func apply(to field: inout FormField, _ column: ProjectColumn) {
    guard
      let (element, own) = definition.fields.first(where: { column.field.isNamed($0.field.name) })
    else { return }
    limit(&field, definition: own, column: column)
    guard column.isEditable || field.isEditable else { return }
    require(&field, element: element, definition: own, column: column)
    let isLocked = element.editability?.isNever == true
    if let expression = element.editability, !isLocked {
      field.isEditableWhen = condition(
        expression, "the condition under which \(column.label) can be changed",
        instead: "it can always be changed")
    }
    if let expression = own.value {
      calculate(&field, by: expression, column, isLocked: isLocked)
    }
    if isLocked { field.isEditable = false }
  }

  /// An editable field gets the calculated value as its default. A read-only field follows the
  /// calculation, and keeps its value if the result is null.
  private mutating func calculate(
    _ field: inout FormField, by expression: FormDefinition.Expression, _ column: ProjectColumn,
    isLocked: Bool
  ) {
    switch arcade.translate(expression.source) {
    case .success(let value):
      let other = isLocked ? column.expression : field.defaultExpression
      field.defaultExpression =
        other.isEmpty || !value.isOptional && !isLocked
        ? value.text : "coalesce(\(value.text), \(other))"
      field.appliesOnUpdate = isLocked
    case .failure(let cause):
      addLoss(
        "the calculation of \(column.label)",
        "\(isLocked ? "it keeps its value" : "crews fill it in by hand") (\(cause.reason))")
    }
  }

  private mutating func require(
    _ field: inout FormField, element: FormDefinition.Element, definition own: FormDefinition.Field,
    column: ProjectColumn
  ) {
    guard let requirement = own.requirement, !requirement.isNever else { return }
    // Hidden fields needn't be filled in. A condition that can't be translated is reported with the
    // element's visibility.
    var conditions: [String] = []
    for shown in [element.visibility].compactMap(\.self) + groupVisibilities(of: own.name) {
      if let value = try? arcade.translate(shown.source).get(), value.kind == .boolean {
        conditions.append(value.text)
      }
    }
    if !requirement.isAlways {
      guard
        let when = condition(
          requirement, "the condition under which \(column.label) must be filled in",
          instead: "it can be left empty")
      else { return }
      conditions.append(when)
    }
    guard !conditions.isEmpty else {
      field.isRequired = true
      return
    }
    field.addCondition(
      "NOT (\(conditions.joined(separator: " AND "))) OR \(column.expression) IS NOT NULL",
      message: "\(column.label) must be filled in")
  }

  private func groupVisibilities(of name: String) -> [FormDefinition.Expression] {
    definition.elements.compactMap { element in
      guard case .group(let inner, _) = element.kind, let visibility = element.visibility,
        inner.contains(where: {
          if case .field(let field) = $0.kind { field.name.isSameName(as: name) } else { false }
        })
      else { return nil }
      return visibility
    }
  }

  /// Limits the lengths of texts, and the first and last date.
  private func limit(
    _ field: inout FormField, definition own: FormDefinition.Field, column: ProjectColumn
  ) {
    switch own.input {
    case .textBox(let lengths)?, .textArea(let lengths)?, .barcode(let lengths)?:
      let isLimited = lengths.upperBound < column.field.length ?? .max
      guard lengths.lowerBound > 0 || isLimited else { return }
      var parts = [String]()
      if lengths.lowerBound > 0 {
        parts.append("length(\(column.expression)) >= \(lengths.lowerBound)")
      }
      if isLimited { parts.append("length(\(column.expression)) <= \(lengths.upperBound)") }
      field.addCondition(
        "\(column.expression) IS NULL OR \(parts.joined(separator: " AND "))",
        message: isLimited
          ? "\(lengths.lowerBound) to \(lengths.upperBound) characters"
          : "At least \(lengths.lowerBound) characters")
    case .date(_, let from, let until)?:
      for (sign, limit, word) in [(">=", from, "Not before"), ("<=", until, "Not after")] {
        guard let limit, let date = DefaultValues.date(limit, of: column.field) else { continue }
        field.addCondition(
          "\(column.expression) IS NULL OR \(column.expression) \(sign) \(date.expression)",
          message: "\(word) \(date.text)")
      }
    case .comboBox, .radioButtons, .toggle, .time, .other, nil: return
    }
  }

  private mutating func condition(
    _ expression: FormDefinition.Expression, _ item: String, instead: String
  ) -> String? {
    switch arcade.translate(expression.source) {
    case .success(let value) where value.kind == .boolean: return value.text
    case .success: addLoss(item, "\(instead) (it gives neither true nor false)")
    case .failure(let cause): addLoss(item, "\(instead) (\(cause.reason))")
    }
    return nil
  }

  private mutating func addLoss(_ item: String, _ instead: String) {
    losses.append((item, instead))
  }
}

extension FormDefinition.Expression {
  /// Whether it is `true` for every record.
  var isAlways: Bool { word == "true" }
  /// Whether it is `false` for every record.
  var isNever: Bool { word == "false" }

  private var word: String {
    source.filter { !$0.isWhitespace && $0 != ";" }.lowercased()
  }
}

extension XMLNode {
  fileprivate mutating func showOnly(when condition: String) {
    set("visibilityExpressionEnabled", "1")
    set("visibilityExpression", condition)
  }
}
