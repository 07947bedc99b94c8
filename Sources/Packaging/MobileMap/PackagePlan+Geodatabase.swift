import FeatureData
import GeoPackage

extension PackagePlan {
  /// The package's map, and the plan of its geodatabase.
  var geodatabase: (map: StoredMap, plan: GeodatabasePlan) {
    get throws(PackagingError) {
      let map = try StoredMap(reading: storedMap.text, path: "")
      let plan = GeodatabasePlan(
        map, layouts: tables.map { $0.storeTable(indexed: []) },
        references: { id in
          tables.lazy.compactMap { $0.schema?.geometry }.first { $0.srsID == id }?.spatialReference
        },
        media: Set(attachments.map { tables[$0.table].name }))
      return (map, plan)
    }
  }
}

extension GeodatabasePlan {
  /// Plans the geodatabase of a complete store.
  ///
  /// - Throws: `GeoPackageError`.
  init(_ map: StoredMap, _ store: GeoPackageReader) throws(GeoPackageError) {
    var layouts: [GeoPackageTable] = []
    var media: Set<String> = []
    for table in map.tables where store.hasTable(named: table.name) {
      layouts.append(try store.table(named: table.name))
      if try !store.mediaRelations(of: table.name).isEmpty { media.insert(table.name) }
    }
    self.init(
      map, layouts: layouts, references: { (try? store.spatialReference($0)) ?? nil }, media: media)
  }
}
