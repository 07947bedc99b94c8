/// A block of a record's pop-up. Titles are plain text, descriptions and texts sanitized markup.
package typealias PopupElement = PopupBlock<ShownPopup>

/// A pop-up of one record.
package enum ShownPopup: PopupStage {
  package typealias Text = String
  package typealias Row = PopupFieldRow
  package typealias Item = PopupMedia
  /// The index of the records' order in the relation, for ``PopupLayer/relatedRows``.
  package typealias Order = Int
  package typealias Expression = ExpressionResult
}

/// What an expression gave for a block.
package enum ExpressionResult: Sendable, Equatable {
  /// Fields, a text or media.
  case block(PopupElement)
  /// The expression cannot run.
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
