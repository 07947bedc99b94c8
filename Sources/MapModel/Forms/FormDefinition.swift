package import OrderedJSON

/// The form that a layer's author made for those who edit it (web map specification: formInfo).
package struct FormDefinition: Sendable, Equatable {
  /// A part of the form.
  package struct Element: Sendable, Equatable {
    /// What it is.
    package var kind: Kind
    /// What people read; empty where the form says nothing.
    package var label: String
    /// A sentence or two about it; may be empty.
    package var description: String
    /// When it is shown; nil for always.
    package var visibility: Expression?
    /// When it may be changed; nil where the layer alone decides.
    package var editability: Expression?
  }

  /// What an element is.
  package indirect enum Kind: Sendable, Equatable {
    case field(Field)
    case group([Element], isCollapsed: Bool)
    /// The record's attachments.
    case attachments
    /// Related records, by the relationship's id.
    case related(id: Int)
    case text(String, isMarkdown: Bool)
    /// A kind that is not known, or has nothing to show.
    case other(String)
  }

  /// A field of the layer in the form.
  package struct Field: Sendable, Equatable {
    /// The field's name.
    package var name: String
    /// What stands in the empty box.
    package var hint: String
    /// Values in place of the field's own domain.
    package var domain: Domain?
    /// What people fill it in with; nil for what suits the field.
    package var input: Input?
    /// When it must have a value; nil where the field alone decides.
    package var requirement: Expression?
    /// What it is worked out from.
    package var value: Expression?
  }

  /// What a field is filled in with.
  package enum Input: Sendable, Equatable {
    case textBox(lengths: ClosedRange<Int>)
    case textArea(lengths: ClosedRange<Int>)
    case barcode(lengths: ClosedRange<Int>)
    /// A list to drop down, with what stands for no value; nil without such an entry.
    case comboBox(noValue: String?)
    case radioButtons(noValue: String?)
    /// Two codes.
    case toggle(on: JSON, off: JSON)
    /// A date between two moments: milliseconds since 1970 UTC, or ISO texts.
    case date(hasTime: Bool, from: JSON?, until: JSON?)
    case time
    case other(String)
  }

  /// An Arcade expression of the form.
  package struct Expression: Sendable, Equatable {
    /// What elements name it by.
    package var name: String
    package var source: String
  }

  /// What stands above the form; may be empty.
  package var title: String
  /// What it is for; may be empty.
  package var description: String
  package var elements: [Element]
  /// Whether fields that are hidden keep their values, which are emptied otherwise.
  package var keepsHiddenValues: Bool

  /// The fields of the form, in order, those in groups included.
  package var fields: [(element: Element, field: Field)] { Self.fields(of: elements) }

  private static func fields(of elements: [Element]) -> [(element: Element, field: Field)] {
    elements.flatMap { element -> [(element: Element, field: Field)] in
      switch element.kind {
      case .field(let field): [(element, field)]
      case .group(let inner, _): fields(of: inner)
      default: []
      }
    }
  }
}
