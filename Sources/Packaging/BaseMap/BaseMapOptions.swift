package import Packages

/// Which base map packages have.
package struct BaseMapOptions: Sendable, Equatable {
  /// The files or folders of tiles; empty to take what `bindings.json` names, or what lies beside
  /// the data.
  package var files: [String] = []
  /// The most bytes of images; nil for no limit.
  package var sizeLimit: Int?
  /// Whether it is on the devices once, for all packages, and in none of them.
  package var isOnDevices = false
  /// The stores whose programs get it; nil for one program's: those of a `.mmpk` for ArcGIS, and
  /// those of a `.zip` for QGIS and QField.
  package var stores: Set<PackageStore>?

  package init() {}
}
