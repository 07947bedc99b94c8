import Glibc

/// An output file that appears under its name whole or not at all.
///
/// It is written as `.NAME.partial-PID-N` in the target's folder. `commit()` flushes, asks the
/// disk to keep it, renames, and asks the disk to keep the name. Without a commit the temporary
/// file is removed, also on an interruption; what a killed run left is removed by the next one.
package struct AtomicFile: ~Copyable, PatchableOutput {
  /// The name the file has until it is committed.
  package let temporaryPath: String
  private let target: TargetPath
  private let overwrite: Bool
  private let ticket: Int
  private var writer: FileWriter
  private var isCommitted = false

  /// Starts a file that will replace `path`. Without `overwrite` an existing one throws
  /// `outputExists`, now or at the commit. A symbolic link stays; its target is replaced.
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
    // Held while the file is open: tells a run that clears away that this one is alive.
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
    writer.synchroniseBehind()
  }

  /// Adds the bytes of a region of a file to the end.
  package mutating func append(_ region: FileRegion) throws(BytesError) {
    try writer.append(region)
    writer.synchroniseBehind()
  }

  /// Writes over bytes that were appended before.
  package mutating func write(_ span: Span<UInt8>, at offset: Int) throws(BytesError) {
    try writer.write(span, at: offset)
  }

  /// Bytes that were written before. Throws `notReadable`, and what a write throws.
  package mutating func read(at offset: Int, count: Int) throws(BytesError) -> [UInt8] {
    try writer.read(at: offset, count: count)
  }

  /// What was written so far, as a file to read while the writing goes on.
  package mutating func reading() throws(BytesError) -> InputFile {
    try writer.flush()
    return try InputFile(path: temporaryPath)
  }

  /// Makes the file appear under its name. On an error nothing has changed there.
  package consuming func commit() throws(BytesError) {
    try synchronise()
    try Renaming.move(temporaryPath, to: target.path, overwrite: overwrite, as: writer.path)
    isCommitted = true
    try synchroniseFolder()
  }

  /// Makes the file appear in the place of one with others beside it, which no interruption parts
  /// from it.
  ///
  /// - Parameter stale: files that belong to what is replaced, and are removed with it.
  package consuming func commit(removing stale: [String]) throws(BytesError) {
    try synchronise()
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
    try synchroniseFolder()
  }

  /// Makes two files appear under their names, the other one last. Both are on the disk by then,
  /// and no interruption comes between them; a run that is killed there leaves the other one among
  /// the ``unfinished(_:)``, whole.
  ///
  /// - Parameter stale: files that belong to what is replaced, and are removed with it.
  package consuming func commit(
    before second: consuming AtomicFile, removing stale: [String]
  ) throws(BytesError) {
    try second.synchronise()
    try synchronise()
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
    try synchroniseFolder()
    try second.synchroniseFolder()
  }

  /// What killed runs left of a file that was to appear at this path: paths, in order. None of them
  /// is held by a run that goes on.
  package static func unfinished(_ path: String) -> [String] {
    TargetPath(path).map { Temporaries.stale(of: $0).sorted() } ?? []
  }

  private var move: (source: String, target: String, overwrite: Bool, shown: String) {
    (temporaryPath, target.path, overwrite, writer.path)
  }

  /// Asks the disk to keep what was written so far, so that ``commit()`` has less to wait for.
  package mutating func synchronise() throws(BytesError) {
    try writer.flush()
    let code = writer.descriptor.synchronise()
    if code != 0 { throw SystemError.writing(writer.path, code) }
  }

  private borrowing func synchroniseFolder() throws(BytesError) {
    let code = FolderTree.synchronise(target.folder)
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
