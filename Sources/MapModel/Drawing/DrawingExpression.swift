import OrderedJSON

/// An Arcade expression that decides how rows are drawn or what their labels contain. The caller
/// has the rows and runs it.
package struct DrawingExpression: Sendable, Hashable {
  /// The expression's source text.
  package var source: String
  /// The name of its values in a legend. Empty if the map has none.
  package var title: String
  /// Its path in the layer's drawing, for messages.
  package var path: String

  /// Creates an expression.
  package init(source: String, title: String = "", path: String) {
    self.source = source
    self.title = title
    self.path = path
  }
}

extension DrawingExpression {
  /// Reads `valueExpression` and its title, or returns nil if there is none.
  init?(_ members: Members, _ notices: inout MapNotices) {
    guard let source = members.string("valueExpression", &notices),
      !source.utf8.allSatisfy({ $0 <= 0x20 })
    else { return nil }
    self.init(
      source: source, title: members.string("valueExpressionTitle", &notices) ?? "",
      path: members.path("valueExpression"))
  }
}
