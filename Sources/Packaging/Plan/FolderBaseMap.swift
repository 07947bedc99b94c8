import MapModel
package import Packages
package import Tiles

/// The base map of a map with its data, for pages that are made without a package.
package enum FolderBaseMap {
  /// Draws and lists the tiles, top first.
  ///
  /// - Parameters:
  ///   - files: the files or folders of tiles; empty to take those of the data folder.
  ///   - data: the data folder.
  package static func layers(
    _ files: [String], data: String, report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> [(tiles: TileSet, isReference: Bool)] {
    var options = BaseMapOptions()
    options.files = files
    let sources = try BaseMapSources(options, in: DataFolder(path: data, bindings: nil))
    let planned = try await sources.listed(area: nil, scale: .all, report: report)
    return (planned?.layers ?? []).map { ($0.tiles, $0.isReference) }
  }
}
