import Dispatch
import Synchronization

/// A ``KeyRun`` that is sorted and written beside other work, when a core is free.
final class BackgroundRun: Sendable {
  private enum State: Sendable {
    case waiting(ByteKeys)
    case running
    case done(Result<KeyRun, SQLiteFileError>)
  }

  private let state: Mutex<State>
  private let isDone = DispatchSemaphore(value: 0)

  init(_ keys: ByteKeys) {
    state = Mutex(.waiting(keys))
    Task.detached { self.work() }
  }

  /// Whether no core was free yet.
  var isWaiting: Bool {
    state.withLock { state in
      if case .waiting = state { true } else { false }
    }
  }

  /// Does the work if nobody else has begun it.
  func work() {
    let keys = state.withLock { state -> ByteKeys? in
      guard case .waiting(let keys) = state else { return nil }
      state = .running
      return keys
    }
    guard let keys else { return }
    let result = Result { () throws(SQLiteFileError) in try KeyRun(keys) }
    state.withLock { $0 = .done(result) }
    isDone.signal()
  }

  /// The run. Waits for it, or makes it here if no core was free. Nobody waits for work that has
  /// not begun, so that all cores may wait at once.
  func run() throws(SQLiteFileError) -> KeyRun {
    work()
    isDone.wait()
    isDone.signal()
    return try result.get()
  }

  private var result: Result<KeyRun, SQLiteFileError> {
    state.withLock { state in
      guard case .done(let result) = state else { preconditionFailure("a run that is not done") }
      return result
    }
  }
}
