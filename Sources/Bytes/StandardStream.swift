import Glibc

/// The two streams every program writes to, unbuffered.
package enum StandardStream: Int32, Sendable {
  /// Standard output, for results.
  case output = 1
  /// Standard error, for diagnostics and progress.
  case error = 2

  /// Whether the stream is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  private var name: String { self == .output ? "standard output" : "standard error" }

  /// Makes a write to a closed pipe fail, and a write beyond the largest size of files that the
  /// account may have. By default, they would kill the process.
  package static func ignoreFailedWrites() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Opens the null device for each standard stream that is missing. Otherwise the next file to be
  /// opened would get its number, and messages would end up in that file.
  package static func replaceMissing() {
    for number in 0...2 {
      guard fcntl(Int32(number), F_GETFD) == -1, errno == EBADF else { continue }
      // The system assigns the lowest free number, which is this one.
      _ = unsafe open("/dev/null", O_RDWR)
    }
  }

  /// Whether the descriptor is a stream. If the process was started without it, the runtime may
  /// have used the number for an event counter, which must not receive text.
  private var isStream: Bool {
    var status = stat()
    return unsafe fstat(rawValue, &status) == 0 && status.st_mode & S_IFMT != 0
  }

  /// Writes all bytes. Returns `false` when the reader has closed the pipe (`fieldpack … | head`).
  /// That is not an error, because nobody reads the output any more.
  package func write(_ span: Span<UInt8>) throws(BytesError) -> Bool {
    guard isStream else { throw SystemError.writing(name, EBADF) }
    let number = rawValue
    let code: Int32 = unsafe span.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
        let count = unsafe Glibc.write(number, rest.baseAddress, rest.count)
        if count >= 0 {
          done += count
        } else if errno == EAGAIN {
          // The terminal is in non-blocking mode. Wait until it accepts bytes again.
          var wait = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
          _ = unsafe poll(&wait, 1, 1_000)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
    guard code != EPIPE else { return false }
    guard code == 0 else {
      throw SystemError.writing(name, code)
    }
    return true
  }
}
