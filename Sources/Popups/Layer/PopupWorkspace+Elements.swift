import Bytes
import Markup
import Records

extension PopupWorkspace {
  /// Returns a block for the current record; nil if it has nothing to show.
  mutating func element(_ plan: PopupPlan, in record: Span<UInt8>) -> PopupElement? {
    switch plan {
    case .fields(let table):
      var rows: [PopupFieldRow] = []
      rows.reserveCapacity(table.rows.count)
      for plan in table.rows { rows.append(row(plan, in: record)) }
      return .fields(
        PopupTable(
          title: table.title.shown(in: &self, record),
          description: table.description.shown(in: &self, record), rows: rows))
    case .text(let text):
      let html = text.shown(in: &self, record)
      return html.isEmpty ? nil : .text(html)
    case .media(let gallery):
      var items: [PopupMedia] = []
      for plan in gallery.items {
        if let item = media(plan, in: record) { items.append(item) }
      }
      if items.isEmpty { return nil }
      return .media(
        PopupGallery(
          title: gallery.title.shown(in: &self, record),
          description: gallery.description.shown(in: &self, record), items: items))
    case .attachments(let heading):
      return .attachments(
        PopupHeading(
          title: heading.title.shown(in: &self, record),
          description: heading.description.shown(in: &self, record)))
    case .relationship(let list):
      return .relationship(
        PopupRelatedList(
          relation: list.relation, title: list.title.shown(in: &self, record),
          description: list.description.shown(in: &self, record),
          displayCount: list.displayCount, order: list.order))
    case .expression(.runs(let index, let title)):
      return expressionElement(index, title: title, in: record).map { .expression(.block($0)) }
    case .expression(.notEvaluated(let expression, let title)):
      return .expression(.notEvaluated(expression: expression, title: title))
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
      guard let medium = OnlineMedium(address: address) else {
        return .image(source: address, href: href, alt: alt, title: title, caption: caption)
      }
      html.onlineMedia &+= 1
      let isNamed = !alt.isEmpty
      return .onlineImage(
        source: address,
        text: isNamed ? alt : caption.isEmpty ? medium.name(orElse: "Picture") : caption,
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

extension PopupElement {
  /// The element as plain text, one value per line. Empty if it has no text of its own.
  var plainText: String {
    switch self {
    case .text(let html):
      String(decoding: HTMLText.plain(of: Array(html.utf8).span), as: UTF8.self)
    case .fields(let table):
      table.rows.map { "\($0.label): \($0.value)" }.joined(separator: "\n")
    case .media(let gallery): gallery.items.map(\.plainText).joined(separator: "\n")
    case .expression(.block(let element)): element.plainText
    case .attachments, .relationship, .expression(.notEvaluated): ""
    }
  }
}

extension PopupMedia {
  /// The alternative text, or else the title or caption.
  fileprivate var plainText: String {
    switch self {
    case .image(let source, _, let alt, let title, let caption):
      [alt, title, caption].first { !$0.isEmpty } ?? source
    case .onlineImage(_, let text, _, _, _): text
    case .chart(_, let alt, _, _): alt
    }
  }
}
