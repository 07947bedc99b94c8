package import Geometry

/// The memory of a run, which holds everything that values refer to. It only grows while an
/// expression runs, within `ArcadeLimits.bytes`. It is emptied before the next run.
struct ArcadeHeap: Sendable {
  var arrays: [[ArcadeValue]] = []
  var dictionaries: [ArcadeEntries] = []
  /// The first feature is `$feature`.
  var features: [HeldFeature] = [HeldFeature()]
  var featureSets: [HeldFeatureSet] = []
  /// The tables that the run made, such as groups of rows.
  var tables: [ArcadeTable] = []
  var geometries: [HeldGeometry] = []

  /// Removes everything but `$feature`, and keeps the capacity.
  mutating func empty() {
    if !arrays.isEmpty { arrays.removeAll(keepingCapacity: true) }
    if !dictionaries.isEmpty { dictionaries.removeAll(keepingCapacity: true) }
    if features.count > 1 { features.removeSubrange(1...) }
    // Its slot will hold another geometry.
    features[0].shape = nil
    if !featureSets.isEmpty { featureSets.removeAll(keepingCapacity: true) }
    if !tables.isEmpty { tables.removeAll() }
    if !geometries.isEmpty { geometries.removeAll(keepingCapacity: true) }
  }
}

/// A geometry with its spatial reference.
package struct HeldGeometry: Sendable {
  package var geometry: Geometry
  /// The well-known id of the spatial reference; 0 if it has none.
  package var wkid: Int
  /// Whether it is an extent: a rectangle, stored as a polygon of one ring.
  var isExtent = false

  package init(_ geometry: Geometry, wkid: Int) {
    self.geometry = geometry
    self.wkid = wkid
  }
}
