import Bytes
package import Packages

extension PackageOpener {
  /// Builds what cannot be opened as it is.
  package static let building = PackageOpener(
    returned: { store, path, withBase, report in
      try await OpenPackage.returned(store, path: path, withBase: withBase, report: report)
    },
    packed: { map, folder, now, report in
      try await packed(folder, map: map, now: now, report: report)
    },
    bound: { map, store, bindings, now in
      try await StoredMap(map: map, binding: store, bindings: bindings, now: now)
    })

  private static func packed(
    _ data: String, map: String, now: Int64, report: @escaping Report
  ) async throws -> PackedFolder {
    let folder = try AtomicFolder(
      replacing: ScratchFolder.path + "/fieldpack-merge",
      overwrite: true)
    let path = try folder.path(for: "current.gpkg")
    var build = BuildRequest(map: map, data: data, now: now)
    build.keepsOutliers = true
    let built = try await OfflineMapJob(build, report: report).build(to: path, overwrite: false)
    return PackedFolder(
      package: try OpenPackage(store: FileRegion(InputFile(path: path)), path: data),
      form: DataFolderForm(built.plan))
  }
}
