import Bytes
import OrderedJSON
import Synchronization

/// Shows the progress of long work, from any thread: as a bar on a terminal, as lines of JSON, or
/// not at all, depending on the options. At most ten times a second.
package final class Progress: Sendable {
  /// What is counted.
  package enum Unit: Sendable, Equatable {
    /// Bytes, shown as `84.0 MB`.
    case bytes
    /// Things, with their plural noun: `trees`.
    case things(String)
  }

  private let terminal: Terminal
  private let task: String
  private let total: Int?
  private let unit: Unit
  private let start: ContinuousClock.Instant
  private let state = Mutex(State())

  private struct State {
    var done = 0
    /// When to draw next, in seconds since the start. Short work has no bar.
    var nextDrawing = 0.2
    var isFinished = false
  }

  /// Starts work of `total` units; null if the total is unknown.
  package init(_ terminal: Terminal, task: String, total: Int? = nil, unit: Unit) {
    self.terminal = terminal
    self.task = task
    self.total = total
    self.unit = unit
    start = .now
  }

  /// Counts units that are done.
  package func advance(by count: Int) {
    guard isShown else { return }
    let elapsed = elapsedSeconds
    // Drawing under the lock ensures that no bar is drawn after `finish`.
    state.withLock { state in
      state.done &+= count
      guard elapsed >= state.nextDrawing, !state.isFinished else { return }
      state.nextDrawing = elapsed + 0.1
      show(done: state.done, elapsed, isLast: false)
    }
  }

  /// Ends the work: removes the bar, or writes the last line of JSON.
  package func finish() {
    guard isShown else { return }
    state.withLock { state in
      guard !state.isFinished else { return }
      state.isFinished = true
      show(done: state.done, elapsedSeconds, isLast: true)
    }
  }

  private var isShown: Bool {
    terminal.drawsBar || (terminal.options.progress == .json && !terminal.options.quiet)
  }

  private var elapsedSeconds: Double {
    let parts = start.duration(to: .now).components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }

  private func show(done: Int, _ elapsed: Double, isLast: Bool) {
    let line = ProgressLine(task: task, done: done, total: total, unit: unit, seconds: elapsed)
    if terminal.options.progress == .json {
      terminal.writeProgress(line.json(isLast: isLast))
    } else if isLast {
      terminal.wipeBar()
    } else {
      terminal.drawBar(line.text(colored: terminal.errorIsColored))
    }
  }
}

/// The state of long work at one moment, as text.
struct ProgressLine: Sendable, Equatable {
  /// The name of the work.
  var task: String
  /// The units done so far.
  var done: Int
  /// The total number of units, if known.
  var total: Int?
  /// What the units are.
  var unit: Progress.Unit
  /// The time since the start.
  var seconds: Double

  private static let barWidth = 14
  private static let taskWidth = 20

  /// One line of less than 80 columns, so it never wraps.
  func text(colored: Bool) -> String {
    var name = String(PrintableText.of(task).prefix(Self.taskWidth))
    name += String(repeating: " ", count: Self.taskWidth - name.count)
    guard let total, total > 0 else { return "\(name) \(amount(done))\(rate)" }
    let part = min(1, Double(done) / Double(total))
    let filled = Int(part * Double(Self.barWidth))
    let bar =
      TextStyle.green.apply(String(repeating: "█", count: filled), if: colored)
      + TextStyle.dim.apply(String(repeating: "░", count: Self.barWidth - filled), if: colored)
    return "\(name) \(bar) \(Int(part * 100))%\(rate)\(timeLeft(total))"
  }

  /// The same for programs; `isLast` marks the end of the work.
  func json(isLast: Bool) -> JSON {
    var object: JSONObject = ["progress": .string(task), "done": .number(done)]
    if let total { object.append("total", .number(total)) }
    switch unit {
    case .bytes: object.append("unit", "bytes")
    case .things(let noun): object.append("unit", .string(noun))
    }
    object.append("seconds", .number((seconds * 1_000).rounded() / 1_000))
    object.append("finished", .bool(isLast))
    return .object(object)
  }

  private var rate: String {
    guard seconds >= 0.1, done > 0 else { return "" }
    let perSecond = Double(done) / seconds
    guard perSecond < 1e15 else { return "" }
    switch unit {
    case .bytes: return "  \(NumberText.bytes(Int(perSecond)))/s"
    case .things: return "  \(NumberText.grouped(Int(perSecond)))/s"
    }
  }

  /// The time left, at the mean rate so far.
  private func timeLeft(_ total: Int) -> String {
    guard done > 0, done < total else { return "" }
    let left = seconds / Double(done) * Double(total - done)
    return "  \(NumberText.seconds(left.rounded(.up))) left"
  }

  private func amount(_ count: Int) -> String {
    switch unit {
    case .bytes: NumberText.bytes(count)
    case .things(let noun): "\(NumberText.grouped(count)) \(PrintableText.of(noun))"
    }
  }
}
