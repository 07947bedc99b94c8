import FeatureData
import GeoPackage

struct GeoPackageFile {
  let path: String
  init(path: String) throws(PackagingError) { self.path = path }
  func source(table: String?, names: LayerNames, title: String) throws(PackagingError)
    -> any FeatureSource
  {
    throw .notAPackage(path: path, expected: "x")
  }
  func source(names: LayerNames) throws(PackagingError) -> (any FeatureSource)? { nil }
}
