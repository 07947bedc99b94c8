import Glibc

/// The regular files below a folder from an untrusted source. Symbolic links are never followed,
/// neither to files nor to folders. So nothing outside the folder can be reached.
package struct FolderFiles: Sendable, Equatable {
  /// The path of the folder as the caller gave it, without a trailing slash.
  package let path: String

  /// The files below a folder. The folder does not have to exist.
  package init(_ path: String) {
    var path = path
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    self.path = path
  }

  /// Returns the names of everything in the folder, sorted by their bytes.
  ///
  /// - Throws: `BytesError.fileNotFound`, `.notReadable`, `.nameNotUTF8`.
  package func names() throws(BytesError) -> [String] { try FolderTree.listing(path) }

  /// Returns the paths of all regular files, relative to the folder and sorted by their bytes.
  ///
  /// - Parameter depth: how many levels of subfolders to search; 0 for the folder's own files only.
  /// - Throws: `BytesError.fileNotFound`, `.notReadable` when the folder or one in it cannot be
  ///   opened, `.nameNotUTF8`.
  package func paths(depth: Int = 64) throws(BytesError) -> [String] {
    let (paths, closed) = try search(depth: depth)
    if let folder = closed.first { throw .notReadable(path: "\(path)/\(folder)", errno: EACCES) }
    return paths
  }

  /// Returns the paths of all regular files, and apart from them those of the folders that this user
  /// may not read. A user may name a whole disk, on which some are the system's own.
  ///
  /// - Throws: `BytesError.fileNotFound`, `.notReadable` when the folder itself cannot be opened,
  ///   `.nameNotUTF8`.
  package func search(
    depth: Int
  ) throws(BytesError) -> (paths: [String], closed: [String]) {
    let (files, closed) = try FolderTree.regularFiles(below: path, depth: depth)
    return (
      files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      closed.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    )
  }

  /// Returns the paths of everything below the folder that isn't a folder itself, also of links,
  /// relative to the folder and sorted by their bytes.
  ///
  /// - Throws: `BytesError.fileNotFound`, `.notReadable` when a folder can't be read, and
  ///   `.nameNotUTF8`.
  package func allPaths() throws(BytesError) -> [String] {
    let (_, paths) = try FolderTree.entries(below: path, in: FolderTree.contents)
    return paths.map { String(decoding: $0.utf8.dropFirst(path.utf8.count + 1), as: UTF8.self) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Opens a file by its path relative to the folder. Returns nil when there is no regular file,
  /// when the path leaves the folder, or when a part of the path is a link.
  ///
  /// - Throws: `BytesError.notReadable` when the file exists but can't be opened.
  package func open(_ relative: String) throws(BytesError) -> InputFile? {
    let parts = relative.split(separator: "/", omittingEmptySubsequences: false)
    let isInside = parts.allSatisfy {
      !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0)
    }
    guard isInside, let name = parts.last else { return nil }
    guard var folder = FileDescriptor.open(path, flags: O_RDONLY | O_DIRECTORY) else {
      return try nothing(at: relative, errno)
    }
    for part in parts.dropLast() {
      let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
      let next = FileDescriptor.open(String(part), in: folder, flags: flags)
      let code = errno
      folder.close()
      guard let next else { return try nothing(at: relative, code) }
      folder = next
    }
    // O_NONBLOCK makes opening a pipe without a writer fail at once. It has no effect on files.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
    let file = FileDescriptor.open(String(name), in: folder, flags: flags)
    let code = errno
    folder.close()
    guard let file else { return try nothing(at: relative, code) }
    do {
      return try InputFile(path: path + "/" + relative, adopting: file)
    } catch .notRegular, .isFolder {
      return nil
    }
  }

  /// Returns nil for a missing file or a link. Throws for any other reason that the file can't be
  /// opened.
  private func nothing(at relative: String, _ code: Int32) throws(BytesError) -> InputFile? {
    switch code {
    case ENOENT, ENOTDIR, ELOOP, ENXIO, ENAMETOOLONG: return nil
    default: throw SystemError.reading(path + "/" + relative, code)
    }
  }
}
