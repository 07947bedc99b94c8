/// A folder of a package that travels as an archive inside it. Esri's apps open only packages that
/// store every member as it is, so what shrinks well is compressed in here.
package enum InnerArchive: String, CaseIterable, Sendable {
  /// The rows as issued, which a merge needs.
  case base
  /// The package's own pages.
  case review

  /// The folder that a path lies in; nil for other paths.
  init?(holding path: String) {
    guard let inner = Self.allCases.first(where: { path.hasPrefix($0.folder) }) else { return nil }
    self = inner
  }

  /// The member with the archive.
  package var path: String { rawValue + ".zip" }

  /// The start of the paths of what it holds, which are the same once it is unpacked.
  var folder: String { rawValue + "/" }
}
