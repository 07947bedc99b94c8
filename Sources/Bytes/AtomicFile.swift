import Glibc

/// An output file that appears under its name whole or not at all.
///
/// The file is written as `.NAME.partial-PID-N` in the target's folder. `commit()` flushes it,
/// syncs it to disk, renames it, and syncs the folder. Without a commit, the temporary file is
/// removed, also after an interruption. The next run removes the files of a run that was killed.
package struct AtomicFile: ~Copyable, PatchableOutput {
  /// The name the file has until it is committed.
  package let temporaryPath: String
  private let target: TargetPath
  private let overwrite: Bool
  private let ticket: Int
  private var writer: FileWriter
  /// Whether a commit has taken over the temporary.
  private var isHandedOver = false

  /// Starts a file that will replace `path`. Without `overwrite`, an existing file makes this call
  /// or the commit throw `outputExists`. A symbolic link is kept, and its target is replaced.
  ///
  /// - Parameter isSecret: whether only the user may read the file, from its first moment on.
  package init(
    replacing path: String, overwrite: Bool, isSecret: Bool = false
  ) throws(BytesError) {
    guard let given = TargetPath(path) else { throw .cannotWrite(path: path, errno: EINVAL) }
    try Temporaries.cleanUp(beside: given)
    let target = try AtomicFile.resolve(path, given, overwrite: overwrite)
    if target.folder != given.folder { try Temporaries.cleanUp(beside: target) }
    let name = "\(target.temporaryPrefix)\(getpid())-\(Temporaries.nextNumber())"
    let temporary = target.sibling(name)
    let ticket = Temporaries.register(temporary, isFolder: false)
    guard
      let descriptor = FileDescriptor.open(
        temporary, flags: O_RDWR | O_CREAT | O_EXCL, mode: isSecret ? 0o600 : 0o644)
    else {
      let code = errno
      Temporaries.forget(ticket)
      throw SystemError.writing(path, code)
    }
    // Held while the file is open. A run that cleans up sees by this lock that this run is alive.
    _ = flock(descriptor.number, LOCK_EX | LOCK_NB)
    temporaryPath = temporary
    self.target = target
    self.overwrite = overwrite
    self.ticket = ticket
    writer = FileWriter(descriptor: descriptor, path: path)
  }

  deinit {
    guard !isHandedOver else { return }
    writer.descriptor.close()
    _ = unsafe unlink(temporaryPath)
    Temporaries.forget(ticket)
  }

  /// Bytes appended so far.
  package var count: Int { writer.count }

  /// Adds bytes to the end.
  package mutating func append(_ span: Span<UInt8>) throws(BytesError) {
    try writer.append(span)
    writer.synchronizeBehind()
  }

  /// Adds the bytes of a file region to the end.
  package mutating func append(_ region: FileRegion) throws(BytesError) {
    try writer.append(region)
    writer.synchronizeBehind()
  }

  /// Writes over bytes that were appended before.
  package mutating func write(_ span: Span<UInt8>, at offset: Int) throws(BytesError) {
    try writer.write(span, at: offset)
  }

  /// Returns bytes that were written before. Throws `notReadable` and any error of a write.
  package mutating func read(at offset: Int, count: Int) throws(BytesError) -> [UInt8] {
    try writer.read(at: offset, count: count)
  }

  /// Returns a file for reading what was written so far. Writing may go on.
  package mutating func reading() throws(BytesError) -> InputFile {
    try writer.flush()
    return try InputFile(path: temporaryPath)
  }

  /// Gives the file its name. If this throws, nothing has changed under that name.
  ///
  /// - Parameter stale: files that belong to the replaced file and are removed with it.
  package consuming func commit(removing stale: [String] = []) throws(BytesError) {
    let joint = JointCommit()
    try commit(with: joint, removing: stale)
    try joint.run()
  }

  /// Adds the complete file to a commit, which gives it its name. The file is synced to disk first.
  ///
  /// - Parameter stale: files that belong to the replaced file and are removed with it.
  package consuming func commit(
    with joint: JointCommit, removing stale: [String] = []
  ) throws(BytesError) {
    try synchronize()
    for path in stale { try joint.remove(path) }
    guard let temporary = TargetPath(temporaryPath) else { return }
    isHandedOver = true
    joint.add(
      JointCommit.Temporary(
        path: temporaryPath, isFolder: false, ticket: ticket, descriptor: writer.descriptor),
      [
        CommitStep(
          kind: overwrite ? .replace : .create, output: target, temporaryName: temporary.name,
          shown: writer.path)
      ])
  }

  /// Starts syncing what was written so far, so that ``commit()`` has less to wait for.
  package mutating func synchronize() throws(BytesError) {
    try writer.flush()
    let code = writer.descriptor.synchronize()
    if code != 0 { throw SystemError.writing(writer.path, code) }
  }

  /// Checks the target and follows a symbolic link to the file it means.
  private static func resolve(
    _ path: String, _ given: TargetPath, overwrite: Bool
  ) throws(BytesError) -> TargetPath {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      if SystemError.isAbsence(errno) { return given }
      throw SystemError.writing(path, errno)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .isFolder(path: path)
    default: throw .notRegular(path: path)
    }
    guard overwrite else { throw .outputExists(path: path) }
    guard let resolved = unsafe realpath(path, nil) else {
      throw .cannotWrite(path: path, errno: errno)
    }
    defer { unsafe free(resolved) }
    return unsafe TargetPath(String(cString: resolved)) ?? given
  }
}
