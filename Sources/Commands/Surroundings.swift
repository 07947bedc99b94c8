import Bytes
import Console
import FeatureData
import FoundationEssentials

/// What a command takes from the process around it. Nothing below reads a clock or a variable.
package struct Surroundings: Sendable {
  /// How the program was called, for command lines that are shown.
  package var program: String
  /// `SOURCE_DATE_EPOCH`: the time to write into outputs, in seconds since 1970.
  package var sourceDateEpoch: String?
  /// Milliseconds since 1970 UTC.
  package var wallClock: @Sendable () -> Int64

  /// Surroundings from their parts.
  package init(
    program: String, sourceDateEpoch: String?, wallClock: @escaping @Sendable () -> Int64
  ) {
    self.program = program
    self.sourceDateEpoch = sourceDateEpoch
    self.wallClock = wallClock
  }

  /// Those of this process, called as `program`.
  package static func current(program: String?) -> Surroundings {
    // A name without a folder was found in PATH and is found there again.
    Surroundings(
      program: program.flatMap { $0.contains("/") ? $0 : nil } ?? "fieldpack",
      sourceDateEpoch: EnvironmentValue.string("SOURCE_DATE_EPOCH"),
      wallClock: { Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)) })
  }

  /// The time an output is made at: `--now`, else `SOURCE_DATE_EPOCH`, else the wall clock.
  /// The time that was given: by an option, or SOURCE_DATE_EPOCH; nil where only the clock tells.
  func givenTime(option: String?) throws(ConsoleError) -> Int64? {
    guard option != nil || sourceDateEpoch?.isEmpty == false else { return nil }
    return try now(option: option)
  }

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
