package import MapModel

/// An Arcade expression of a layer: its source, its use, and a name to report it by.
package struct LayerExpression: Sendable, Equatable {
  /// What an expression is used for.
  package enum Use: Sendable, Equatable {
    /// A value or an element of a pop-up.
    case popup
    /// The class of a record, which decides its symbol.
    case classes
    /// The number that controls a symbol's size, color, opacity or angle.
    case variable
    /// The text of labels. The label class may also have an older labelExpression.
    case label(hasFallback: Bool)
  }

  /// The source, as written.
  package let source: String
  /// What it is used for.
  package let use: Use
  /// A name for people: its title or name, or how it begins and where it is.
  package let name: String

  /// Makes an expression of a pop-up.
  ///
  /// - Parameters:
  ///   - name: what tokens use after `expression/`; empty for an element's own expression.
  ///   - title: the author's title; may be empty.
  package init(popup source: String, name: String, title: String) {
    self.source = source
    use = .popup
    if name.isEmpty {
      self.name = title.isEmpty ? "of an element" : title
    } else {
      self.name = title.isEmpty || title == name ? name : "\(title) (\(name))"
    }
  }

  /// Makes an expression that draws or labels a layer.
  package init(_ expression: DrawingExpression, _ use: Use) {
    source = expression.source
    self.use = use
    let text = source.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let start = text.count > 60 ? text.prefix(57) + "…" : text[...]
    name = "\(start) (\(expression.path))"
  }

  /// The profile, which decides the globals that it may name.
  package var profile: ArcadeProfile {
    switch use {
    case .popup: .popup
    case .classes, .variable: .drawing
    case .label: .label
    }
  }

  /// Compiles the expression.
  ///
  /// - Parameters:
  ///   - features: the fields of the layer.
  ///   - hasTables: whether feature sets are available at run time.
  /// - Throws: what stops it before it runs: the first syntax error, or the first unsupported
  ///   function.
  package func program(
    features: ArcadeSchema, hasTables: Bool = false
  ) throws(ArcadeError) -> ArcadeProgram {
    let program = try ArcadeProgram(
      parsing: source, profile: profile, features: features, hasTables: hasTables)
    if let error = program.unsupported.first { throw error }
    return program
  }

  // MARK: Reporting

  /// The subject of sentences about the expression.
  package var subject: String { "The Arcade expression \(name)" }

  /// A sentence that reports that the expression cannot run, what is shown instead, and why.
  package func notEvaluated(_ error: ArcadeError) -> String {
    let instead =
      switch use {
      case .popup: "its value is left empty"
      case .classes: "all records get the same symbol"
      case .variable: "it does not change the symbol"
      case .label(hasFallback: true): "labels use the older labelExpression"
      case .label(hasFallback: false): "no labels are drawn"
      }
    return "\(subject) cannot run, so \(instead): \(error)."
  }
}

extension LayerDrawing {
  /// The expressions of the renderer, its visual variables and the labels, in this order.
  package var expressions: [LayerExpression] {
    let classes = renderer.expression.map { LayerExpression($0, .classes) }
    return [classes].compactMap(\.self)
      + renderer.variables.expressions.map { LayerExpression($0, .variable) }
      + labels.compactMap(\.layerExpression)
  }
}

extension LabelClass {
  /// The expression of the label text; nil if it is made of fields.
  package var layerExpression: LayerExpression? {
    text.expression.map { LayerExpression($0, .label(hasFallback: fallback != nil)) }
  }
}
