import Bytes
package import Packages

extension PackageOpener {
  /// Builds what cannot be opened as it is.
  package static let building = PackageOpener(
    returned: { store, path, withBase, report in
      try await OpenPackage.returned(store, path: path, withBase: withBase, report: report)
    },
    packed: { map, folder, minting, now, report in
      try await packed(folder, map: map, minting: minting, now: now, report: report)
    },
    bound: { map, store, bindings, minting, now in
      try await StoredMap(
        map: map, binding: store, bindings: bindings, minting: minting, now: now)
    })

  private static func packed(
    _ data: String, map: String, minting: [LayerMinting], now: Int64, report: @escaping Report
  ) async throws -> PackedFolder {
    let folder = try ScratchFiles(in: ScratchFolder.path)
    let path = try folder.path(for: "current.gpkg")
    var build = BuildRequest(map: map, data: data, now: now)
    build.keepsOutliers = true
    build.minting = minting
    let built = try await OfflineMapJob(build, report: report).build(to: path, overwrite: false)
    return PackedFolder(
      package: try OpenPackage(store: FileRegion(InputFile(path: path)), path: data),
      form: try DataFolderForm(built.plan))
  }
}
