import Bytes
package import OrderedJSON

/// A member of the package, as listed in the manifest.
package struct ManifestMember: Sendable, Equatable {
  package var path: String
  package var size: Int
  package var sha256: String

  /// Makes an entry.
  package init(path: String, size: Int, sha256: String) {
    self.path = path
    self.size = size
    self.sha256 = sha256
  }

  /// A file of an inner archive is listed under its unpacked path, with the archive's path.
  package var json: JSON {
    var members = JSONObject()
    members.append("path", .string(path))
    if let inner = InnerArchive(holding: path) { members.append("in", .string(inner.path)) }
    members.append("size", .number(size))
    members.append("sha256", .string(sha256))
    return .object(members)
  }
}
