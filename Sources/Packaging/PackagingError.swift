package import Bytes
package import FeatureData
package import GeoPackage
package import Geometry
package import MapModel
package import OrderedJSON
package import ZIPArchive

/// Why a package cannot be made or read; each case carries its evidence.
package enum PackagingError: Error, Sendable {
  case file(BytesError)
  case source(FeatureDataError)
  case geoPackage(GeoPackageError)
  case archive(ZIPArchiveError)
  /// The map document is not JSON, or not a web map.
  case mapUnreadable(path: String, JSONError)
  case notAWebMap(path: String, MapModelError)
  /// The bindings document cannot be used.
  case bindings(path: String, expected: String)
  /// The area text fits none of its forms.
  case area(text: String, expected: String)
  case areaGeometry(text: String, GeometryError)
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
  /// The build was stopped by the user.
  case interrupted
}
