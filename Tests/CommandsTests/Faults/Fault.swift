import Foundation
import TestSupport

/// A fault at one system call of the program, which strace makes happen.
struct Fault: CustomStringConvertible, Sendable {
  /// A kill as the call begins, or an error instead of the call.
  enum Kind: Hashable, Sendable {
    case signal(String)
    case error(String)
  }

  var kind: Kind
  /// The name of the system call.
  var call: String
  /// Which of these calls of a thread, from 1.
  var number: Int

  var description: String {
    switch kind {
    case .signal(let name): "\(name) at \(call) \(number)"
    case .error(let name): "\(name) at \(call) \(number)"
    }
  }

  /// The calls that change names.
  static let naming = ["rename", "renameat2", "link", "unlink", "mkdir", "rmdir"]
  /// The calls that write.
  static let writing = ["pwrite64", "sendfile", "fsync"]
  /// The call that opens files and folders.
  static let opening = "openat"

  private static func strace(_ options: [String], _ words: [String]) throws -> [String] {
    guard let program = Tool.fieldpack else { throw CocoaError(.fileNoSuchFile) }
    return ["-f", "-qq"] + options + [program.path] + words
  }

  /// Runs the program with this fault.
  func run(_ words: [String], in folder: String) async throws -> ToolResult {
    var options = [
      "-o", "/dev/null", "-e",
      "trace=" + (Self.naming + Self.writing + [Self.opening]).joined(separator: ","),
    ]
    let effect: String
    switch kind {
    case .signal(let name):
      effect = "signal=" + name
    case .error(let name):
      effect = "error=" + name
      // Faster, but then no signals are sent.
      options.append("--seccomp-bpf")
    }
    options += ["-e", "inject=\(call):\(effect):when=\(number)"]
    guard let strace = Tool(named: "strace") else { throw CocoaError(.fileNoSuchFile) }
    return try await strace.run(
      try Self.strace(options, words), environment: FaultCase.environment, folder: folder,
      seconds: 120)
  }

  /// Starts the program so that each call that changes a name takes a while. Most of its time is in
  /// its commit then. strace can't interrupt it: a signal for one thread waits there, because the
  /// runtime's threads block signals.
  static func startSlowly(_ words: [String], in folder: String) throws -> RunningProgram {
    guard let strace = Tool(named: "strace") else { throw CocoaError(.fileNoSuchFile) }
    let slow = ["rename", "renameat2", "link", "unlink", "rmdir"].joined(separator: ",")
    return try RunningProgram(
      strace.path,
      try Self.strace(
        ["-o", "/dev/null", "-e", "trace=" + slow, "-e", "inject=\(slow):delay_enter=20000"], words),
      environment: FaultCase.environment, in: folder)
  }

  /// The calls of a run without faults: the name and the number of each.
  static func calls(of words: [String], in folder: String) async throws -> [(
    call: String, number: Int
  )] {
    let scratch = try TemporaryFolder()
    let names = naming + writing + [opening]
    guard let strace = Tool(named: "strace") else { throw CocoaError(.fileNoSuchFile) }
    _ = try await strace.run(
      try Self.strace(
        ["-o", scratch.path("log"), "-e", "trace=" + names.joined(separator: ",")], words),
      environment: FaultCase.environment, folder: folder, seconds: 120)
    var calls: [(call: String, number: Int)] = []
    for call in SystemCall.all(of: names, in: try scratch.read("log")) {
      // Reading is another matter.
      guard call.name != opening || call.text.contains("O_CREAT") else { continue }
      if !calls.contains(where: { $0 == (call.name, call.number) }) {
        calls.append((call.name, call.number))
      }
    }
    return calls
  }

  /// Up to `count` faults among the calls of a run: calls that change names first.
  static func chosen(
    _ kinds: [Kind], among calls: [(call: String, number: Int)], count: Int, seed: UInt64
  ) -> [Fault] {
    var generator = SeededGenerator(seed: seed)
    let names = calls.filter { naming.contains($0.call) }
    let others = calls.filter { !naming.contains($0.call) }
    func pick(_ calls: [(call: String, number: Int)], _ count: Int) -> [(call: String, number: Int)]
    {
      var left = calls
      while left.count > count { left.remove(at: generator.integer(in: 0...left.count - 1)) }
      return left
    }
    let picked = pick(names, count * 3 / 4)
    return (picked + pick(others, count - picked.count)).enumerated().flatMap { index, call in
      let all = kinds.filter { kind in
        // A call can fail only in its own ways.
        kind != .error("EMFILE") || call.call == opening
      }
      let few = count < 100 ? [all[index % all.count]] : all
      return few.map { Fault(kind: $0, call: call.call, number: call.number) }
    }
  }
}
