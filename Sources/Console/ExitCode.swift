import Glibc

/// The exit codes of the tool, as `--help`, the README and the tests list them.
///
/// `timeout` and the shell use 124 to 127 and 137.
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

  /// What the code means, in one line.
  package var meaning: String {
    switch self {
    case .done: "done"
    case .somethingToSee: "finished with findings, differences or conflicts"
    case .usage: "the command line is wrong"
    case .inputRefused: "an input is damaged, unsupported or refused"
    case .inputMissing: "an input is missing"
    case .outputFailed: "the output exists already or can't be written"
    case .noRoom: "not enough room"
    case .bug: "internal error"
    case .tryAgain: "temporary failure: try again"
    case .interrupted: "interrupted"
    }
  }

  /// Ends the process with this code.
  package func endProcess() -> Never {
    exit(rawValue)
  }
}
