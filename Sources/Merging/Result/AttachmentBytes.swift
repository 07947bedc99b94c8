import GeoPackage
import Packages

/// Reads the bytes of an attachment from its row or from a file beside the store.
struct AttachmentBytes: Sendable {
  let package: OpenPackage
  /// The attachments table, and the row in it.
  let table: String
  let rowid: Int64
  /// The file in the package; nil if the row names it or holds the bytes.
  var path: String?

  /// All bytes; nil if the package lacks them.
  func bytes() throws -> [UInt8]? {
    if let path { return try package.content(of: path) }
    guard let found = try package.store.attachment(in: table, rowid: rowid) else { return nil }
    return found.content.isEmpty ? try package.content(of: found.attachment) : found.content
  }
}
