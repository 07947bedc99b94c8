import Packaging

/// The files that a call names with `--base`, opened for the stores that are compared with them.
struct OpenBases: Sendable {
  private let named: NamedBases
  private var opened: [Key: OpenPackage] = [:]

  /// A file may hold a GeoPackage and geodatabases side by side.
  private struct Key: Hashable {
    var path: String
    var store: PackageStore
  }

  /// - Throws: as `OpenPackage.whole(at:preferring:report:)`.
  init(
    _ named: NamedBases, for stores: [ReturnedStore],
    report: @escaping @Sendable (JobProgress) -> Void
  ) async throws {
    self.named = named
    for store in stores {
      for path in [named.byPackage[store.path], named.common].compactMap(\.self) {
        let key = Key(path: path, store: store.store)
        guard opened[key] == nil else { continue }
        opened[key] = try await OpenPackage.whole(
          at: path, preferring: store.store, report: report)
      }
    }
  }

  /// The base that is named for this store alone; nil where none is.
  func own(of source: ReturnedStore) -> OpenPackage? {
    named.byPackage[source.path].flatMap { opened[Key(path: $0, store: source.store)] }
  }

  /// The base for packages that bring none; nil where none is named.
  func common(for source: ReturnedStore) -> OpenPackage? {
    named.common.flatMap { opened[Key(path: $0, store: source.store)] }
  }

  /// Checks that the rows of all of them can be believed.
  ///
  /// - Throws: as `OpenPackage.check(progress:)`.
  func check() async throws {
    for base in opened.values { try await base.check { _, _ in } }
  }
}
