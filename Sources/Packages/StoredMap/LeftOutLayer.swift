/// A layer or table that is not in the package, and why.
package struct LeftOutLayer: Sendable, Equatable {
  package var title: String
  package var isTable: Bool
  package var reason: String

  /// Names a layer and the reason.
  package init(title: String, isTable: Bool, reason: String) {
    self.title = title
    self.isTable = isTable
    self.reason = reason
  }
}
