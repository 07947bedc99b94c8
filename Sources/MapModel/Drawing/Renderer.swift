package import OrderedJSON

/// Assigns a symbol to each row of a layer.
package struct Renderer: Sendable, Equatable {
  /// How rows are divided into classes.
  package enum Rule: Sendable, Equatable {
    /// All rows are in one class.
    case single
    /// By the values of one to three fields. Each class lists its values.
    case values(fields: [String])
    /// By a number. Each class has a range.
    case breaks(field: String, normalization: Normalization?)
    /// By the result of an expression. Each class lists its values.
    case expressionValues(DrawingExpression)
    /// By the number that an expression returns. Each class has a range.
    case expressionBreaks(DrawingExpression)
  }

  /// How a number is normalized before it is classified.
  package enum Normalization: Sendable, Equatable {
    /// Divided by another field of the row.
    case field(String)
    /// Replaced by its decimal logarithm.
    case log
    /// Divided by a total and multiplied by 100.
    case percentOfTotal(Double)
  }

  /// How rows are divided into classes.
  package var rule: Rule
  /// The classes in legend order. The default class, if there is one, is last.
  package var classes: [RendererClass]
  /// The class of rows that match no other class. Nil if they are not drawn.
  package var defaultClass: Int?
  /// The properties of the symbols that depend on numbers of the rows.
  package var variables = VisualVariables()

  /// Creates a renderer.
  package init(rule: Rule, classes: [RendererClass], defaultClass: Int?) {
    self.rule = rule
    self.classes = classes
    self.defaultClass = defaultClass
  }

  /// Returns a renderer with one plain symbol for all rows, for layers without drawing information.
  package static func plain(for geometry: Symbol.Geometry) -> Renderer {
    Renderer(
      rule: .single, classes: [RendererClass(label: "", symbol: .plain(for: geometry))],
      defaultClass: 0)
  }

  /// The fields that decide on the class, spelled as in the map.
  package var fields: [String] {
    let own: [String] =
      switch rule {
      case .single: []
      case .values(let fields): fields
      case .breaks(let field, .field(let other)?): [field, other]
      case .breaks(let field, _): [field]
      case .expressionValues, .expressionBreaks: []
      }
    return own + variables.fields.filter { !own.contains($0) }
  }

  /// Returns the legend title: the labels of the fields that decide on the class. Empty if no field
  /// does.
  package func legendTitle(fields: [Field]) -> String {
    func label(_ name: String) -> String { fields.named(name)?.label ?? name }
    return switch rule {
    case .single: ""
    case .values(let names): names.map(label).joined(separator: ", ")
    case .breaks(let name, .field(let other)?): "\(label(name)) / \(label(other))"
    case .breaks(let name, .percentOfTotal?): "\(label(name)) (%)"
    case .breaks(let name, _): label(name)
    case .expressionValues(let expression), .expressionBreaks(let expression): expression.title
    }
  }

  /// The expression that decides on the class.
  package var expression: DrawingExpression? {
    switch rule {
    case .expressionValues(let expression), .expressionBreaks(let expression): expression
    case .single, .values, .breaks: nil
    }
  }

  /// The renderer with one symbol for all rows, for readers that can't determine the classes. It is
  /// the default symbol, or else the first.
  package var withoutClasses: Renderer {
    guard let symbol = (defaultClass.map { classes[$0] } ?? classes.first)?.symbol else {
      return self
    }
    var renderer = Renderer(
      rule: .single, classes: [RendererClass(label: "", symbol: symbol)], defaultClass: 0)
    renderer.variables = variables
    return renderer
  }
}

/// One symbol of a renderer and its rows.
package struct RendererClass: Sendable, Equatable {
  /// The rows of a class.
  package enum Rows: Sendable, Equatable {
    /// All rows that match no other class.
    case rest
    /// Rows with one of these combinations, a value for each field. Null means no value, as does a
    /// text that `isNothing`.
    case values([[JSON]])
    /// Rows with a number above `minimum` (or equal to it if `takesMinimum`), up to and including
    /// `maximum`.
    case range(minimum: Double, takesMinimum: Bool, maximum: Double)
  }

  /// Whether a text of the map or of a row means that there is no value: only blanks, or `<Null>` in
  /// any case (ArcGIS maps SDK, UniqueValueRenderer).
  package static func isNothing(_ text: Span<UInt8>) -> Bool {
    let mark: StaticString = "<null>"
    if text.indices.allSatisfy({ text[$0] <= 0x20 }) { return true }
    return text.count == mark.utf8CodeUnitCount
      && zip(text.indices, mark.description.utf8).allSatisfy { index, letter in
        text[index] == letter || (text[index] &- 0x41 < 26 && text[index] | 0x20 == letter)
      }
  }

  /// Whether the class takes the rows without a value in its only field.
  package var takesNothing: Bool {
    guard case .values(let combinations) = rows else { return false }
    return combinations.contains { $0.count == 1 && $0.allSatisfy(\.isNothing) }
  }

  /// The label in a legend. Empty if the map has none.
  package var label: String
  /// The symbol.
  package var symbol: Symbol
  /// The rows.
  package var rows: Rows
  /// The heading above a group of classes in a legend. Empty if there is none.
  package var heading: String

  /// Creates a class.
  package init(label: String, symbol: Symbol, rows: Rows = .rest, heading: String = "") {
    self.label = label
    self.symbol = symbol
    self.rows = rows
    self.heading = heading
  }
}

extension JSON {
  /// Whether a class's value means that there is no value.
  package var isNothing: Bool {
    if let text = string { RendererClass.isNothing(Array(text.utf8).span) } else { isNull }
  }
}
