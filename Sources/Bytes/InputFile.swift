import Glibc

/// A regular file open for reading at any offset, from any thread.
///
/// Reads use `pread` only, never a memory map. If another program truncates the file while it is
/// open, the read throws `BytesError.fileTruncated` and does not raise SIGBUS.
package final class InputFile: Sendable {
  /// The path as the caller gave it, for messages.
  package let path: String
  /// The size of the file in bytes when it was opened.
  package let size: Int
  let descriptor: FileDescriptor

  /// Opens the file. Throws `fileNotFound`, `isFolder`, `notRegular` or `notReadable`.
  package init(path: String) throws(BytesError) {
    // O_NONBLOCK makes opening a pipe without a writer fail at once. It has no effect on files.
    guard !path.utf8.contains(0),
      let descriptor = FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
    else {
      throw SystemError.reading(path, path.utf8.contains(0) ? ENOENT : errno)
    }
    do {
      size = try InputFile.regularSize(of: descriptor, path: path)
    } catch {
      descriptor.close()
      throw error
    }
    self.path = path
    self.descriptor = descriptor
  }

  /// Opens the file; nil if there is none. Throws `isFolder`, `notRegular` or `notReadable`: a file
  /// that this user may not read is there.
  package static func ifThere(_ path: String) throws(BytesError) -> InputFile? {
    do throws(BytesError) {
      return try InputFile(path: path)
    } catch .fileNotFound {
      return nil
    }
  }

  /// Takes over a descriptor that was used for writing.
  init(path: String, adopting descriptor: FileDescriptor) throws(BytesError) {
    do {
      size = try InputFile.regularSize(of: descriptor, path: path)
    } catch {
      descriptor.close()
      throw error
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { descriptor.close() }

  private static func regularSize(
    of descriptor: FileDescriptor, path: String
  ) throws(BytesError) -> Int {
    guard let status = descriptor.status() else { throw SystemError.reading(path, errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
    case S_IFDIR: throw .isFolder(path: path)
    default: throw .notRegular(path: path)
    }
  }

  /// Whether only the user of this process can read the file, besides the administrator.
  package var isSecret: Bool {
    descriptor.status().map { $0.st_mode & 0o077 == 0 && $0.st_uid == geteuid() } ?? false
  }

  /// Reads exactly `count` bytes at `offset`. Throws `fileTruncated` when the file has fewer.
  package func read(at offset: Int, count: Int) throws(BytesError) -> [UInt8] {
    var buffer: [UInt8] = []
    try read(at: offset, count: count, into: &buffer)
    return buffer
  }

  /// Reads exactly `count` bytes at `offset`. They replace the content of `buffer`, whose storage
  /// is reused. Throws `fileTruncated` when the file has fewer, before any memory is allocated.
  package func read(
    at offset: Int, count: Int, into buffer: inout [UInt8]
  ) throws(BytesError) {
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else {
      throw .fileTruncated(
        path: path, offset: offset, needed: count,
        available: offset < 0 ? 0 : max(0, size - max(0, min(offset, size))))
    }
    if buffer.count > count {
      buffer.removeLast(buffer.count - count)
    } else if buffer.count < count {
      buffer.append(contentsOf: repeatElement(0, count: count - buffer.count))
    }
    var done = 0
    while done < count {
      let got = descriptor.read(at: offset + done, into: &buffer, done..<count)
      guard got > 0 else {
        if got < 0 { throw SystemError.reading(path, errno) }
        throw .fileTruncated(path: path, offset: offset, needed: count, available: done)
      }
      done += got
    }
  }
}
