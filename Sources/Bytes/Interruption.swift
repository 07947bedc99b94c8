import Glibc

/// What happens on Ctrl-C, `kill` and a closed terminal: this process's temporary files and
/// folders are removed and it ends with exit code 130.
///
/// The signals are blocked in every thread and one thread waits for them. That thread may take
/// locks, list folders and allocate, none of which a signal handler may.
package enum Interruption {
  /// The exit code of an interrupted run.
  package static let exitCode: Int32 = 130

  /// Starts to watch. Call once, before other threads start: they inherit the blocked signals.
  /// A signal that was ignored when the process started (`nohup`) stays ignored.
  package static func install() {
    var signals = signalSet()
    guard unsafe pthread_sigmask(SIG_BLOCK, &signals, nil) == 0 else { return }
    var thread = pthread_t()
    let started = unsafe pthread_create(
      &thread, nil,
      { _ in
        Interruption.wait()
        return nil
      }, nil)
    if started == 0 {
      pthread_detach(thread)
    } else {
      _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
  }

  private static func signalSet() -> sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(signal) {
      unsafe sigaddset(&signals, signal)
    }
    return signals
  }

  /// True when the process was started with this signal ignored. Linux would hand a blocked
  /// signal to the waiting thread even then.
  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    // SIG_IGN is the address 1.
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  private static func wait() {
    var signals = signalSet()
    var received: Int32 = 0
    while unsafe sigwait(&signals, &received) != 0 {}
    Temporaries.removeAll { _exit(exitCode) }
  }
}
