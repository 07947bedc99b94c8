import Glibc

/// An open file descriptor and the calls on it. Interrupted calls are repeated. It is a plain
/// value: its owner closes it.
struct FileDescriptor: Sendable {
  /// The number of the descriptor.
  let number: Int32

  /// How many descriptors are left to the runtime. libdispatch opens files in `/proc` to count the
  /// running threads, and ends the process with a signal if it can't.
  private static let reserve = 8

  /// Whether a file may be opened. If not, `errno` is `EMFILE`. Asked before, because opening may
  /// make a file.
  private static func mayOpen() -> Bool {
    // The system gives the lowest free number.
    let next = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
    guard next >= 0 else { return errno != EMFILE }
    _ = Glibc.close(next)
    if Int(next) < ProcessLimit.openFilesNow - reserve { return true }
    errno = EMFILE
    return false
  }

  /// Opens the path with close-on-exec. Returns nil and sets `errno` on failure.
  static func open(_ path: String, flags: Int32, mode: mode_t = 0) -> FileDescriptor? {
    guard mayOpen() else { return nil }
    while true {
      let number = unsafe Glibc.open(path, flags | O_CLOEXEC, mode)
      if number >= 0 { return FileDescriptor(number: number) }
      if errno != EINTR { return nil }
    }
  }

  /// Opens a name in an open folder with close-on-exec. Returns nil and sets `errno` on failure.
  static func open(_ name: String, in folder: FileDescriptor, flags: Int32) -> FileDescriptor? {
    guard mayOpen() else { return nil }
    while true {
      let number = unsafe Glibc.openat(folder.number, name, flags | O_CLOEXEC)
      if number >= 0 { return FileDescriptor(number: number) }
      if errno != EINTR { return nil }
    }
  }

  /// Returns size, kind and owner of the open file, or nil if the system does not report them.
  func status() -> stat? {
    var status = stat()
    return unsafe fstat(number, &status) == 0 ? status : nil
  }

  /// Reads up to `range.count` bytes at a file offset into a part of the array. Returns the number
  /// of bytes, 0 at the end of the file, or -1 on an error, which is in `errno`.
  func read(at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>) -> Int {
    unsafe buffer.withUnsafeMutableBytes { bytes in
      let target = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[range])
      while true {
        let count = unsafe pread(number, target.baseAddress, target.count, off_t(offset))
        if count >= 0 || errno != EINTR { return count }
      }
    }
  }

  /// Writes the whole span at a file offset. Returns 0, or the `errno` of the failure.
  func write(_ span: Span<UInt8>, at offset: Int) -> Int32 {
    unsafe span.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
        let count = unsafe pwrite(number, rest.baseAddress, rest.count, off_t(offset + done))
        if count > 0 {
          done += count
        } else if count == 0 {
          return ENOSPC
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }

  /// Copies bytes of another file within the kernel. Returns the number of bytes, 0 at the end of
  /// that file, or -1 on an error, which is in `errno`. After most errors, the caller has to read
  /// and write the bytes instead.
  func copy(_ count: Int, of source: FileDescriptor, at start: Int, to offset: Int) -> Int {
    guard lseek(number, off_t(offset), SEEK_SET) >= 0 else { return -1 }
    var from = off_t(start)
    while true {
      let done = unsafe sendfile(number, source.number, &from, count)
      if done >= 0 || errno != EINTR { return done }
    }
  }

  /// Makes the kernel start writing a range of the file to disk, without waiting for it. The kernel
  /// may drop its cached copy of what is already on disk.
  func beginSynchronizing(at offset: Int, count: Int) {
    _ = posix_fadvise(number, offset, count, POSIX_FADV_DONTNEED)
  }

  /// Syncs the file to disk. Returns 0, or the `errno` of the failure. It is no failure if the file
  /// system can't sync such a file.
  func synchronize() -> Int32 {
    while fsync(number) != 0 {
      let code = errno
      if code == EINVAL || code == EROFS || code == ENOTSUP { return 0 }
      if code != EINTR { return code }
    }
    return 0
  }

  /// Closes the descriptor. Linux releases it even when the call is interrupted.
  func close() { _ = Glibc.close(number) }
}
