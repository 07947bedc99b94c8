import Glibc

/// A folder for what a long job has done so far. It outlives the run, also one that was killed, so
/// that the next run can go on.
package final class WorkFolder: Sendable {
  /// The path as the caller gave it.
  package let path: String
  /// Holds the lock that keeps other runs out.
  private let descriptor: FileDescriptor

  /// Makes or opens the folder. Nil if another run works in it.
  ///
  /// - Throws: `notAFolder` for something else with this name, or an error of writing.
  package init?(_ path: String) throws(BytesError) {
    try OutputFolder.make(path)
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
    guard let descriptor = FileDescriptor.open(path, flags: flags) else {
      throw SystemError.writing(path, errno)
    }
    guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      descriptor.close()
      if code == EWOULDBLOCK { return nil }
      throw SystemError.writing(path, code)
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { descriptor.close() }

  /// Removes the folder with everything in it.
  package func remove() { FolderTree.remove(path) }

  /// Removes a file or a subfolder with everything in it, if there is one.
  package func remove(_ relative: String) { FolderTree.removeAny(path + "/" + relative) }

  /// Removes the folder with everything in it, if a subfolder of it is empty or missing.
  package func remove(ifEmpty relative: String) {
    let names = try? FolderTree.names(in: path + "/" + relative)
    if names?.isEmpty != false { remove() }
  }

  /// Makes a new subfolder for files of this run, and removes those of earlier runs. Programs that
  /// an earlier run has started can't write into it. Only this user may look into it, because answers
  /// of servers can have secrets.
  ///
  /// - Returns: its name.
  package func makeScratch() throws(BytesError) -> String {
    let prefix = "scratch-"
    for name in try FolderTree.names(in: path) where name.hasPrefix(prefix) {
      FolderTree.removeAny(path + "/" + name)
    }
    let name = "\(prefix)\(getpid())-\(Temporaries.nextNumber())"
    try OutputFolder.make(path + "/" + name, isSecret: true)
    return name
  }

  /// Makes a subfolder unless it exists.
  package func make(_ relative: String) throws(BytesError) {
    try OutputFolder.make(path + "/" + relative)
  }

  /// Gives a file another name. It replaces a file with this name.
  package func rename(_ from: String, to: String) throws(BytesError) {
    guard unsafe Glibc.rename(from, path + "/" + to) == 0 else {
      throw SystemError.writing(path + "/" + to, errno)
    }
  }

  /// Writes a file. It replaces an older one.
  ///
  /// - Parameter isSecret: whether only this user may read it.
  package func write(
    _ bytes: [UInt8], to relative: String, isSecret: Bool = false
  ) throws(BytesError) {
    Self.discard(path + "/" + relative)
    try append(bytes, to: relative, mode: isSecret ? 0o600 : 0o644, isSynchronized: false)
  }

  /// Adds bytes to the end of a file. A kill can leave a part of them.
  ///
  /// - Parameter isSynchronized: whether they must be on disk when this returns.
  package func append(
    _ bytes: [UInt8], to relative: String, isSynchronized: Bool = false
  ) throws(BytesError) {
    try append(bytes, to: relative, mode: 0o644, isSynchronized: isSynchronized)
  }

  private func append(
    _ bytes: [UInt8], to relative: String, mode: mode_t, isSynchronized: Bool
  ) throws(BytesError) {
    let file = path + "/" + relative
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW
    guard let descriptor = FileDescriptor.open(file, flags: flags, mode: mode) else {
      throw SystemError.writing(file, errno)
    }
    defer { descriptor.close() }
    let end = lseek(descriptor.number, 0, SEEK_END)
    var code = descriptor.write(bytes.span, at: max(0, Int(end)))
    if code == 0, isSynchronized { code = descriptor.synchronize() }
    if code != 0 { throw SystemError.writing(file, code) }
  }

  /// Gives a file a second name, or copies it if its file system can't do that.
  package static func link(_ from: String, to path: String) throws(BytesError) {
    if unsafe Glibc.link(from, path) == 0 { return }
    let input = try InputFile(path: from)
    guard
      let output = FileDescriptor.open(path, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o644)
    else { throw SystemError.writing(path, errno) }
    defer { output.close() }
    var writer = FileWriter(descriptor: output, path: path)
    try writer.append(FileRegion(input))
    try writer.flush()
  }

  /// Removes a file, if there is one.
  package static func discard(_ path: String) { _ = unsafe unlink(path) }

  /// The size of a file that is being written; 0 if there is none.
  package static func size(of path: String) -> Int {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
