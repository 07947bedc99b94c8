import FeatureData
import GeoPackage
import Packages

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
