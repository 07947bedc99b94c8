import Foundation
import TestSupport

/// A running process of the program.
final class RunningProgram {
  private let process = Process()
  private let begin = Date()

  init(
    _ path: String, _ words: [String], environment: [String: String] = [:], in folder: String
  ) throws {
    process.executableURL = URL(filePath: path)
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Waits for the end, and returns the exit code or the signal's number, and the duration.
  func wait() -> (status: Int32, seconds: Double) {
    process.waitUntilExit()
    return (process.terminationStatus, Date().timeIntervalSince(begin))
  }

  var isRunning: Bool { process.isRunning }

  /// Sends a signal to the program that this one runs, and waits for the end.
  func strikeChild(_ signal: Int32) -> Int32 {
    let id = process.processIdentifier
    let children = try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)
    if let child = children?.split(separator: " ").first.flatMap({ Int32($0) }) {
      kill(child, signal)
    }
    return wait().status
  }

  /// Sends a signal and waits for the end, and returns the exit code or the signal's number.
  func strike(_ signal: Int32) -> Int32 {
    kill(process.processIdentifier, signal)
    return wait().status
  }
}
