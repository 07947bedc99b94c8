package import GeoPackage

extension OpenPackage {
  /// The size limit of an attachment, in bytes.
  private static let attachmentLimit = 1 << 30

  /// The bytes of an attachment file; nil if the package doesn't have it, such as a single store,
  /// or a package with a lost file.
  ///
  /// - Throws: `PackagingError.reading`, `.file`.
  package func content(of attachment: GeoPackageAttachment) throws(PackagingError) -> [UInt8]? {
    guard let path = attachment.path else { return nil }
    return try content(of: path)
  }

  /// The bytes of a file of the package; nil if it is missing.
  ///
  /// - Throws: `PackagingError.reading`, `.file`.
  package func content(of path: String) throws(PackagingError) -> [UInt8]? {
    try members.content(of: path, limit: Self.attachmentLimit)
  }
}
