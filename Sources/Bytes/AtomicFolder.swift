import Glibc

/// An output folder of many files that appears under its name whole or not at all.
///
/// It is filled as `.NAME.partial-PID-N` beside the target. `commit()` asks the disk to keep the
/// files, renames, and asks the disk to keep the name. Without a commit the temporary folder is
/// removed with all that is in it, also on an interruption.
package struct AtomicFolder: ~Copyable {
  /// The name the folder has until it is committed.
  package let temporaryPath: String
  private let shown: String
  private let target: TargetPath
  private let overwrite: Bool
  private let ticket: Int
  /// Holds the lock by which another run sees that this one is alive.
  private let descriptor: FileDescriptor
  private var isCommitted = false

  /// The path the folder has once it is committed.
  var committedPath: String { target.path }

  /// Starts a folder that will replace `path`. Without `overwrite` a folder that holds anything,
  /// or a file, throws `outputExists`; an empty folder counts as none. With it a file throws
  /// `notRegular` all the same: a folder replaces folders only.
  package init(replacing path: String, overwrite: Bool) throws(BytesError) {
    guard let target = TargetPath(path) else { throw .cannotWrite(path: path, errno: EINVAL) }
    try AtomicFolder.check(target.path, shown: path, overwrite: overwrite)
    Temporaries.removeStale(of: target)
    let name = "\(target.temporaryPrefix)\(getpid())-\(Temporaries.nextNumber())"
    let temporary = target.sibling(name)
    let ticket = Temporaries.register(temporary, isFolder: true)
    guard unsafe mkdir(temporary, 0o755) == 0,
      let descriptor = FileDescriptor.open(temporary, flags: O_RDONLY | O_DIRECTORY)
    else {
      let code = errno
      Temporaries.forget(ticket)
      throw SystemError.writing(path, code)
    }
    _ = flock(descriptor.number, LOCK_EX | LOCK_NB)
    temporaryPath = temporary
    shown = path
    self.target = target
    self.overwrite = overwrite
    self.ticket = ticket
    self.descriptor = descriptor
  }

  deinit {
    descriptor.close()
    if !isCommitted { FolderTree.remove(temporaryPath) }
    Temporaries.forget(ticket)
  }

  /// The path to write a file of the folder at; the folders above it are made. Throws
  /// `badRelativePath` for a path that is absolute, empty, climbs out, or holds a NUL.
  package func path(for relative: String) throws(BytesError) -> String {
    let parts = relative.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var path = temporaryPath
    guard !relative.utf8.contains(0) else { throw .badRelativePath(relative) }
    for (index, part) in parts.enumerated() {
      let name = String(part) ?? ""
      guard !name.isEmpty, name != ".", name != ".." else { throw .badRelativePath(relative) }
      path += "/" + name
      guard index < parts.count - 1 else { break }
      if unsafe mkdir(path, 0o755) != 0, errno != EEXIST {
        throw SystemError.writing(shown + "/" + relative, errno)
      }
    }
    return path
  }

  /// Makes the folder appear under its name; what stood there is removed afterwards. On an error
  /// nothing has changed there. `synchronised` false skips asking the disk to keep each file: for
  /// many files that can be made again.
  package consuming func commit(synchronised: Bool = true) throws(BytesError) {
    if synchronised {
      let code = FolderTree.synchroniseAll(temporaryPath)
      if code != 0 { throw SystemError.writing(shown, code) }
    }
    try AtomicFolder.check(target.path, shown: shown, overwrite: overwrite)
    // rename(2) replaces an empty folder; a filled one steps aside first.
    if unsafe rename(temporaryPath, target.path) != 0 {
      guard errno == ENOTEMPTY || errno == EEXIST, overwrite else {
        throw errno == ENOTEMPTY || errno == EEXIST
          ? .outputExists(path: shown) : SystemError.writing(shown, errno)
      }
      try exchange()
    }
    isCommitted = true
    let code = FolderTree.synchronise(target.folder)
    if code != 0 { throw SystemError.writing(shown, code) }
  }

  /// Old aside, new in place, old away: nothing is cleared away by an interruption in between, and
  /// a run killed in between leaves the old folder as `.NAME.replaced-PID-N`, which no run removes.
  private func exchange() throws(BytesError) {
    let retired = target.sibling(".\(target.name).replaced-\(getpid())-\(ticket)")
    let code = Temporaries.withoutInterruption { () -> Int32 in
      guard unsafe rename(target.path, retired) == 0 else { return errno }
      if unsafe rename(temporaryPath, target.path) == 0 { return 0 }
      let code = errno
      _ = unsafe rename(retired, target.path)
      return code
    }
    if code != 0 { throw SystemError.writing(shown, code) }
    FolderTree.remove(retired)
  }

  private static func check(
    _ path: String, shown: String, overwrite: Bool
  ) throws(BytesError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw overwrite ? .notRegular(path: shown) : .outputExists(path: shown)
    }
    if !overwrite, !FolderTree.names(in: path).isEmpty { throw .outputExists(path: shown) }
  }
}
