import OrderedJSON

/// An Arcade expression that decides how rows are drawn or what their labels say. Whoever has the
/// rows runs it.
package struct DrawingExpression: Sendable, Hashable {
  /// The expression.
  package var source: String
  /// What a legend calls its values; empty where the map gives nothing.
  package var title: String
  /// Where it stands in the layer's drawing, for those who tell what is wrong with it.
  package var path: String

  /// An expression from its parts.
  package init(source: String, title: String = "", path: String) {
    self.source = source
    self.title = title
    self.path = path
  }
}

extension DrawingExpression {
  /// Reads `valueExpression` and its title; nil when there is none.
  init?(_ members: Members, _ notices: inout MapNotices) {
    guard let source = members.string("valueExpression", &notices),
      !source.utf8.allSatisfy({ $0 <= 0x20 })
    else { return nil }
    self.init(
      source: source, title: members.string("valueExpressionTitle", &notices) ?? "",
      path: members.path("valueExpression"))
  }
}
