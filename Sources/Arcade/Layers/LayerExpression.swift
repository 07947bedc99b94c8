package import MapModel

/// An Arcade expression of a map's layer: where it stands, what people call it, and what becomes of
/// its place where it cannot run.
package struct LayerExpression: Sendable, Equatable {
  /// What an expression is for.
  package enum Use: Sendable, Equatable {
    /// A value or an element of pop-ups.
    case popup
    /// The class of a record, and so its symbol.
    case classes
    /// The number that a symbol's size, colour, opacity or angle follows.
    case variable
    /// The text of labels; those of before Arcade may stand beside it.
    case label(hasOlder: Bool)
  }

  /// The text as written.
  package let source: String
  /// What it is for.
  package let use: Use
  /// What people call it: its title or name, or how it begins and where it stands.
  package let name: String

  /// An expression of a pop-up.
  ///
  /// - Parameters:
  ///   - name: what tokens use after `expression/`; empty for an element's own.
  ///   - title: what people read; may be empty.
  package init(popup source: String, name: String, title: String) {
    self.source = source
    use = .popup
    if name.isEmpty {
      self.name = title.isEmpty ? "of an element" : title
    } else {
      self.name = title.isEmpty || title == name ? name : "\(title) (\(name))"
    }
  }

  /// An expression that a layer is drawn or labelled by.
  package init(_ expression: DrawingExpression, _ use: Use) {
    source = expression.source
    self.use = use
    let text = source.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let start = text.count > 60 ? text.prefix(57) + "…" : text[...]
    name = "\(start) (\(expression.path))"
  }

  /// What may be named in it.
  package var profile: ArcadeProfile {
    switch use {
    case .popup: .popup
    case .classes, .variable: .drawing
    case .label: .label
    }
  }

  /// Compiles it.
  ///
  /// - Parameters:
  ///   - features: the fields of the layer.
  ///   - hasTables: whether it will run where there are tables for feature sets.
  /// - Throws: what stops it before it runs: the first error of spelling, else the first function
  ///   that is left out.
  package func program(
    features: ArcadeSchema, hasTables: Bool = false
  ) throws(ArcadeError) -> ArcadeProgram {
    let program = try ArcadeProgram(
      parsing: source, profile: profile, features: features, hasTables: hasTables)
    if let error = program.unsupported.first { throw error }
    return program
  }

  // MARK: What is told of it

  /// How sentences about it begin.
  package var words: String { "The Arcade expression \(name)" }

  /// One sentence: that it cannot run, what is seen instead, and why.
  package func notEvaluated(_ error: ArcadeError) -> String {
    let instead =
      switch use {
      case .popup: "its places stay empty"
      case .classes: "one symbol for all records is drawn"
      case .variable: "the symbol is drawn as it is"
      case .label(hasOlder: true): "the older labelExpression is drawn"
      case .label(hasOlder: false): "no label is drawn"
      }
    return "\(words) is not evaluated, \(instead): \(error)."
  }
}

extension LayerDrawing {
  /// The expressions of the renderer, of its visual variables and of the labels, in this order.
  package var expressions: [LayerExpression] {
    let classes = renderer.expression.map { LayerExpression($0, .classes) }
    return [classes].compactMap(\.self)
      + renderer.variables.expressions.map { LayerExpression($0, .variable) }
      + labels.compactMap(\.layerExpression)
  }
}

extension LabelClass {
  /// The expression that gives the labels; nil where fields do.
  package var layerExpression: LayerExpression? {
    text.expression.map { LayerExpression($0, .label(hasOlder: older != nil)) }
  }
}
