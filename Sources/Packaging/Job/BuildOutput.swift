import Packages

/// What a build writes. The name of the target and the programs decide it, once.
enum BuildOutput {
  /// A GeoPackage alone.
  case store
  /// A mobile geodatabase alone.
  case geodatabase
  /// A package with a GeoPackage, and with a geodatabase if ArcGIS is to open it.
  case package
  /// A package with a geodatabase as its only store.
  case mobileMap

  init(path: String, programs: Set<PackageProgram>) {
    if path.hasSuffix(".gpkg") {
      self = .store
    } else if path.hasSuffix(".geodatabase") {
      self = .geodatabase
    } else {
      self = programs.contains(.qgis) ? .package : .mobileMap
    }
  }

  /// The programs that can open it, of those that are wanted.
  func programs(of wanted: Set<PackageProgram>) -> Set<PackageProgram> {
    switch self {
    case .store: [.qgis]
    case .geodatabase: [.arcgis]
    case .package, .mobileMap: wanted
    }
  }

  /// How it stores attachments. Without files beside its store, they are in rows.
  func attachmentStorage(of wanted: AttachmentStorage) -> AttachmentStorage {
    switch self {
    case .store, .geodatabase, .mobileMap: .blobs
    case .package: wanted
    }
  }
}
