/// A folder of a package that is stored as an archive inside the package.
///
/// Esri's apps open only packages with uncompressed members. Content that compresses well goes into
/// such an archive.
package enum InnerArchive: String, CaseIterable, Sendable {
  /// The records as issued, which a merge needs.
  case base
  /// The package's own pages.
  case review

  /// The archive for a path; nil for paths outside these folders.
  init?(holding path: String) {
    guard let inner = Self.allCases.first(where: { path.hasPrefix($0.folder) }) else { return nil }
    self = inner
  }

  /// The path of the archive in the package.
  package var path: String { rawValue + ".zip" }

  /// An upper limit of the archive's size. With it the header needs no ZIP64 fields, so it stays
  /// the same when the archive is copied.
  static func sizeLimit(ofFiles sizes: [Int]) -> Int {
    let sum = sizes.reduce(0, +)
    return sum + sum / 500 + 4096 * (sizes.count + 1)
  }

  /// The common start of the paths in the archive, which stay the same when it is unpacked.
  package var folder: String { rawValue + "/" }
}
