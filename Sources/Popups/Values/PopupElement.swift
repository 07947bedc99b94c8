/// One block of a pop-up. Titles are plain text, descriptions sanitized markup. Both may be empty.
package enum PopupElement: Sendable, Equatable {
  /// A table of labels and values.
  case fields(title: String, description: String, rows: [PopupFieldRow])
  /// Sanitized markup.
  case text(html: String)
  /// Images and charts.
  case media(title: String, description: String, items: [PopupMedia])
  /// The record's attachments, listed by whoever shows the pop-up.
  case attachments(title: String, description: String)
  /// Related records.
  ///
  /// - `relation`: The index in ``PopupLayer/relations``.
  /// - `displayCount`: The number of records the map shows at first; nil if it does not say.
  /// - `order`: The index of the records' order in the relation, for ``PopupLayer/relatedRows``.
  case relationship(
    title: String, description: String, relation: Int, displayCount: Int?, order: Int)
  /// The result of an expression: fields, a text or media.
  indirect case expression(PopupElement)
  /// An Arcade expression that cannot run.
  case notEvaluated(expression: String, title: String)
}

/// One line of a fields element.
package struct PopupFieldRow: Sendable, Equatable {
  /// The kind of a value, for readers that need some of the values.
  package enum Kind: Sendable, Equatable {
    case text
    case number
    /// A coded value or a type, shown by name.
    case code
    case date
    /// A row number, a GlobalID or the key of another record.
    case identity
    /// The result of an expression.
    case expression
  }

  /// The label before the value.
  package var label: String
  /// The formatted value as plain text; lines are separated by line feeds.
  package var value: String
  /// The link, if the whole value is an address.
  package var link: PopupLink?
  /// Whether the value is null. The row is shown anyway.
  package var isNull: Bool
  /// The kind of the value.
  package var kind: Kind

  /// Creates a row.
  package init(
    label: String, value: String, link: PopupLink? = nil, isNull: Bool = false, kind: Kind = .text
  ) {
    self.label = label
    self.value = value
    self.link = link
    self.isNull = isNull
    self.kind = kind
  }
}

/// A value that is an address.
package struct PopupLink: Sendable, Equatable {
  /// The address, with an allowed scheme and without blanks or quotes.
  package var href: String
  /// The text to click, such as "View".
  package var text: String

  /// Creates a link.
  package init(href: String, text: String) {
    self.href = href
    self.text = text
  }
}

/// An item of a media element. All text is plain.
package enum PopupMedia: Sendable, Equatable {
  /// A picture that is embedded or in the site; `href` is the address that a click opens.
  case image(source: String, href: String?, alt: String, title: String, caption: String)
  /// A picture on the web, shown as a link. `text` is its description, or else its caption, or else
  /// the name of its file. The caption is empty if it is the text. `href` is another link by the
  /// map's author.
  case onlineImage(source: String, text: String, href: String?, title: String, caption: String)
  /// A drawn chart; `alt` describes its values.
  case chart(svg: String, alt: String, title: String, caption: String)
}
