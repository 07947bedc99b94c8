/// The data as issued, as named with `--base`.
package struct NamedBases: Sendable, Equatable {
  /// The file for all packages without a base of their own; nil if none is named.
  package var common: String?
  /// The files for single packages, by the package's path. They override the package's own base.
  package var byPackage: [String: String] = [:]

  /// Names a file for all packages without a base of their own.
  package init(common: String? = nil) {
    self.common = common
  }

  /// All files, sorted by path.
  package var paths: [String] {
    Set([common].compactMap(\.self) + byPackage.values).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }
}
