import FoundationEssentials
import Glibc

/// The cost of one run of a program, or of several programs in sequence.
struct Cost: Codable, Sendable {
  /// Wall time in seconds.
  var wall = 0.0
  /// User and system time in seconds, of the process and the children that it waited for.
  var cpu = 0.0
  /// Peak resident memory, in bytes.
  var peak = 0

  /// Adds a step that ran after this one.
  mutating func add(_ step: Cost) {
    wall += step.wall
    cpu += step.cpu
    peak = max(peak, step.peak)
  }
}

/// A step failed.
struct StepFailure: Error, CustomStringConvertible {
  var command: [String]
  var status: Int32
  /// The end of its standard error.
  var message: String

  var description: String {
    "\(command.first ?? "?") ended with status \(status): \(message)"
  }
}

/// Runs a program and measures it with `wait4`.
///
/// The kernel counts the parent's memory at the spawn into the child's peak. So this program stays
/// small, and reports that minimum (see `floor()`).
enum ChildProcess {
  /// Runs a program of PATH to its end.
  ///
  /// - Throws: `StepFailure` if it can't start or its exit status is not accepted.
  static func run(
    _ command: [String], folder: String, output: String = "/dev/null", accepts: Set<Int32> = [0]
  ) throws -> Cost {
    let errors = folder + "/stderr.txt"
    let clock = ContinuousClock()
    var usage = rusage()
    var status: Int32 = 0
    var pid: pid_t = 0
    let start = clock.now
    let failure = spawn(command, output: output, errors: errors, pid: &pid)
    guard failure == 0 else {
      throw StepFailure(command: command, status: failure, message: "can't start")
    }
    while unsafe wait4(pid, &status, 0, &usage) < 0 && errno == EINTR {}
    let wall = clock.now - start
    let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    guard accepts.contains(code) else {
      let text = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
      throw StepFailure(command: command, status: code, message: String(text.suffix(300)))
    }
    return Cost(
      wall: wall / .seconds(1),
      cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      peak: Int(usage.ru_maxrss) * 1024)
  }

  /// The peak memory of a program that does nothing. No result can be lower.
  static func floor(folder: String) -> Int {
    (try? run(["true"], folder: folder))?.peak ?? 0
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }

  private static func spawn(
    _ command: [String], output: String, errors: String, pid: inout pid_t
  ) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    let write = O_WRONLY | O_CREAT | O_TRUNC
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output, write, 0o644)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, write, 0o644)
    let pairs = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
    var environment = unsafe pairs.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe arguments.indices { unsafe free(arguments[index]) }
      for index in unsafe environment.indices { unsafe free(environment[index]) }
    }
    return unsafe posix_spawnp(
      &pid, command.first ?? "", &actions, nil, &arguments, &environment)
  }
}
