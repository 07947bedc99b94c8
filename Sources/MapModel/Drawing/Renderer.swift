package import OrderedJSON

/// Which symbol each row of a layer gets.
package struct Renderer: Sendable, Equatable {
  /// How rows are told apart.
  package enum Rule: Sendable, Equatable {
    /// Not at all.
    case single
    /// By what one to three fields hold; each class lists the values it takes.
    case values(fields: [String])
    /// By a number; each class has a range.
    case breaks(field: String, normalization: Normalization?)
    /// By what an expression gives; each class lists the values it takes.
    case expressionValues(DrawingExpression)
    /// By the number that an expression gives; each class has a range.
    case expressionBreaks(DrawingExpression)
  }

  /// What a number is divided by before it is classed.
  package enum Normalization: Sendable, Equatable {
    /// By another field of the row.
    case field(String)
    /// Not at all: its decimal logarithm is taken.
    case log
    /// By a total, and times 100.
    case percentOfTotal(Double)
  }

  /// How rows are told apart.
  package var rule: Rule
  /// The classes as a legend lists them; the default, where there is one, is the last.
  package var classes: [RendererClass]
  /// The class of rows that no other class takes; nil where these are not drawn.
  package var defaultClass: Int?
  /// What of the classes' symbols follows numbers of the rows.
  package var variables = VisualVariables()

  /// A renderer from its parts.
  package init(rule: Rule, classes: [RendererClass], defaultClass: Int?) {
    self.rule = rule
    self.classes = classes
    self.defaultClass = defaultClass
  }

  /// One plain symbol for all rows: for layers of which nobody says how they are drawn.
  package static func plain(for geometry: Symbol.Geometry) -> Renderer {
    Renderer(
      rule: .single, classes: [RendererClass(label: "", symbol: .plain(for: geometry))],
      defaultClass: 0)
  }

  /// The fields whose values decide, spelled as in the map.
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

  /// What a legend writes above the classes: the labels of the fields that decide; empty where none
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

  /// One symbol for all rows, the default or else the first, for those who cannot tell the classes.
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

/// One symbol of a renderer and the rows that get it.
package struct RendererClass: Sendable, Equatable {
  /// The rows of a class.
  package enum Rows: Sendable, Equatable {
    /// All that no other class takes.
    case rest
    /// Those that hold one of these combinations, a value for each field. Null stands for no value.
    case values([[JSON]])
    /// Those with a number above `minimum` (or equal to it, where `takesMinimum`), up to and with
    /// `maximum`.
    case range(minimum: Double, takesMinimum: Bool, maximum: Double)
  }

  /// What a legend writes beside the symbol; empty where the map gives nothing.
  package var label: String
  /// The symbol.
  package var symbol: Symbol
  /// The rows.
  package var rows: Rows
  /// What stands above a group of classes in a legend; empty for none.
  package var heading: String

  /// A class from its parts.
  package init(label: String, symbol: Symbol, rows: Rows = .rest, heading: String = "") {
    self.label = label
    self.symbol = symbol
    self.rows = rows
    self.heading = heading
  }
}
