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

  /// Whether a path is one of them.
  static func isOne(_ path: String) -> Bool {
    path == namesPath
      || PackageStore.allCases.contains { store in
        [true, false].contains { Self.path(for: store, isReference: $0) == path }
      }
  }
}
