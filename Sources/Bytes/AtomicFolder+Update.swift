import Glibc

extension AtomicFolder {
  /// Updates the existing folder instead of replacing it as a whole. The changed files get the names
  /// of those of the existing folder, and others are removed, all with the commit. All other files
  /// there stay as they are.
  ///
  /// - Parameters:
  ///   - changed: files of this folder, by relative path.
  ///   - removed: files of the existing folder; folders that become empty are removed too.
  package consuming func update(
    changed: [String], removed: [String], with joint: JointCommit
  ) throws(BytesError) {
    let root = step(.replace, isFolder: true).target
    var steps: [CommitStep] = []
    for relative in changed {
      // Checks the path.
      _ = try path(for: relative)
      try Self.makeFolders(for: relative, in: root)
      steps.append(step(.replace, temporaryRest: "/" + relative, rest: "/" + relative))
    }
    var emptied: [String] = []
    for (index, relative) in removed.enumerated() {
      // The names are from a list in the folder, which somebody may have changed.
      _ = try path(for: relative)
      let aside = "/.fieldpack-removed-\(index)"
      steps.append(step(.remove, temporaryRest: aside, rest: "/" + relative))
      var folder = relative[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        emptied.append(root + "/" + folder)
      }
    }
    handOver(to: joint, steps, emptied: emptied)
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
