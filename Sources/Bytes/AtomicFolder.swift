import Glibc

/// An output folder of many files that appears under its name whole or not at all.
///
/// The folder is filled as `.NAME.partial-PID-N` beside the target. `commit()` syncs the files to
/// disk, renames the folder, and syncs its parent. An old folder swaps its name with the new one
/// and is then removed. Without a commit, the temporary folder and its contents are removed, also
/// after an interruption.
package struct AtomicFolder: ~Copyable {
  /// The name the folder has until it is committed.
  package let temporaryPath: String
  private let shown: String
  private let target: TargetPath
  private let overwrite: Bool
  private let ticket: Int
  /// Holds the lock that shows other runs that this one is alive.
  private let descriptor: FileDescriptor
  /// Whether a commit has taken over the temporary.
  private var isHandedOver = false

  /// Starts a folder that will replace `path`. Without `overwrite`, a folder that isn't empty makes
  /// this throw `outputExists`. A file throws `notAFolder`, because a folder replaces only folders.
  package init(replacing path: String, overwrite: Bool) throws(BytesError) {
    guard let target = TargetPath(path) else { throw .cannotWrite(path: path, errno: EINVAL) }
    try Temporaries.cleanUp(beside: target)
    try AtomicFolder.check(target.path, shown: path, overwrite: overwrite)
    try self.init(target, prefix: target.temporaryPrefix, shown: path, overwrite: overwrite)
  }

  /// Starts a folder that is never committed, beside a path. If it can't be made, the error names
  /// `shown`.
  init(scratchBeside path: String, shown: String) throws(BytesError) {
    guard let target = TargetPath(path) else { throw .cannotWrite(path: shown, errno: EINVAL) }
    try Temporaries.cleanUp(beside: target)
    let prefix = TemporaryName.Kind.scratch.rawValue + "-"
    try self.init(target, prefix: prefix, shown: shown, overwrite: false)
  }

  private init(
    _ target: TargetPath, prefix: String, shown: String, overwrite: Bool
  ) throws(BytesError) {
    let temporary = target.sibling("\(prefix)\(getpid())-\(Temporaries.nextNumber())")
    let ticket = Temporaries.register(temporary, isFolder: true)
    guard unsafe mkdir(temporary, 0o755) == 0,
      let descriptor = FileDescriptor.open(temporary, flags: O_RDONLY | O_DIRECTORY)
    else {
      let code = errno
      Temporaries.forget(ticket)
      throw SystemError.writing(shown, code)
    }
    _ = flock(descriptor.number, LOCK_EX | LOCK_NB)
    temporaryPath = temporary
    self.shown = shown
    self.target = target
    self.overwrite = overwrite
    self.ticket = ticket
    self.descriptor = descriptor
  }

  deinit {
    guard !isHandedOver else { return }
    descriptor.close()
    FolderTree.remove(temporaryPath)
    Temporaries.forget(ticket)
  }

  /// Returns the path to write a file of the folder at, and creates the folders above it. Throws
  /// `badRelativePath` for a path that is empty or absolute, leaves the folder, or contains a NUL.
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

  /// Gives the folder its name and then removes the old folder. If this throws, nothing has changed
  /// under that name. With `synchronized` false, the files are not synced to disk. Use that for
  /// many files that can be made again.
  package consuming func commit(synchronized: Bool = true) throws(BytesError) {
    let joint = JointCommit()
    try commit(with: joint, synchronized: synchronized)
    try joint.run()
  }

  /// Adds the complete folder to a commit, which gives it its name.
  package consuming func commit(
    with joint: JointCommit, synchronized: Bool = true
  ) throws(BytesError) {
    if synchronized {
      let code = try FolderTree.synchronizeAll(temporaryPath)
      if code != 0 { throw SystemError.writing(shown, code) }
    }
    try AtomicFolder.check(target.path, shown: shown, overwrite: overwrite)
    // rename(2) replaces an empty folder.
    let isReplaced = overwrite && (try? FolderTree.names(in: target.path))?.isEmpty == false
    let step = step(isReplaced ? .replace : .create, isFolder: true)
    handOver(to: joint, [step])
  }

  /// A step that changes the folder, or a file in it.
  func step(
    _ kind: CommitStep.Kind, isFolder: Bool = false, temporaryRest: String = "", rest: String = ""
  ) -> CommitStep {
    CommitStep(
      kind: kind, isFolder: isFolder, output: target,
      temporaryName: TargetPath(temporaryPath)?.name ?? "", temporaryRest: temporaryRest,
      rest: rest, shown: shown + rest)
  }

  /// Hands the temporary over to a commit.
  consuming func handOver(
    to joint: JointCommit, _ steps: [CommitStep], emptied: [String] = []
  ) {
    isHandedOver = true
    joint.add(
      JointCommit.Temporary(
        path: temporaryPath, isFolder: true, ticket: ticket, descriptor: descriptor),
      steps, emptied: emptied)
  }

  private static func check(
    _ path: String, shown: String, overwrite: Bool
  ) throws(BytesError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      if SystemError.isAbsence(errno) { return }
      throw SystemError.writing(shown, errno)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path: shown) }
    if !overwrite, try !FolderTree.names(in: path).isEmpty { throw .outputExists(path: shown) }
  }
}
