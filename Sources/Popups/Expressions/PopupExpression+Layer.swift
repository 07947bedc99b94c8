package import Arcade

extension PopupExpression {
  /// The expression in the form that is compiled and named in findings.
  package var layerExpression: LayerExpression {
    LayerExpression(popup: text, name: name, title: title)
  }
}

extension PopupDefinition {
  /// The named expressions, followed by those of elements.
  package var layerExpressions: [LayerExpression] {
    let elementExpressions = elements.compactMap { element in
      if case .expression(let expression) = element { expression } else { nil }
    }
    return (expressions + elementExpressions).map(\.layerExpression)
  }
}
