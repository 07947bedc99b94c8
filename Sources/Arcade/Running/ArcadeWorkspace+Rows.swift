import Bytes
import SQLiteFile

// Feature sets: a table of the context and some of its rows, or all.

extension ArcadeWorkspace {
  /// A feature set as a value.
  package mutating func made(_ set: HeldFeatureSet) throws(ArcadeProblem) -> ArcadeValue {
    try hold(elements: set.rows?.count ?? 0)
    heap.featureSets.append(set)
    return .featureSet(ArcadeFeatureSet(place: Int32(heap.featureSets.count - 1)))
  }

  /// What a feature set is; nil for one of an earlier run.
  package func held(_ set: ArcadeFeatureSet) -> HeldFeatureSet? {
    let place = Int(set.place)
    return heap.featureSets.indices.contains(place) ? heap.featureSets[place] : nil
  }

  /// The table of a feature set.
  package func table(of set: ArcadeFeatureSet) -> ArcadeTable? {
    guard let held = held(set), let tables = context.tables?.tables,
      tables.indices.contains(held.table)
    else { return nil }
    return tables[held.table]
  }

  /// How many features a feature set has.
  package func count(of set: ArcadeFeatureSet) -> Int {
    held(set)?.rows?.count ?? table(of: set)?.count ?? 0
  }

  /// A feature of a feature set by its place in it; nil beyond the last.
  package mutating func row(
    _ place: Int, of set: ArcadeFeatureSet
  ) throws(ArcadeProblem) -> ArcadeFeature? {
    guard let held = held(set), let table = table(of: set), place >= 0, place < count(of: set)
    else { return nil }
    var feature = HeldFeature()
    feature.schema = table.schema
    feature.table = held.table
    try table.read(held.rows?[place] ?? place, &feature.record)
    try hold(text: feature.record.count + 64)
    var layout = RecordLayout()
    do throws(SQLiteFileError) {
      try layout.parse(feature.record.span)
    } catch {
      throw .damagedRecord("\(error)")
    }
    feature.layout = layout
    heap.features.append(feature)
    return ArcadeFeature(place: Int32(heap.features.count - 1))
  }
}
