package import OrderedJSON

/// The editing form that a layer's author made (Web Map Specification, formInfo).
package struct FormDefinition: Sendable, Equatable {
  /// An element of the form.
  package struct Element: Sendable, Equatable {
    /// The kind of element.
    package var kind: Kind
    /// The label that people read. Empty if the form has none.
    package var label: String
    /// A short description. It may be empty.
    package var description: String
    /// The condition for showing the element. Nil if it is always shown.
    package var visibility: Expression?
    /// The condition for editing it. Nil if only the layer decides.
    package var editability: Expression?
  }

  /// The kinds of elements.
  package indirect enum Kind: Sendable, Equatable {
    case field(Field)
    case group([Element], isCollapsed: Bool)
    /// The record's attachments.
    case attachments
    /// Related records, with the id of the relationship.
    case related(id: Int)
    case text(String, isMarkdown: Bool)
    /// An unknown kind, or one without content.
    case other(String)
  }

  /// A field of the layer in the form.
  package struct Field: Sendable, Equatable {
    /// The field's name.
    package var name: String
    /// The placeholder in the empty input.
    package var hint: String
    /// A domain that replaces the field's own.
    package var domain: Domain?
    /// The kind of input, or nil for the default of the field.
    package var input: Input?
    /// The condition for requiring a value. Nil if only the field decides.
    package var requirement: Expression?
    /// The expression that calculates the value.
    package var value: Expression?
  }

  /// The kinds of inputs.
  package enum Input: Sendable, Equatable {
    case textBox(lengths: ClosedRange<Int>)
    case textArea(lengths: ClosedRange<Int>)
    case barcode(lengths: ClosedRange<Int>)
    /// A drop-down list, with the label for no value. Nil if there is no such entry.
    case comboBox(noValue: String?)
    case radioButtons(noValue: String?)
    /// A switch between two codes.
    case toggle(on: JSON, off: JSON)
    /// A date between two limits: milliseconds since 1970 UTC, or ISO texts.
    case date(hasTime: Bool, from: JSON?, until: JSON?)
    case time
    case other(String)
  }

  /// An Arcade expression of the form.
  package struct Expression: Sendable, Equatable {
    /// The name that elements refer to.
    package var name: String
    package var source: String
  }

  /// The title of the form. It may be empty.
  package var title: String
  /// The description of the form. It may be empty.
  package var description: String
  package var elements: [Element]
  /// Whether hidden fields keep their values. Otherwise they are cleared.
  package var keepsHiddenValues: Bool

  /// The fields of the form in order, including those in groups.
  package var fields: [(element: Element, field: Field)] { Self.fields(of: elements) }

  private static func fields(of elements: [Element]) -> [(element: Element, field: Field)] {
    elements.flatMap { element -> [(element: Element, field: Field)] in
      switch element.kind {
      case .field(let field): [(element, field)]
      case .group(let inner, _): fields(of: inner)
      case .attachments, .related, .text, .other: []
      }
    }
  }
}
