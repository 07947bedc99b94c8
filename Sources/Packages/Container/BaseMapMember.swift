/// The files of a base map in packages.
///
/// Esri's apps read them beside the mobile map, and QGIS beside the project.
package enum BaseMapMember {
  /// The path of a file.
  ///
  /// - Parameter isReference: whether it is drawn above the layers.
  package static func path(for store: PackageStore, isReference: Bool) -> String {
    let name = isReference ? "basemap_reference" : "basemap"
    return switch store {
    case .geoPackage: "\(name).mbtiles"
    case .geodatabase: "\(MobileMapDocument.folder)\(name).tpkx"
    }
  }

  /// The GeoJSON file with the names of streets, for QGIS.
  package static let namesPath = "basemap_names.geojson"

  /// The paths of all files with tiles that a package can have.
  static let tilePaths = PackageStore.allCases.flatMap { store in
    [false, true].map { path(for: store, isReference: $0) }
  }

  /// Whether a path is one of them.
  static func isOne(_ path: String) -> Bool { path == namesPath || tilePaths.contains(path) }
}
