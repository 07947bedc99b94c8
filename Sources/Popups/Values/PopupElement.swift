/// One block of a pop-up's content. Titles are plain text, descriptions sanitised markup; both may
/// be empty.
package enum PopupElement: Sendable, Equatable {
  /// A table of labels and values.
  case fields(title: String, description: String, rows: [PopupFieldRow])
  /// Sanitised markup.
  case text(html: String)
  /// Images and charts.
  case media(title: String, description: String, items: [PopupMedia])
  /// The place of the record's photos and files, which who shows the pop-up lists.
  case attachments(title: String, description: String)
  /// The place of related records.
  ///
  /// - `relation`: index into ``PopupLayer/relations``.
  /// - `displayCount`: how many records the map wants shown at first; nil when it does not say.
  /// - `order`: which of the relation's orders they stand in, for ``PopupLayer/relatedRows``.
  case relationship(
    title: String, description: String, relation: Int, displayCount: Int?, order: Int)
  /// What an expression returned: fields, a text or media.
  indirect case expression(PopupElement)
  /// What an Arcade expression would show here, which cannot run.
  case notEvaluated(expression: String, title: String)
}

/// One line of a fields element.
package struct PopupFieldRow: Sendable, Equatable {
  /// What the value is, for those who pick some values out.
  package enum Kind: Sendable, Equatable {
    case text
    case number
    /// A coded value or a type, by its name.
    case code
    case date
    /// A row number, a GlobalID or another record's.
    case identity
    /// What an expression gives.
    case expression
  }

  /// What people read before the value.
  package var label: String
  /// The formatted value as plain text; lines are separated by line feeds.
  package var value: String
  /// Where the value leads, when it is an address as a whole.
  package var link: PopupLink?
  /// Whether there is no value; the row is shown all the same.
  package var isNull: Bool
  /// What the value is.
  package var kind: Kind

  /// A row from its parts.
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
  /// The address, of an allowed scheme, without blanks or quotes.
  package var href: String
  /// What people click, as "View".
  package var text: String

  /// A link from its parts.
  package init(href: String, text: String) {
    self.href = href
    self.text = text
  }
}

/// An item of a media element. All text is plain.
package enum PopupMedia: Sendable, Equatable {
  /// A picture in the text or the site; `href` is where a click leads.
  case image(source: String, href: String?, alt: String, title: String, caption: String)
  /// A picture on the web, to be led to by its text: its description, else its caption (which is
  /// empty then), else the name of its file; `href` is where the map's author leads besides.
  case onlineImage(source: String, text: String, href: String?, title: String, caption: String)
  /// A drawn chart; `alt` tells its values.
  case chart(svg: String, alt: String, title: String, caption: String)
}
