import Packaging

/// A store that came back: where a package's GeoPackage and its geodatabases were both edited, it is
/// two returns.
struct ReturnedStore: Sendable {
  let path: String
  let store: PackageStore
  /// Whether the package has another one.
  let hasOther: Bool

  /// The stores of packages, in the order of the call; of one package first the GeoPackage.
  static func all(at paths: [String]) -> [ReturnedStore] {
    paths.flatMap { path in
      // What keeps geodatabases from being looked at is told when they are opened.
      let stores = (try? OpenPackage.returnedStores(at: path)) ?? [.geodatabase]
      return stores.map { ReturnedStore(path: path, store: $0, hasOther: stores.count > 1) }
    }
  }

  /// The file's name, without the folders of the machine.
  var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The name by which two returns of one package are told apart.
  var fullName: String { "\(fileName) (\(store.rawValue))" }
}

/// A store that was opened: its data, or why there are none.
struct OpenedStore: Sendable {
  var source: ReturnedStore
  var data: ReturnedData?
  var report: ReturnedPackageReport

  /// Whether it was opened and nobody edited it.
  private var isIdle: Bool {
    guard let data, data.diff.isEmpty else { return false }
    return ((try? data.package.looseFiles())?.isEmpty) ?? false
  }

  private mutating func call(_ name: String) {
    report.name = name
    data?.report.name = name
  }

  /// The returns among stores in the order of the call: of two stores of one package those that were
  /// edited, told apart where both were.
  static func returns(_ opened: [OpenedStore]) -> [OpenedStore] {
    var returns: [OpenedStore] = []
    var place = 0
    while place < opened.count {
      let one = opened[place]
      place += 1
      guard one.source.hasOther, place < opened.count else {
        returns.append(one)
        continue
      }
      let other = opened[place]
      place += 1
      if other.isIdle || one.isIdle {
        returns.append(other.isIdle ? one : other)
        continue
      }
      for var store in [one, other] {
        store.call(store.source.fullName)
        returns.append(store)
      }
    }
    return returns
  }
}
