package import Geometry

/// The memory of a run: all that values refer to by place. It only grows while an expression runs,
/// within `ArcadeLimits.bytes`, and is emptied before the next.
struct ArcadeHeap: Sendable {
  var arrays: [[ArcadeValue]] = []
  var dictionaries: [ArcadeEntries] = []
  /// The first is `$feature`.
  var features: [HeldFeature] = [HeldFeature()]
  var featureSets: [HeldFeatureSet] = []
  /// Tables that the run made, such as groups of rows.
  var tables: [ArcadeTable] = []
  var geometries: [HeldGeometry] = []

  /// Forgets all but `$feature`, keeping room.
  mutating func empty() {
    if !arrays.isEmpty { arrays.removeAll(keepingCapacity: true) }
    if !dictionaries.isEmpty { dictionaries.removeAll(keepingCapacity: true) }
    if features.count > 1 { features.removeSubrange(1...) }
    // Where it was, another shape will be.
    features[0].shape = nil
    if !featureSets.isEmpty { featureSets.removeAll(keepingCapacity: true) }
    if !tables.isEmpty { tables.removeAll() }
    if !geometries.isEmpty { geometries.removeAll(keepingCapacity: true) }
  }
}

/// A geometry with what its coordinates are in.
package struct HeldGeometry: Sendable {
  package var geometry: Geometry
  /// The well-known id of the spatial reference; 0 where it has none.
  package var wkid: Int
  /// Whether it is an extent: a polygon of one ring, known by its sides.
  var isExtent = false

  package init(_ geometry: Geometry, wkid: Int) {
    self.geometry = geometry
    self.wkid = wkid
  }
}
