import Glibc

extension AtomicFolder {
  /// Instead of replacing the folder as a whole, moves some of its files over those of the folder
  /// that stands under its name, each whole or not at all, and removes others there. Everything
  /// else there stays as it is. What is left of the temporary folder is removed.
  ///
  /// - Parameters:
  ///   - changed: files of this folder, by relative path.
  ///   - removed: files of the other one; folders that are empty then are removed too.
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
    let code = FolderTree.synchronise(root)
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
