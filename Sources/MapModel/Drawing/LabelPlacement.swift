/// The position of a label relative to its point (Web Map Specification, `labelPlacement`).
package struct LabelPlacement: Sendable, Equatable {
  /// -1 to the left of the point, 1 to the right, 0 centerd.
  package var horizontal: Int
  /// -1 above the point, 1 below, 0 centerd.
  package var vertical: Int

  /// Reads the name in a map, such as `esriServerPointLabelPlacementAboveRight`. Without a name,
  /// the label is above and to the right, as in ArcGIS.
  package init(_ name: String) {
    let position = name.hasPrefix(Self.prefix) ? name.dropFirst(Self.prefix.count) : "AboveRight"
    vertical = position.hasPrefix("Above") ? -1 : position.hasPrefix("Below") ? 1 : 0
    horizontal = position.hasSuffix("Left") ? -1 : position.hasSuffix("Right") ? 1 : 0
  }

  private static let prefix = "esriServerPointLabelPlacement"
}
