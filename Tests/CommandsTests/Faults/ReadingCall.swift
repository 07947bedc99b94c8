import Foundation
import TestSupport
import Testing

/// A system call of a command that reads or looks at an input in its folder.
struct ReadingCall: CustomStringConvertible, Hashable, Sendable {
  /// The name of the system call.
  var call: String
  /// The file, or the folder of the file, relative to the folder of the command.
  var path: String
  /// Which of these calls on this path, from 1.
  var number: Int

  var description: String { "\(call) \(number) of \(path)" }

  /// The calls that read or look.
  private static let names = ["openat", "newfstatat", "getdents64", "pread64", "readlink"]

  /// The words of strace that run a command whose call fails.
  var failing: [String] {
    [
      "strace", "-f", "-qq", "-o", "/dev/null", "-P", path, "-e", "trace=\(call)", "-e",
      "inject=\(call):error=EIO:when=\(number)",
    ]
  }

  /// The calls of a run without faults.
  static func all(of job: MachineJob, in folder: String) async throws -> [ReadingCall] {
    let scratch = try TemporaryFolder()
    _ = try await job.run(
      under: [
        "strace", "-f", "-qq", "-y", "-o", scratch.path("log"), "-e",
        "trace=" + names.joined(separator: ","),
      ], in: folder)
    var counts: [String: Int] = [:]
    var calls: [ReadingCall] = []
    for call in SystemCall.all(of: names, in: try scratch.read("log")) {
      guard let path = input(of: call.text, in: folder) else { continue }
      let number = counts["\(call.name) \(path)", default: 0] + 1
      counts["\(call.name) \(path)"] = number
      calls.append(ReadingCall(call: call.name, path: path, number: number))
    }
    return calls
  }

  /// The path of the input that a call is about: that of an open file or folder, or the word of the
  /// call. Nil for other files and for outputs.
  private static func input(of call: Substring, in folder: String) -> String? {
    guard !call.contains("O_CREAT"), !call.contains(".partial-"), !call.contains("(deleted)") else {
      return nil
    }
    if let start = call.range(of: "<\(folder)/")?.upperBound {
      return call[start...].prefix { $0 != ">" }.description
    }
    let word =
      call.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
      .dropFirst().first ?? ""
    // Absolute paths are those of libraries. The folder itself is synced after the outputs have their
    // names.
    return word.isEmpty || word.hasPrefix("/") || word == "." ? nil : String(word)
  }

  /// Some calls of each kind, spread over the run.
  static func some(of calls: [ReadingCall]) -> [ReadingCall] {
    names.flatMap { name in
      let same = calls.filter { $0.call == name }
      return stride(from: 0, to: same.count, by: same.count / 3 + 1).map { same[$0] }
    }
  }
}
