import Dispatch
import Synchronization

/// A computation that is made beside other work when a core is free.
///
/// Code that must not suspend can wait for it. Nobody waits for work that has not begun, so all
/// cores may wait at once.
package final class BackgroundWork<Value: Sendable>: Sendable {
  private enum State: Sendable {
    case waiting(@Sendable () -> Value)
    case running
    case done(Value)
  }

  private let state: Mutex<State>
  private let isDone = DispatchSemaphore(value: 0)

  /// Asks for a computation.
  package init(_ work: @escaping @Sendable () -> Value) {
    state = Mutex(.waiting(work))
    Task.detached { self.begin() }
  }

  /// Does the work here, if no core was free yet.
  package func begin() {
    let work = state.withLock { state -> (@Sendable () -> Value)? in
      guard case .waiting(let work) = state else { return nil }
      state = .running
      return work
    }
    guard let work else { return }
    let value = work()
    state.withLock { $0 = .done(value) }
    isDone.signal()
  }

  /// The result. Waits for it, or computes it here if no core was free yet.
  package func value() -> Value {
    begin()
    isDone.wait()
    isDone.signal()
    return state.withLock { state in
      guard case .done(let value) = state else { preconditionFailure("work that is not done") }
      return value
    }
  }
}
