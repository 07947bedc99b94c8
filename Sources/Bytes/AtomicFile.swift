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
  private var isCommitted = false

  /// Starts a file that will replace `path`. Without `overwrite`, an existing file makes this call
  /// or the commit throw `outputExists`. A symbolic link is kept, and its target is replaced.
  package init(replacing path: String, overwrite: Bool) throws(BytesError) {
    let target = try AtomicFile.resolve(path, overwrite: overwrite)
    Temporaries.removeStale(of: target)
    let name = "\(target.temporaryPrefix)\(getpid())-\(Temporaries.nextNumber())"
    let temporary = target.sibling(name)
    let ticket = Temporaries.register(temporary, isFolder: false)
    guard
      let descriptor = FileDescriptor.open(
        temporary, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o644)
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
    writer.descriptor.close()
    if !isCommitted { _ = unsafe unlink(temporaryPath) }
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
  package consuming func commit() throws(BytesError) {
    try synchronize()
    try Renaming.move(temporaryPath, to: target.path, overwrite: overwrite, as: writer.path)
    isCommitted = true
    try synchronizeFolder()
  }

  /// Gives the file its name and removes files that belonged to the old file. An interruption
  /// cannot separate the two steps.
  ///
  /// - Parameter stale: files that belong to the replaced file and are removed with it.
  package consuming func commit(removing stale: [String]) throws(BytesError) {
    try synchronize()
    let move = move
    let failure = Temporaries.withoutInterruption { () -> BytesError? in
      for path in stale { _ = unsafe unlink(path) }
      do throws(BytesError) {
        try Renaming.move(move.source, to: move.target, overwrite: move.overwrite, as: move.shown)
        return nil
      } catch { return error }
    }
    if let failure { throw failure }
    isCommitted = true
    try synchronizeFolder()
  }

  /// Gives two files their names, `second` last. Both are synced to disk first, and an interruption
  /// cannot separate the two renames. If the process is killed between them, `second` remains whole
  /// and is listed by ``unfinished(_:)``.
  ///
  /// - Parameter stale: files that belong to the replaced file and are removed with it.
  package consuming func commit(
    before second: consuming AtomicFile, removing stale: [String]
  ) throws(BytesError) {
    try second.synchronize()
    try synchronize()
    let moves = [move, second.move]
    let failure = Temporaries.withoutInterruption { () -> BytesError? in
      do throws(BytesError) {
        for path in stale { _ = unsafe unlink(path) }
        for move in moves {
          try Renaming.move(
            move.source, to: move.target, overwrite: move.overwrite, as: move.shown)
        }
        return nil
      } catch { return error }
    }
    if let failure { throw failure }
    (isCommitted, second.isCommitted) = (true, true)
    try synchronizeFolder()
    try second.synchronizeFolder()
  }

  /// Returns the paths, in order, of temporary files that killed runs left for this target. Files
  /// of runs that are still alive are not included.
  package static func unfinished(_ path: String) -> [String] {
    TargetPath(path).map { Temporaries.stale(of: $0).sorted() } ?? []
  }

  private var move: (source: String, target: String, overwrite: Bool, shown: String) {
    (temporaryPath, target.path, overwrite, writer.path)
  }

  /// Starts syncing what was written so far, so that ``commit()`` has less to wait for.
  package mutating func synchronize() throws(BytesError) {
    try writer.flush()
    let code = writer.descriptor.synchronize()
    if code != 0 { throw SystemError.writing(writer.path, code) }
  }

  private borrowing func synchronizeFolder() throws(BytesError) {
    let code = FolderTree.synchronize(target.folder)
    if code != 0 { throw SystemError.writing(writer.path, code) }
  }

  /// Checks the target and follows a symbolic link to the file it means.
  private static func resolve(
    _ path: String, overwrite: Bool
  ) throws(BytesError) -> TargetPath {
    guard let given = TargetPath(path) else { throw .cannotWrite(path: path, errno: EINVAL) }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return given }
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
