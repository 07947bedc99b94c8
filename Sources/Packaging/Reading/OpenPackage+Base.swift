package import GeoPackage

extension OpenPackage {
  /// The rows as they were packed, or of a replica as they were downloaded; nil where the base did
  /// not come along. It is unpacked to a
  /// scratch file, so keep what is given as long as it is needed.
  ///
  /// A `-wal` beside the base is not read: nobody edits the base, and it must be what was packed.
  ///
  /// - Throws: `PackagingError.reading` when it is damaged, `.noRoom`, `.file`.
  package func base() throws(PackagingError) -> GeoPackageReader? {
    if let origin { return origin.base }
    // Beside a store that was renamed anything may lie.
    guard form != .store || storePath == MobileMapPackage.storePath,
      let region = try members.region(of: MobileMapPackage.basePath)
    else { return nil }
    try members.verifyChecksum(of: MobileMapPackage.basePath)
    do throws(GeoPackageError) {
      return try GeoPackageReader(region: region)
    } catch {
      throw .reading(path: members.title(of: MobileMapPackage.basePath), .geoPackage(error))
    }
  }
}
