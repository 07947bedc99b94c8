import Glibc

/// The two streams every program writes to, unbuffered.
package enum StandardStream: Int32, Sendable {
  /// Standard output: the answer.
  case output = 1
  /// Standard error: diagnostics and progress.
  case error = 2

  /// Whether a person looks at the stream, as far as one can tell.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  private var name: String { self == .output ? "standard output" : "standard error" }

  /// Lets a write to a reader that has gone away fail, where it would otherwise kill the process.
  package static func ignoreBrokenPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Puts the null device in the place of standard streams that the process was started without.
  /// Else the next file that is opened would take such a place, and messages would end up in it.
  package static func replaceMissing() {
    for number in 0...2 {
      guard fcntl(Int32(number), F_GETFD) == -1, errno == EBADF else { continue }
      // The lowest free number is given out, which is this one.
      _ = unsafe open("/dev/null", O_RDWR)
    }
  }

  /// Whether the number stands for a stream. Where the process was started without it, the runtime
  /// may have taken the number for an event counter, which must not get text.
  private var isStream: Bool {
    var status = stat()
    return unsafe fstat(rawValue, &status) == 0 && status.st_mode & S_IFMT != 0
  }

  /// Writes all bytes. Gives `false` when the reader has gone away (`fieldpack … | head`), which
  /// is not an error: nobody is left to be told.
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
          // Someone made the terminal non-blocking; wait until it takes bytes again.
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
