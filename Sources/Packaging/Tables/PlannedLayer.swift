package import MapModel

/// A layer or table of the map that shows the records of a planned table, or some of them.
package struct PlannedLayer: Sendable {
  /// The layer as the map, the item and the service define it together.
  package var layer: EffectiveLayer
  /// The layer's entry in the map.
  package var operational: OperationalLayer
}
