import Bytes
import Console
import FeatureData
import FoundationEssentials

/// What a command takes from its process. No other code reads a clock or an environment variable.
package struct Surroundings: Sendable {
  /// The name that called the program, for command lines in answers.
  package var program: String
  /// `SOURCE_DATE_EPOCH`: the time to write into outputs, in seconds since 1970.
  package var sourceDateEpoch: String?
  /// The index that an engine for many tasks gives this one, from 0.
  package var taskIndex: Int?
  /// `FIELDPACK_TOKEN`: the token or API key for services.
  package var token: String?
  /// `FIELDPACK_PASSWORD`: the password of the user who signs in to services.
  package var password: String?
  /// `FIELDPACK_CLIENT_SECRET`: the secret of the app that signs in to services.
  package var clientSecret: String?
  /// The folder for settings of this user: `XDG_CONFIG_HOME`, otherwise `.config` in `HOME`.
  package var settings: String?
  /// Milliseconds since 1970 UTC.
  package var wallClock: @Sendable () -> Int64

  /// Surroundings from their parts.
  package init(
    program: String, sourceDateEpoch: String?, taskIndex: Int? = nil, token: String? = nil,
    password: String? = nil, clientSecret: String? = nil, settings: String? = nil,
    wallClock: @escaping @Sendable () -> Int64
  ) {
    self.program = program
    self.taskIndex = taskIndex
    self.token = token
    self.password = password
    self.clientSecret = clientSecret
    self.settings = settings
    self.sourceDateEpoch = sourceDateEpoch
    self.wallClock = wallClock
  }

  /// The surroundings of this process, called as `program`.
  package static func current(program: String?) -> Surroundings {
    // The shell found a name without a folder in PATH, and will find it there again.
    Surroundings(
      program: program.flatMap { $0.contains("/") ? $0 : nil } ?? "fieldpack",
      sourceDateEpoch: EnvironmentValue.string("SOURCE_DATE_EPOCH"), taskIndex: currentTaskIndex,
      token: EnvironmentValue.string("FIELDPACK_TOKEN"),
      password: EnvironmentValue.string("FIELDPACK_PASSWORD"),
      clientSecret: EnvironmentValue.string("FIELDPACK_CLIENT_SECRET"), settings: currentSettings,
      wallClock: { Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)) })
  }

  /// The XDG Base Directory Specification ignores relative paths.
  private static var currentSettings: String? {
    func folder(_ name: String) -> String? {
      EnvironmentValue.string(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return folder("XDG_CONFIG_HOME") ?? folder("HOME").map { $0 + "/.config" }
  }

  /// The index of a Kubernetes Indexed Job, a Slurm array or an AWS Batch array.
  private static var currentTaskIndex: Int? {
    func number(_ name: String) -> Int? { EnvironmentValue.string(name).flatMap { Int($0) } }
    // Slurm arrays may begin with another number than 0.
    let slurm = number("SLURM_ARRAY_TASK_ID").map { $0 - (number("SLURM_ARRAY_TASK_MIN") ?? 0) }
    return number("JOB_COMPLETION_INDEX") ?? slurm ?? number("AWS_BATCH_JOB_ARRAY_INDEX")
  }

  /// The time of `--now` or `SOURCE_DATE_EPOCH`; null if neither is given.
  func givenTime(option: String?) throws(ConsoleError) -> Int64? {
    guard option != nil || sourceDateEpoch?.isEmpty == false else { return nil }
    return try now(option: option)
  }

  /// The time to write into outputs: `--now`, otherwise `SOURCE_DATE_EPOCH`, otherwise the clock.
  func now(option: String?) throws(ConsoleError) -> Int64 {
    if let option {
      guard let time = DateText.milliseconds(option) else {
        throw .badValue(
          option: "--now", value: option, expected: "a time such as 2026-05-01T12:30:00Z")
      }
      return time
    }
    guard let text = sourceDateEpoch, !text.isEmpty else { return wallClock() }
    guard let seconds = Int64(text), seconds >= 0, seconds <= DateText.latest / 1_000 else {
      throw .badValue(
        option: "SOURCE_DATE_EPOCH", value: text, expected: "seconds since 1970")
    }
    return seconds * 1_000
  }
}
