package import Bytes
package import FeatureData
package import Filters
package import GeoPackage
package import Geodatabase
package import Geometry
package import MapModel
package import OrderedJSON
package import ZIPArchive

/// Why a package can't be made or read. Each case has its evidence.
package indirect enum PackagingError: Error, Sendable {
  case file(BytesError)
  case source(FeatureDataError)
  case geoPackage(GeoPackageError)
  case geodatabase(GeodatabaseError)
  case archive(ZIPArchiveError)
  /// The map document is not JSON, or not a web map.
  case mapUnreadable(path: String, JSONError)
  case notAWebMap(path: String, MapModelError)
  /// The bindings document is invalid.
  case bindings(path: String, expected: String)
  /// The document of edits is invalid.
  case edits(path: String, expected: String)
  /// The area text has none of the supported forms.
  case area(text: String, expected: String)
  case areaGeometry(text: String, GeometryError)
  /// A filter from the command line is invalid.
  case filter(text: String, WhereError)
  /// The map has no layer with a name from the command line.
  case noSuchLayer(name: String, layers: [String])
  /// Findings of the fail level stop the build.
  case stopped([Finding])
  /// The target's folder has too little space.
  case noRoom(folder: String, needed: Int, available: Int)
  /// The target is one of the inputs.
  case targetIsInput(path: String)
  /// The package has no readable store.
  case notAPackage(path: String, expected: String)
  /// An error in a package or in a file of it: `crew-07.mmpk, data.gpkg`.
  case reading(path: String, PackagingError)
  /// A store with contradictory pages, indexes or rows; the first problem.
  case damaged(problem: String, others: Int)
  /// The user stopped the build.
  case interrupted
}
