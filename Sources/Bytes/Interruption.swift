import Glibc

/// The write end of the pipe that wakes the waiting thread. Set once, before the handlers are
/// installed.
private nonisolated(unsafe) var wakingEnd: Int32 = -1

/// Handles Ctrl-C, `kill` and a closed terminal. Removes this process's temporary files and folders
/// and exits with code 130.
///
/// A signal handler may do almost nothing, so ours only writes one byte to a pipe. The thread that
/// reads it may take locks, list folders and allocate.
package enum Interruption {
  /// The exit code of an interrupted run.
  package static let exitCode: Int32 = 130

  /// Installs the handlers; later calls do nothing. Signals that were ignored when the process
  /// started (`nohup`) stay ignored. If no pipe or thread can be created, signals end the process
  /// as usual.
  package static func install() {
    guard unsafe wakingEnd < 0 else { return }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    unsafe wakingEnd = ends[1]
    guard startWaiting(on: ends[0]) else { return }
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
      signal(number) { _ in
        var byte: UInt8 = 0
        _ = unsafe write(wakingEnd, &byte, 1)
      }
    }
  }

  private static func startWaiting(on end: Int32) -> Bool {
    var thread = pthread_t()
    let argument = unsafe UnsafeMutableRawPointer(bitPattern: Int(end))
    let code = unsafe pthread_create(
      &thread, nil,
      { argument in
        Interruption.wait(on: Int32(Int(bitPattern: argument)))
        return nil
      }, argument)
    return code == 0 && pthread_detach(thread) == 0
  }

  private static func wait(on end: Int32) {
    var byte: UInt8 = 0
    while unsafe read(end, &byte, 1) < 1 {
      if errno != EINTR { return }
    }
    Temporaries.removeAll { _exit(exitCode) }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    // SIG_IGN is the address 1.
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
