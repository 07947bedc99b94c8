import Glibc

/// How the tool ends. The one table behind `--help`, the README and the tests; 124 to 127 and 137
/// are left to `timeout` and the shell.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  case somethingToSee = 1
  case usage = 2
  case inputRefused = 3
  case inputMissing = 4
  case outputFailed = 5
  case noRoom = 6
  case bug = 70
  case tryAgain = 75
  case interrupted = 130

  /// What the code says, in one line.
  package var meaning: String {
    switch self {
    case .done: "done"
    case .somethingToSee: "done, and there is something to see: findings, differences, conflicts"
    case .usage: "the command line is wrong"
    case .inputRefused: "an input is damaged, refused or unsupported"
    case .inputMissing: "an input is missing"
    case .outputFailed: "the output exists or cannot be written"
    case .noRoom: "not enough room, or over a budget"
    case .bug: "a fault of this tool"
    case .tryAgain: "a passing fault: try again"
    case .interrupted: "interrupted"
    }
  }

  /// Ends the process with this code.
  package func endProcess() -> Never {
    exit(rawValue)
  }
}
