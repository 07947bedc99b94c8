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

  /// More bytes than it has with files of these sizes: with a limit its header needs no room for
  /// large numbers, so that it is the same when the archive is copied.
  static func sizeLimit(ofFiles sizes: [Int]) -> Int {
    let sum = sizes.reduce(0, +)
    return sum + sum / 500 + 4096 * (sizes.count + 1)
  }

  /// The start of the paths of what it holds, which are the same once it is unpacked.
  var folder: String { rawValue + "/" }
}
