import Bytes
import FeatureData
import Packages

/// A file that records came from.
struct ManifestSource: Sendable, Equatable {
  var layer: String
  /// The file's name, without the folders of the machine that built the package.
  var name: String
  var size: Int
  var sha256: String

  /// The files that the records come from, with their digests.
  static func all(of tables: [PlannedTable]) throws -> [ManifestSource] {
    var sources: [ManifestSource] = []
    for table in tables {
      for file in table.source.files {
        sources.append(
          ManifestSource(
            layer: table.title, name: LocalPath.lastPart(file.path), size: file.count,
            sha256: SHA256.hex(try SHA256.of(file))))
      }
    }
    return sources
  }
}
