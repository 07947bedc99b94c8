package import Bytes
package import FeatureData
package import GeoPackage
package import Geodatabase
package import Geometry
package import MapModel
package import OrderedJSON
package import ZIPArchive

/// Why a package cannot be made or read; each case carries its evidence.
package indirect enum PackagingError: Error, Sendable {
  case file(BytesError)
  case source(FeatureDataError)
  case geoPackage(GeoPackageError)
  case geodatabase(GeodatabaseError)
  case archive(ZIPArchiveError)
  /// The map document is not JSON, or not a web map.
  case mapUnreadable(path: String, JSONError)
  case notAWebMap(path: String, MapModelError)
  /// The bindings document cannot be used.
  case bindings(path: String, expected: String)
  /// The document of edits cannot be used.
  case edits(path: String, expected: String)
  /// The area text fits none of its forms.
  case area(text: String, expected: String)
  case areaGeometry(text: String, GeometryError)
  /// A filter given on the command line cannot be used.
  case filter(text: String, WhereError)
  /// A layer named on the command line is not in the map.
  case noSuchLayer(name: String, layers: [String])
  /// Findings of the fail level stop the build.
  case stopped([Finding])
  /// The target's folder has not enough room.
  case noRoom(folder: String, needed: Int, available: Int)
  /// The target is one of the inputs.
  case targetIsInput(path: String)
  /// The package holds no store that can be read.
  case notAPackage(path: String, expected: String)
  /// What is wrong with a package or a file in it: `crew-07.mmpk, data.gpkg`.
  case reading(path: String, PackagingError)
  /// A store whose pages, indexes or rows contradict each other; the first problem.
  case damaged(problem: String, others: Int)
  /// The build was stopped by the user.
  case interrupted
}
