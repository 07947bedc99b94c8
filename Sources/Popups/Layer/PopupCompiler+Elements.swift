import MapModel

extension PopupCompiler {
  /// Compiles all blocks. Blocks that can never show anything are left out.
  mutating func plans() -> [PopupPlan] {
    var plans: [PopupPlan] = []
    for (index, element) in definition.elements.enumerated() {
      if let plan = plan(element, at: "elements[\(index)]") { plans.append(plan) }
    }
    return plans
  }

  private mutating func plan(
    _ element: PopupDefinition.Element, at path: String
  ) -> PopupPlan? {
    switch element {
    case .fields(let table):
      let rows = table.rows.filter(\.isVisible).compactMap { row($0, at: path) }
      if rows.isEmpty, table.title.isEmpty, table.description.isEmpty { return nil }
      return .fields(
        PopupTable(
          title: text(.plain, table.title, at: path),
          description: text(.markup, table.description, at: path), rows: rows))
    case .text(let content):
      return .text(text(.markup, content, at: path))
    case .media(let gallery):
      return .media(
        PopupGallery(
          title: text(.plain, gallery.title, at: path),
          description: text(.markup, gallery.description, at: path),
          items: gallery.items.map { item($0, at: path) }))
    case .attachments(let heading):
      return .attachments(
        PopupHeading(
          title: text(.plain, heading.title, at: path),
          description: text(.markup, heading.description, at: path)))
    case .relationship(let list):
      guard let relation = relation(ofID: list.relation) else {
        noteUnknownRelationship(list.relation, at: path)
        return nil
      }
      let title = list.title.isEmpty ? relations[relation].relation.title : list.title
      return .relationship(
        PopupRelatedList(
          relation: relation, title: text(.plain, title, at: path),
          description: text(.markup, list.description, at: path), displayCount: list.displayCount,
          order: order(list.order, ofRelation: relation, at: path)))
    case .expression(let expression):
      guard let index = use(element: expression) else {
        return .expression(.notEvaluated(expression: expression.name, title: expression.title))
      }
      return .expression(.runs(index, title: expression.title))
    }
  }
}

extension PopupPlan {
  /// The indices of the expressions whose values readers see in the block.
  var shownExpressions: [Int] {
    switch self {
    case .fields(let table):
      table.title.shownExpressions + table.description.shownExpressions
        + table.rows.compactMap(\.value.expression)
    case .text(let text): text.shownExpressions
    case .media(let gallery):
      gallery.title.shownExpressions + gallery.description.shownExpressions
        + gallery.items.flatMap(\.shownExpressions)
    case .attachments(let heading):
      heading.title.shownExpressions + heading.description.shownExpressions
    case .relationship(let list):
      list.title.shownExpressions + list.description.shownExpressions
    case .expression: []
    }
  }
}

extension PopupCompiler: PopupNaming {
  /// Returns the label of a value: an expression's title, otherwise the map's label or the name.
  func label(of info: PopupFieldInfo, _ value: PopupValue) -> String {
    if case .computed(let computed) = value, case .expression(let index) = computed.source,
      !expressions[index].title.isEmpty
    {
      return expressions[index].title
    }
    return info.label ?? info.name
  }

  /// Returns what names the values of a series: the tooltip of the same records, otherwise their
  /// first cell.
  func seriesLabel(of value: PopupValue, _ tooltip: PopupValue?) -> FieldValue? {
    guard case .related(let related) = value, related.isSeries else { return nil }
    if case .related(let other)? = tooltip, other.relation == related.relation {
      return other.field
    }
    return relations[related.relation].relation.cells.first
  }
}

/// Resolves names in a layer's pop-ups or in an element that an expression described.
protocol PopupNaming {
  /// Returns the value that a name refers to.
  mutating func value(named name: String, info: PopupFieldInfo?, at path: String) -> PopupValue
  /// Returns the label and format that the pop-up gives a name.
  func info(of name: String) -> PopupFieldInfo?
  /// Returns the label of a value.
  func label(of info: PopupFieldInfo, _ value: PopupValue) -> String
  /// Returns what names the values of a series of related records.
  func seriesLabel(of value: PopupValue, _ tooltip: PopupValue?) -> FieldValue?
}

extension PopupNaming {
  /// Compiles a text with tokens.
  mutating func text(_ form: PopupText.Form, _ text: String, at path: String) -> PopupText {
    PopupText(form: form, text) { value(named: $0, info: nil, at: path) }
  }

  /// Compiles a line of a table; nil for an unknown name.
  mutating func row(_ info: PopupFieldInfo, at path: String) -> RowPlan? {
    let value = value(named: info.name, info: info, at: path)
    if case .unresolved = value { return nil }
    return RowPlan(label: label(of: info, value), value: value)
  }

  mutating func item(_ item: PopupMediaInfo, at path: String) -> MediaPlan {
    let content: MediaPlan.Content
    switch item.content {
    case .image(let source, let link):
      content = .image(
        source: text(.address, source, at: path), link: text(.address, link, at: path))
    case .chart(let chart):
      content = .chart(self.chart(chart, at: path))
    }
    return MediaPlan(
      title: text(.plain, item.title, at: path), caption: text(.plain, item.caption, at: path),
      alt: text(.plain, item.altText, at: path), content: content)
  }

  private mutating func chart(_ chart: PopupChartInfo, at path: String) -> ChartPlan {
    let normalizer = optional(chart.normalizeField, at: path)
    let tooltip = optional(chart.tooltipField, at: path)
    var values: [ChartValuePlan] = []
    for name in chart.fields {
      let info = info(of: name) ?? PopupFieldInfo(name: name)
      let value = value(named: name, info: info, at: path)
      if case .unresolved = value { continue }
      values.append(
        ChartValuePlan(
          label: label(of: info, value), value: value,
          seriesLabel: seriesLabel(of: value, tooltip)))
    }
    return ChartPlan(
      form: chart.form, colors: chart.colors, values: values, normalizer: normalizer,
      tooltip: tooltip)
  }

  private mutating func optional(_ name: String?, at path: String) -> PopupValue? {
    name.map { value(named: $0, info: nil, at: path) }
  }
}
