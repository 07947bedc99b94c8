import Console
import Packages
import Synchronization

/// Shows the progress of a job: a bar for each phase and layer, one after the other.
final class JobProgressBar: Sendable {
  private struct State {
    var name = ""
    var done = 0
    var bar: Progress?
  }

  private let terminal: Terminal
  private let state = Mutex(State())

  init(_ terminal: Terminal) { self.terminal = terminal }

  /// Shows the state of the job.
  func show(_ progress: JobProgress) {
    let name = "\(progress.phase) \(progress.subject)"
    state.withLock { state in
      if name != state.name {
        state.bar?.finish()
        state = State(
          name: name,
          bar: Progress(
            terminal, task: name, total: progress.total > 0 ? progress.total : nil,
            unit: progress.unit.counted))
      }
      guard progress.done > state.done else { return }
      state.bar?.advance(by: progress.done - state.done)
      state.done = progress.done
    }
  }

  /// Removes the bar at the end of the job.
  func finish() {
    state.withLock { state in
      state.bar?.finish()
      state.bar = nil
    }
  }
}

extension JobProgress.Unit {
  /// The unit as bars show it.
  fileprivate var counted: Progress.Unit { self == .bytes ? .bytes : .things(rawValue) }
}
