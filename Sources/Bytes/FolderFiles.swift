import Glibc

/// The regular files below a folder that came from somebody else. Symbolic links are never
/// followed, neither as files nor on the way to them: nothing outside the folder is reached.
package struct FolderFiles: Sendable, Equatable {
  /// The path of the folder as the caller gave it, without a slash at its end.
  package let path: String

  /// The files below a folder, which need not be there.
  package init(_ path: String) {
    var path = path
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    self.path = path
  }

  /// The paths of all regular files, relative to the folder and sorted by their bytes.
  ///
  /// - Parameter depth: how many folders deep to look; 0 for the folder's own files.
  /// - Throws: `BytesError.fileNotFound`, `.notReadable` when the folder itself cannot be opened.
  package func paths(depth: Int = 64) throws(BytesError) -> [String] {
    guard let root = FileDescriptor.open(path, flags: O_RDONLY | O_DIRECTORY) else {
      throw SystemError.reading(path, errno)
    }
    root.close()
    return FolderTree.regularFiles(below: path, depth: depth)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Opens a file by its path relative to the folder; nil when there is no regular file, when the
  /// path leaves the folder, and when a link stands on the way.
  ///
  /// - Throws: `BytesError.notReadable` when something is there and cannot be opened.
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
    // O_NONBLOCK so that a pipe without a writer is refused at once; files do not heed it.
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

  /// Nil for what is missing or a link; anything else that keeps a file from being opened throws.
  private func nothing(at relative: String, _ code: Int32) throws(BytesError) -> InputFile? {
    switch code {
    case ENOENT, ENOTDIR, ELOOP, ENXIO, ENAMETOOLONG: return nil
    default: throw SystemError.reading(path + "/" + relative, code)
    }
  }
}
