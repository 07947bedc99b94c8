import Bytes
import FeatureData
import OrderedJSON

/// A file of a returned package that the manifest doesn't list, such as a new photo.
package struct LooseFile: Sendable {
  /// Its path among the members, with forward slashes: `DCIM/JPEG_20261119101200.jpg`.
  package let path: String
  /// Its size in bytes.
  package let size: Int
  private let members: PackageMembers

  init(path: String, size: Int, members: PackageMembers) {
    (self.path, self.size, self.members) = (path, size, members)
  }

  /// The size and SHA-256 of its content, in hexadecimal digits. Reads the whole file, and verifies
  /// its checksum in an archive.
  ///
  /// - Throws: `LocatedError`, `BytesError`; `BytesError.fileNotFound` if it no longer exists.
  package func digest() throws -> (size: Int, sha256: String) {
    guard let digest = try members.digest(of: path, read: { _ in }) else {
      throw BytesError.fileNotFound(path: members.title(of: path))
    }
    return digest
  }

  /// All its bytes.
  ///
  /// - Throws: like ``digest()``, and an error for more than `limit` bytes.
  package func content(limit: Int) throws -> [UInt8] {
    guard let content = try members.content(of: path, limit: limit) else {
      throw BytesError.fileNotFound(path: members.title(of: path))
    }
    return content
  }
}

extension OpenPackage {
  /// The files that the manifest doesn't list, sorted by path: all files in the folders that field
  /// apps write to, and pictures, sounds and films elsewhere. Excludes hidden files and files
  /// beside a single store.
  ///
  /// - Throws: `BytesError` if the folder can't be listed.
  package func looseFiles() throws -> [LooseFile] {
    let packed = manifest?.paths ?? []
    var files: [LooseFile] = []
    for path in try members.paths() where !packed.contains(path) && MediaPath.isMedia(path) {
      guard let size = try members.size(of: path) else { continue }
      files.append(LooseFile(path: path, size: size, members: members))
    }
    return files
  }

  /// The loose files whose path is not in any text value of any row.
  ///
  /// - Throws: `BytesError`; `LocatedError` if the store is damaged.
  package func looseFilesWithoutRow() throws -> [LooseFile] {
    let files = try looseFiles()
    guard !files.isEmpty else { return [] }
    var search = PathSearch(Set(files.map(\.path)))
    try about(members.title(of: storePath)) {
      try search.run(store)
    }
    return files.filter { search.missing.contains($0.path) }
  }
}
