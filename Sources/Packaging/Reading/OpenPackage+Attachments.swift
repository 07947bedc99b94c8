package import GeoPackage

extension OpenPackage {
  /// The largest attachment that is read, in bytes.
  private static let attachmentLimit = 1 << 30

  /// The bytes of a photo or file that travels beside the store; nil when the package does not
  /// hold it: a bare store given alone, or a row whose file got lost.
  ///
  /// - Throws: `PackagingError.reading`, `.file`.
  package func content(of attachment: GeoPackageAttachment) throws(PackagingError) -> [UInt8]? {
    guard let path = attachment.path else { return nil }
    return try content(of: path)
  }

  /// The bytes of a photo or file of the package; nil when it is not there.
  ///
  /// - Throws: `PackagingError.reading`, `.file`.
  package func content(of path: String) throws(PackagingError) -> [UInt8]? {
    try members.content(of: path, limit: Self.attachmentLimit)
  }
}
