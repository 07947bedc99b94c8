/// Where the label of a point stands beside it (Web Map Specification, `labelPlacement`).
package struct LabelPlacement: Sendable, Equatable {
  /// -1 to the left of the point, 1 to the right, 0 over its middle.
  package var horizontal: Int
  /// -1 above the point, 1 below, 0 beside its middle.
  package var vertical: Int

  /// Reads the name that maps have for a place, such as
  /// `esriServerPointLabelPlacementAboveRight`; above to the right where there is none, as ArcGIS
  /// has it.
  package init(_ name: String) {
    let place = name.hasPrefix(Self.prefix) ? name.dropFirst(Self.prefix.count) : "AboveRight"
    vertical = place.hasPrefix("Above") ? -1 : place.hasPrefix("Below") ? 1 : 0
    horizontal = place.hasSuffix("Left") ? -1 : place.hasSuffix("Right") ? 1 : 0
  }

  private static let prefix = "esriServerPointLabelPlacement"
}
