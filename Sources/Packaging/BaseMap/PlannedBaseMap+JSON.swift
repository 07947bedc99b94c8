import OrderedJSON
import Packages

extension PlannedBaseMap {
  /// Its files, for the manifest.
  var json: [JSON] {
    PackageStore.allCases.flatMap { store in
      files(for: store).map { ManifestFormat.baseMap($0, for: store) }
    }
  }
}
