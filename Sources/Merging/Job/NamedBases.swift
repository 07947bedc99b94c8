/// The files that a call names with `--base`: the data as issued.
package struct NamedBases: Sendable, Equatable {
  /// For every package that brings no base; nil where none is named.
  package var common: String?
  /// For single packages, by the path of the package. Such a file goes before the base that the
  /// package brings.
  package var byPackage: [String: String] = [:]

  /// A file for every package that brings no base.
  package init(common: String? = nil) {
    self.common = common
  }

  /// All files, in the order of their paths.
  package var paths: [String] {
    Set([common].compactMap(\.self) + byPackage.values).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }
}
