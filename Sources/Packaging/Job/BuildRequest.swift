package import MapModel
package import Packages

/// The location of the project for QGIS and QField.
package enum ProjectLocation: String, Sendable {
  /// A file at the root of the package; a single store has none.
  case file
  /// In the store.
  case embedded
}

/// The options of a build.
package struct BuildRequest: Sendable {
  /// The path of the web map.
  package var map: String
  /// The web map itself, if it is not in a file.
  var mapDocument: [UInt8]?
  /// The path of the data folder, or of one file.
  package var data: String
  /// The path of a bindings document; `nil` uses the one in the data folder.
  package var bindings: String?
  /// The text of `--area`; `nil` packs everything.
  package var area: String?
  /// The filters of the area, which narrow what layers pack.
  package var filters: [LayerFilter] = []
  /// The layers and tables whose records get GlobalIDs from a field.
  package var minting: [LayerMinting] = []
  /// Whether to look for fields with a different value in each record, to suggest them for tables
  /// that nothing identifies. It takes another reading of these tables.
  package var suggestsKeys = false
  /// The scales of the package; `nil` uses the map's.
  package var scale: ScaleRange?
  /// Titles or IDs of layers and tables to leave out.
  package var without: [String] = []
  package var attachmentStorage = AttachmentStorage.files
  /// The stores of the package, each for its own programs.
  package var stores = Set<PackageStore>.all
  package var project = ProjectLocation.file
  /// The base map of the package; nil for none.
  package var baseMap: BaseMapOptions?
  /// Whether to leave out what the map's author wants left out of packages. Only for packages that
  /// crews get: what is merged, compared or published has everything.
  package var followsOfflineSettings = false
  /// The title of the map; `nil` uses the map's own title, or its file name.
  package var title: String?
  /// The lowest severity of findings that stop the build.
  package var failOn = Severity.error
  /// Makes the package's own pages from its store; `nil` for no pages. Called when the store is
  /// complete and the package is not.
  package var review: (@Sendable (OpenPackage, BuildReport) async throws -> [PackageFile])?
  /// The most records of a package with pages; larger ones get none.
  package var pageLimit = Int.max
  /// Whether rows keep coordinates that can't be in their spatial reference. For data that is merged:
  /// it is written again.
  var keepsOutliers = false
  /// Which state of geodatabases to take for a comparison: all records of each table once, without
  /// the map's filters. `nil` for a normal package.
  var compares: GeodatabaseState?
  /// The time in the package, in milliseconds since 1970 UTC.
  package var now: Int64

  package init(map: String, data: String, now: Int64) {
    self.map = map
    self.data = data
    self.now = now
  }
}
