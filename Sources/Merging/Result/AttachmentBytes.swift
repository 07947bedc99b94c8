import GeoPackage
import Packaging

/// The bytes of a photo or file of a package: in its row, or in a file beside the store.
struct AttachmentBytes: Sendable {
  let package: OpenPackage
  /// The media table, and the row in it.
  let table: String
  let rowid: Int64
  /// The file of the package that it is; nil where the row tells.
  var path: String?

  /// All bytes; nil where the photo did not come along.
  func bytes() throws -> [UInt8]? {
    if let path { return try package.content(of: path) }
    guard let found = try package.store.attachment(in: table, rowid: rowid) else { return nil }
    return found.content.isEmpty ? try package.content(of: found.attachment) : found.content
  }
}
