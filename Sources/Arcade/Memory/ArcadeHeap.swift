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
