import Bytes
import Markup
import Records

extension PopupWorkspace {
  /// Returns a block for the current record; nil if it has nothing to show.
  mutating func element(_ plan: PopupPlan, in record: Span<UInt8>) -> PopupElement? {
    switch plan {
    case .fields(let title, let description, let plans):
      var rows: [PopupFieldRow] = []
      rows.reserveCapacity(plans.count)
      for plan in plans { rows.append(row(plan, in: record)) }
      return .fields(
        title: title.shown(in: &self, record), description: description.shown(in: &self, record),
        rows: rows)
    case .text(let text):
      let html = text.shown(in: &self, record)
      return html.isEmpty ? nil : .text(html: html)
    case .media(let title, let description, let plans):
      var items: [PopupMedia] = []
      for plan in plans {
        if let item = media(plan, in: record) { items.append(item) }
      }
      if items.isEmpty { return nil }
      return .media(
        title: title.shown(in: &self, record), description: description.shown(in: &self, record),
        items: items)
    case .attachments(let title, let description):
      return .attachments(
        title: title.shown(in: &self, record), description: description.shown(in: &self, record))
    case .relationship(let title, let description, let relation, let displayCount, let order):
      return .relationship(
        title: title.shown(in: &self, record), description: description.shown(in: &self, record),
        relation: relation, displayCount: displayCount, order: order)
    case .expression(let index, let title):
      return expressionElement(index, title: title, in: record).map { .expression($0) }
    case .notEvaluated(let expression, let title):
      return .notEvaluated(expression: expression, title: title)
    }
  }

  /// Returns a line of a table of fields.
  mutating func row(_ plan: RowPlan, in record: Span<UInt8>) -> PopupFieldRow {
    if case .field(let field) = plan.value {
      let stored = layout.value(field.column, in: record)
      if case .null = stored {
        return PopupFieldRow(label: plan.label, value: "", isNull: true, kind: plan.kind)
      }
      if let name = field.name(of: stored, in: record, type: type) {
        return PopupFieldRow(label: plan.label, value: name, kind: plan.kind)
      }
    }
    bytes.removeAll(keepingCapacity: true)
    append(plan.value, isRaw: false, in: record)
    let isText = plan.kind == .text || plan.kind == .expression
    return PopupFieldRow(
      label: plan.label, value: bytes.span.repairedString(),
      link: isText ? AutomaticLink.link(bytes.span) : nil,
      isNull: bytes.isEmpty && !hasValue(plan.value), kind: plan.kind)
  }

  /// Returns whether an empty text is a real value: stored in the record, or the result of an
  /// expression.
  private func hasValue(_ value: PopupValue) -> Bool {
    switch value {
    case .field: true
    case .computed(let computed):
      if case .expression(let index) = computed.source {
        runs.plan?.programs[index] != nil
      } else {
        true
      }
    case .related, .unresolved: false
    }
  }

  /// Returns an image or chart for the current record; nil if the record has no data for it.
  mutating func media(_ plan: MediaPlan, in record: Span<UInt8>) -> PopupMedia? {
    switch plan.content {
    case .image(let source, let link):
      guard
        let address = HTMLAddress.allowed(source.shown(in: &self, record), isResource: true)
      else { return nil }
      let href = HTMLAddress.allowed(link.shown(in: &self, record), isResource: false)
      let alt = plan.alt.shown(in: &self, record)
      let title = plan.title.shown(in: &self, record)
      let caption = plan.caption.shown(in: &self, record)
      guard let picture = OnlinePicture(address: address) else {
        return .image(source: address, href: href, alt: alt, title: title, caption: caption)
      }
      onlinePictures &+= 1
      let isNamed = !alt.isEmpty
      return .onlineImage(
        source: address, text: isNamed ? alt : caption.isEmpty ? picture.name : caption,
        href: href == address ? nil : href, title: title, caption: isNamed ? caption : "")
    case .chart(let chart):
      let title = plan.title.shown(in: &self, record)
      guard let drawing = chart.chart(titled: title, of: record, in: &self) else { return nil }
      let alt = plan.alt.shown(in: &self, record)
      return .chart(
        svg: drawing.svg, alt: alt.isEmpty ? drawing.alternativeText : alt, title: title,
        caption: plan.caption.shown(in: &self, record))
    }
  }

  // MARK: Elements of expressions

  /// Returns the element that an expression describes for the current record, if any.
  mutating func expressionElement(
    _ index: Int, title: String, in record: Span<UInt8>
  ) -> PopupElement? {
    guard runs.elements.indices.contains(index) else { return nil }
    if let known = runs.elements[index] { return known }
    let element = describedElement(index, title, in: record)
    runs.elements[index] = .some(element)
    return element
  }

  private mutating func describedElement(
    _ index: Int, _ title: String, in record: Span<UInt8>
  ) -> PopupElement? {
    let described = run(index, in: record) { ExpressionElement($0, &$1) }
    guard let plan = runs.plan, let element = described ?? nil else { return nil }
    runs.attributes = element.attributes?.map(\.value) ?? []
    var reader = PopupReader()
    let fields = element.fields(&reader)
    var names = ExpressionElementNames(plan, element.attributes, fields)
    return self.element(
      element.plan(titled: title, fields: fields, names: &names, reader: &reader), in: record)
  }
}
