import Dispatch
import Synchronization

/// A computation that runs beside other work when a core is free.
///
/// Its value can be read where code must not suspend. A reader that comes before the work has begun
/// does it itself, so no reader waits for a free core.
package final class BackgroundWork<Value: Sendable>: Sendable {
  private enum State: Sendable {
    case waiting(@Sendable () -> Value)
    case running
    case done(Value)
  }

  private let state: Mutex<State>
  private let isDone = DispatchSemaphore(value: 0)

  /// Asks for a computation, which runs once.
  package init(_ work: @escaping @Sendable () -> Value) {
    state = Mutex(.waiting(work))
    Task.detached { self.begin() }
  }

  /// Computes the value here if no core was free yet.
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

  /// The value. Computes it here if no core was free yet, or waits until it is there.
  package func value() -> Value {
    begin()
    while true {
      if let value = finished { return value }
      isDone.wait()
      // For the others who wait.
      isDone.signal()
    }
  }

  private var finished: Value? {
    state.withLock { state in
      if case .done(let value) = state { value } else { nil }
    }
  }
}
