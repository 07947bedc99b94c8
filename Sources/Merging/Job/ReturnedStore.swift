import Bytes
import Packages

/// A store of a returned package. If both the GeoPackage and the geodatabases of a package were
/// edited, they count as two returned packages.
struct ReturnedStore: Sendable {
  let path: String
  let store: PackageStore
  /// Whether the package has another store.
  var hasOther = false
  /// Why the stores of the package can't be told; nil if they can.
  var problem: (any Error)?

  /// The stores of packages, in the order of the call. The GeoPackage of a package is first.
  ///
  /// - Throws: faults of the machine.
  static func all(at paths: [String]) throws -> [ReturnedStore] {
    try paths.flatMap { path in
      do {
        let stores = try PackageStore.returned(at: path)
        return stores.map { ReturnedStore(path: path, store: $0, hasOther: stores.count > 1) }
      } catch {
        guard !error.isFaultOfTheMachine else { throw error }
        return [ReturnedStore(path: path, store: .geodatabase, problem: error)]
      }
    }
  }

  /// The file's name, without its folders.
  var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// A name that distinguishes two stores of one package.
  var fullName: String { "\(fileName) (\(store.rawValue))" }
}

/// An opened store: its data, or a report that says why there is none.
struct OpenedStore: Sendable {
  var source: ReturnedStore
  var data: ReturnedData?
  var report: ReturnedPackageReport

  /// Whether it could be opened and nobody edited it.
  private var isUnchanged: Bool {
    guard let data, data.diff.isEmpty else { return false }
    return ((try? data.package.looseFiles())?.isEmpty) ?? false
  }

  private mutating func rename(to name: String) {
    report.name = name
    data?.report.name = name
  }

  /// The stores to merge, in the order of the call. Of two stores of a package only the edited one
  /// counts. If both were edited, both count, under different names.
  static func returns(_ opened: [OpenedStore]) -> [OpenedStore] {
    var returns: [OpenedStore] = []
    var index = 0
    while index < opened.count {
      let one = opened[index]
      index += 1
      guard one.source.hasOther, index < opened.count else {
        returns.append(one)
        continue
      }
      let other = opened[index]
      index += 1
      if other.isUnchanged || one.isUnchanged {
        returns.append(other.isUnchanged ? one : other)
        continue
      }
      for var store in [one, other] {
        store.rename(to: store.source.fullName)
        returns.append(store)
      }
    }
    return returns
  }
}
