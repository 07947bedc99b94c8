import Packages

/// What a build writes. The name of the target and the wanted stores decide it, once.
enum BuildOutput {
  /// A store alone.
  case store(PackageStore)
  /// A package with a GeoPackage, and with a geodatabase if ArcGIS is to open it. A `.zip` has its
  /// store deflated.
  case package(isDeflated: Bool)
  /// A package with a geodatabase as its only store.
  case mobileMap

  init(path: String, stores: Set<PackageStore>) {
    if let store = PackageStore(path: path) {
      self = .store(store)
    } else {
      self =
        stores.contains(.geoPackage)
        ? .package(isDeflated: MobileMapPackage.isDeflated(path)) : .mobileMap
    }
  }

  /// The stores in it, of those that are wanted.
  func stores(of wanted: Set<PackageStore>) -> Set<PackageStore> {
    switch self {
    case .store(let store): [store]
    case .package, .mobileMap: wanted
    }
  }

  /// How it stores attachments. Without files beside its store, they are in rows.
  func attachmentStorage(of wanted: AttachmentStorage) -> AttachmentStorage {
    switch self {
    case .store, .mobileMap: .blobs
    case .package: wanted
    }
  }
}
