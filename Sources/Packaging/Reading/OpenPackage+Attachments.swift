import Bytes
import FoundationEssentials
package import GeoPackage
import ZIPArchive

extension OpenPackage {
  /// The largest attachment that is read, in bytes.
  private static let attachmentLimit = 1 << 30

  /// The bytes of a photo or file that travels beside the store; nil when the package does not
  /// hold it: a bare store given alone, or a row whose file got lost.
  ///
  /// - Throws: `ZIPArchiveError`, `BytesError`.
  package func content(of attachment: GeoPackageAttachment) throws -> [UInt8]? {
    guard let path = attachment.path else { return nil }
    switch form {
    case .store: return try Self.beside(store: self.path, path)
    case .archive:
      guard let archive, let entry = archive.entry(named: prefix + path) else { return nil }
      return try archive.read(entry, limit: Self.attachmentLimit)
    case .folder: return try Self.beside(store: self.path + "/data.gpkg", path)
    }
  }

  /// A file beside the store; a path that leaves the folder is none.
  private static func beside(store: String, _ path: String) throws -> [UInt8]? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(""), !parts.contains("."), !parts.contains("..") else { return nil }
    let folder = store.lastIndex(of: "/").map { String(store[..<$0]) } ?? "."
    let file = folder + "/" + path
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    let region = FileRegion(try InputFile(path: file))
    guard region.count <= attachmentLimit else { return nil }
    return try region.read(at: 0, count: region.count)
  }
}
