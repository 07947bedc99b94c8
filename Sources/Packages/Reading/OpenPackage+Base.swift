package import GeoPackage

extension OpenPackage {
  /// The records as packed, or as downloaded for a replica; nil if the base is missing. It is
  /// unpacked to a scratch file, so keep the reader as long as you need it.
  ///
  /// Ignores a `-wal` beside the base, because nobody edits the base.
  ///
  /// - Throws: `PackagingError.reading` if it is damaged, `.noRoom`, `.file`.
  package func base() throws(PackagingError) -> GeoPackageReader? {
    if let origin { return origin.base }
    // Beside a renamed store there may be anything.
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
