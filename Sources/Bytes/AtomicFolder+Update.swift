import Glibc

extension AtomicFolder {
  /// Updates the existing folder in place of replacing it as a whole. Moves the changed files over
  /// those of the existing folder, each whole or not at all, and removes others. All other files
  /// there stay as they are. The rest of the temporary folder is removed.
  ///
  /// - Parameters:
  ///   - changed: files of this folder, by relative path.
  /// - removed: files of the existing folder; folders that become empty are removed too.
  package consuming func update(changed: [String], removed: [String]) throws(BytesError) {
    let root = committedPath
    for relative in changed {
      let source = try path(for: relative)
      try Self.makeFolders(for: relative, in: root)
      try Renaming.move(
        source, to: root + "/" + relative, overwrite: true, as: root + "/" + relative)
    }
    for relative in removed {
      if unsafe unlink(root + "/" + relative) != 0, errno != ENOENT {
        throw SystemError.writing(root + "/" + relative, errno)
      }
      var folder = relative[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        guard unsafe rmdir(root + "/" + folder) == 0 else { break }
      }
    }
    let code = FolderTree.synchronize(root)
    if code != 0 { throw SystemError.writing(root, code) }
  }

  private static func makeFolders(for relative: String, in root: String) throws(BytesError) {
    var path = root
    for part in relative.split(separator: "/").dropLast() {
      path += "/" + part
      if unsafe mkdir(path, 0o755) != 0, errno != EEXIST {
        throw SystemError.writing(path, errno)
      }
    }
  }
}
