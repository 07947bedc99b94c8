/// A kind of store in which a package holds its records: the one list of them. Each is for other
/// programs, and crews can edit each.
///
/// Whatever is not a GeoPackage is copied into one before anything reads or compares its records;
/// see ``OpenPackage/isCopied``.
package enum PackageStore: String, Sendable, CaseIterable {
  case geoPackage = "GeoPackage"
  /// The mobile geodatabases of a map, treated as one store.
  case geodatabase

  /// The store that a file is by its name, on its own; nil for a package or anything else.
  package init?(path: String) {
    guard let store = Self.allCases.first(where: { path.hasSuffix($0.ending) }) else { return nil }
    self = store
  }

  /// How the names of its files end.
  package var ending: String {
    switch self {
    case .geoPackage: ".gpkg"
    case .geodatabase: ".geodatabase"
    }
  }

  /// What people call it.
  package var title: String {
    switch self {
    case .geoPackage: "GeoPackage"
    case .geodatabase: "Esri mobile geodatabase"
    }
  }

  /// The kind of program that opens it, as `--for` and manifests have it.
  package var program: String {
    switch self {
    case .geoPackage: "qgis"
    case .geodatabase: "arcgis"
    }
  }

  /// The programs that open it.
  package var programs: String {
    switch self {
    case .geoPackage: "QGIS and QField"
    case .geodatabase: "ArcGIS"
    }
  }
}

extension Set<PackageStore> {
  /// All, which is the default.
  package static var all: Set<PackageStore> { Set(PackageStore.allCases) }

  /// The stores of a package by its name: a `.zip` is what QField imports, all others are for every
  /// program.
  package static func usual(forPackage path: String) -> Set<PackageStore> {
    path.hasSuffix(".zip") ? [.geoPackage] : all
  }

  /// Reads a list of programs such as `arcgis,qgis`; nil for any other text.
  package init?(programs text: String) {
    var stores: Set<PackageStore> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let store = PackageStore.allCases.first(where: { $0.program == part }) else {
        return nil
      }
      stores.insert(store)
    }
    self = stores
  }

  /// The programs in alphabetical order.
  package var programs: [String] { map(\.program).sorted() }
}
