package import Arcade

extension PopupExpression {
  /// The expression for those who compile it and tell of it.
  package var layerExpression: LayerExpression {
    LayerExpression(popup: text, name: name, title: title)
  }
}

extension PopupDefinition {
  /// The expressions that have names, then those of elements.
  package var layerExpressions: [LayerExpression] {
    let own = elements.compactMap { element in
      if case .expression(let expression) = element { expression } else { nil }
    }
    return (expressions + own).map(\.layerExpression)
  }
}
