import Console
import Packaging
import Synchronization

/// Tells the progress of a job: a bar for each phase and layer, one after the other.
final class JobProgressBar: Sendable {
  private struct State {
    var name = ""
    var done = 0
    var bar: Progress?
  }

  private let terminal: Terminal
  private let unit: Progress.Unit
  private let state = Mutex(State())

  /// - Parameter unit: what the job counts.
  init(_ terminal: Terminal, unit: Progress.Unit = .bytes) {
    self.terminal = terminal
    self.unit = unit
  }

  /// Shows how far the job is.
  func show(_ progress: JobProgress) {
    let name = "\(progress.phase) \(progress.subject)"
    state.withLock { state in
      if name != state.name {
        state.bar?.finish()
        state = State(
          name: name,
          bar: Progress(
            terminal, task: name, total: progress.total > 0 ? progress.total : nil, unit: unit))
      }
      guard progress.done > state.done else { return }
      state.bar?.advance(by: progress.done - state.done)
      state.done = progress.done
    }
  }

  /// The job is done, well or not.
  func finish() {
    state.withLock { state in
      state.bar?.finish()
      state.bar = nil
    }
  }
}
