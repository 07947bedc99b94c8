import Bytes
import FeatureData
import OrderedJSON

/// A photo or file that came back beside the store and that the manifest does not list.
package struct LooseFile: Sendable {
  /// Its path among the members, with forward slashes: `DCIM/JPEG_20261119101200.jpg`.
  package let path: String
  /// Its size in bytes.
  package let size: Int
  private let members: PackageMembers

  init(path: String, size: Int, members: PackageMembers) {
    (self.path, self.size, self.members) = (path, size, members)
  }

  /// The size and SHA-256 of its content, in hexadecimal digits. Reads the whole file, and its
  /// checksum where an archive has one.
  ///
  /// - Throws: `PackagingError.reading`, `.file`; `.file(.fileNotFound)` when it is gone.
  package func digest() throws(PackagingError) -> (size: Int, sha256: String) {
    guard let digest = try members.digest(of: path, read: { _ in }) else {
      throw .file(.fileNotFound(path: members.title(of: path)))
    }
    return digest
  }

  /// All its bytes.
  ///
  /// - Throws: as ``digest()``, and when there are more than `limit`.
  package func content(limit: Int) throws(PackagingError) -> [UInt8] {
    guard let content = try members.content(of: path, limit: limit) else {
      throw .file(.fileNotFound(path: members.title(of: path)))
    }
    return content
  }
}

extension OpenPackage {
  /// The photos and files that came along and are not in the manifest, sorted by path: those of
  /// the folders that field apps write them to, and pictures, sounds and films elsewhere. Hidden
  /// files do not count, nor what lies beside a store given alone.
  ///
  /// - Throws: `PackagingError.file` when the folder cannot be listed.
  package func looseFiles() throws(PackagingError) -> [LooseFile] {
    let packed = packedPaths
    var files: [LooseFile] = []
    for path in try members.paths() where !packed.contains(path) && MediaPath.isMedia(path) {
      guard let size = try members.size(of: path) else { continue }
      files.append(LooseFile(path: path, size: size, members: members))
    }
    return files
  }

  /// The files that the manifest lists.
  var packedPaths: Set<String> {
    Set((manifest?["members"]?.array ?? []).compactMap { $0["path"]?.string })
  }

  /// The loose files that no text value of any row names by its path.
  ///
  /// - Throws: `PackagingError.file`; `.reading` where the store is damaged.
  package func looseFilesWithoutRow() throws(PackagingError) -> [LooseFile] {
    let files = try looseFiles()
    guard !files.isEmpty else { return [] }
    var search = PathSearch(Set(files.map(\.path)))
    do {
      try search.run(store)
    } catch {
      throw .reading(path: members.title(of: storePath), .geoPackage(error))
    }
    return files.filter { search.missing.contains($0.path) }
  }
}
