import Geometry
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

  /// Decides which tiles are in it, and for which programs. Unless programs are named, only one kind
  /// gets them, because tiles are most of a package.
  func settle(
    _ baseMap: inout PlannedBaseMap?, area: AreaOfInterest?, extent: Envelope,
    stores wanted: Set<PackageStore>
  ) throws {
    guard let options = baseMap?.options else { return }
    let chosen: Set<PackageStore>
    switch self {
    case .store(let store):
      baseMap?.leaveOut(of: store)
      return
    case .mobileMap: chosen = [.geodatabase]
    case .package(let isDeflated):
      let one: PackageStore =
        !isDeflated && wanted.contains(.geodatabase) ? .geodatabase : .geoPackage
      chosen =
        options.stores?.intersection(wanted) ?? (options.isOnDevices ? wanted : [one])
    }
    try baseMap?.settle(
      area: area, extent: extent, stores: chosen, others: wanted.subtracting(chosen))
  }

  /// How it stores attachments. Without files beside its store, they are in rows.
  func attachmentStorage(of wanted: AttachmentStorage) -> AttachmentStorage {
    switch self {
    case .store, .mobileMap: .blobs
    case .package: wanted
    }
  }
}
