import Packages

/// The opened files named with `--base`.
struct OpenBases: Sendable {
  private let named: NamedBases
  private var opened: [Key: OpenPackage] = [:]

  /// A file and a store in it: a package may hold both a GeoPackage and geodatabases.
  private struct Key: Hashable {
    var path: String
    var store: PackageStore
  }

  /// - Throws: as `PackageOpener.open(_:preferring:report:)`.
  init(
    _ named: NamedBases, for stores: [ReturnedStore], with opener: PackageOpener,
    report: @escaping @Sendable (JobProgress) -> Void
  ) async throws {
    self.named = named
    for store in stores {
      for path in [named.byPackage[store.path], named.common].compactMap(\.self) {
        let key = Key(path: path, store: store.store)
        guard opened[key] == nil else { continue }
        opened[key] = try await opener.open(path, preferring: store.store, report: report)
      }
    }
  }

  /// The base named for this package only; nil if there is none.
  func specific(to source: ReturnedStore) -> OpenPackage? {
    named.byPackage[source.path].flatMap { opened[Key(path: $0, store: source.store)] }
  }

  /// The base named for all packages; nil if there is none.
  func common(for source: ReturnedStore) -> OpenPackage? {
    named.common.flatMap { opened[Key(path: $0, store: source.store)] }
  }

  /// Checks all files for damage.
  ///
  /// - Throws: as `OpenPackage.check(progress:)`.
  func check() async throws {
    for base in opened.values { try await base.check { _, _ in } }
  }
}
