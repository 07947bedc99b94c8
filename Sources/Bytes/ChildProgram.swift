import CLinux
import Glibc

/// Runs another program and waits for its end.
package enum ChildProgram {
  /// How a program ended.
  package struct Outcome: Sendable, Equatable {
    /// Its exit status; 128 and the number of the signal that killed it.
    package let status: Int32
    /// What it wrote to standard output.
    package let output: [UInt8]
  }

  /// How long to wait for output before asking whether the program may go on, in milliseconds.
  private static let patience: Int32 = 200

  /// Returns the path of a program in `PATH`, or nil if there is none.
  package static func find(_ name: String) -> String? {
    let folders = (EnvironmentValue.string("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
  }

  /// Runs a program with this process's environment. Its standard error is discarded.
  ///
  /// - Parameters:
  ///   - path: the path of the program.
  ///   - arguments: its arguments. All users of the machine can read them, so they have no secrets.
  ///   - input: what it reads from standard input. It must read all of it before it writes much.
  ///   - outputLimit: the most bytes of output. A program that writes more is killed.
  ///   - mayGoOn: asked a few times a second. The program is killed if this returns false.
  /// - Throws: `notReadable` if the program can't be started.
  package static func run(
    _ path: String, arguments: [String], input: [UInt8], outputLimit: Int,
    while mayGoOn: () -> Bool
  ) throws(BytesError) -> Outcome {
    StandardStream.ignoreFailedWrites()
    guard let toChild = Pipe(), let fromChild = Pipe() else {
      throw .notReadable(path: path, errno: errno)
    }
    let process = start(path, arguments, input: toChild.reading, output: fromChild.writing)
    let code = errno
    toChild.reading.close()
    fromChild.writing.close()
    guard let process else {
      toChild.writing.close()
      fromChild.reading.close()
      throw .notReadable(path: path, errno: code)
    }
    writeAll(input, to: toChild.writing)
    toChild.writing.close()
    let output = readAll(from: fromChild.reading, limit: outputLimit, while: mayGoOn)
    fromChild.reading.close()
    if output == nil { _ = kill(process, SIGKILL) }
    return Outcome(status: wait(for: process), output: output ?? [])
  }

  private struct Pipe {
    let reading: FileDescriptor
    let writing: FileDescriptor

    /// Both ends are closed in programs that are started.
    init?() {
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      reading = FileDescriptor(number: ends[0])
      writing = FileDescriptor(number: ends[1])
    }
  }

  private static func start(
    _ path: String, _ arguments: [String], input: FileDescriptor, output: FileDescriptor
  ) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input.number, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output.number, 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
    // This process ignores closed pipes. The program must end when this process is gone.
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    unsafe sigaddset(&defaults, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var process: pid_t = 0
    let code = unsafe posix_spawn(
      &process, path, &actions, &attributes, words, fieldpack_environment())
    errno = code
    return code == 0 ? process : nil
  }

  /// A program that ends early doesn't read the rest.
  private static func writeAll(_ bytes: [UInt8], to descriptor: FileDescriptor) {
    unsafe bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
        let count = unsafe write(descriptor.number, rest.baseAddress, rest.count)
        if count > 0 {
          done += count
        } else if errno != EINTR {
          return
        }
      }
    }
  }

  /// Reads to the end. Returns nil if the program must be killed.
  private static func readAll(
    from descriptor: FileDescriptor, limit: Int, while mayGoOn: () -> Bool
  ) -> [UInt8]? {
    var output: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var waiting = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&waiting, 1, patience)
      guard mayGoOn() else { return nil }
      if ready < 0, errno != EINTR { return output }
      guard ready > 0 else { continue }
      let count = unsafe block.withUnsafeMutableBytes { bytes in
        unsafe read(descriptor.number, bytes.baseAddress, bytes.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return output }
      output += block[..<count]
      guard output.count <= limit else { return nil }
    }
  }

  private static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return 127 }
    }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
