import Foundation

/// How a program ended and what it said.
package struct ToolResult: Sendable {
  /// The exit code, or 128 + the signal's number.
  package var status: Int32
  /// Everything it wrote to standard output.
  package var output: [UInt8]
  /// Everything it wrote to standard error.
  package var error: [UInt8]

  /// Standard output as text, without the line ends at its end.
  package var text: String { Self.trimmed(output) }
  /// Standard error as text, without the line ends at its end.
  package var errorText: String { Self.trimmed(error) }
  /// The lines of standard output.
  package var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func trimmed(_ bytes: [UInt8]) -> String {
    var bytes = bytes[...]
    while bytes.last == 10 || bytes.last == 13 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Why a program gave no result.
package enum ToolError: Error {
  case timeLimit(tool: String, seconds: Double, arguments: [String])
  case failed(tool: String, status: Int32, message: String)
}

extension Tool {
  /// Runs the program to its end and returns what it wrote, whatever its status.
  ///
  /// The streams go through files, so that a program that fills one of them never waits for us. No
  /// thread waits for the program: other tests run meanwhile.
  /// - Throws: `ToolError.timeLimit` after `seconds`, when the program is killed. The limit is for
  ///   programs that hang: a machine that runs all tests at once is slow.
  package func run(
    _ arguments: [String], stdin: [UInt8] = [], environment: [String: String] = [:],
    folder: String? = nil, seconds: Double = 600
  ) async throws -> ToolResult {
    await RunningTools.shared.enter()
    do {
      let result = try await runNow(
        arguments, stdin: stdin, environment: environment, folder: folder, seconds: seconds)
      await RunningTools.shared.leave()
      return result
    } catch {
      await RunningTools.shared.leave()
      throw error
    }
  }

  private func runNow(
    _ arguments: [String], stdin: [UInt8], environment: [String: String], folder: String?,
    seconds: Double
  ) async throws -> ToolResult {
    let scratch = try TemporaryFolder()
    try scratch.write(stdin, to: "in")
    try scratch.write([], to: "out")
    try scratch.write([], to: "err")
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let streams = [
      try FileHandle(forReadingFrom: URL(filePath: scratch.path("in"))),
      try FileHandle(forWritingTo: URL(filePath: scratch.path("out"))),
      try FileHandle(forWritingTo: URL(filePath: scratch.path("err"))),
    ]
    process.standardInput = streams[0]
    process.standardOutput = streams[1]
    process.standardError = streams[2]
    let status: Int32?
    do {
      // Foundation keeps ended processes, and with more than a thousand open files it fails to start
      // another one; so the files are closed here as soon as the child has ended.
      defer { for stream in streams { try? stream.close() } }
      status = try await Self.end(of: process, seconds: seconds)
    }
    guard let status else {
      throw ToolError.timeLimit(tool: path, seconds: seconds, arguments: arguments)
    }
    return ToolResult(
      status: status, output: try scratch.read("out"), error: try scratch.read("err"))
  }

  /// Starts a process and waits for its end.
  ///
  /// - Returns: The exit code, or 128 + the signal's number; null if the time ran out.
  private static func end(of process: Process, seconds: Double) async throws -> Int32? {
    let timeLimit = TimeLimit()
    defer { timeLimit.cancel() }
    let status: Int32 = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { ended in
        let isSignal = ended.terminationReason == .uncaughtSignal
        continuation.resume(
          returning: isSignal ? 128 + ended.terminationStatus : ended.terminationStatus)
      }
      do {
        try process.run()
        timeLimit.start(seconds, killing: process.processIdentifier)
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    return timeLimit.hasPassed ? nil : status
  }

  /// Runs the program and returns its standard output as text.
  /// - Throws: `ToolError.failed` with what it wrote, unless it ended with status 0.
  package func output(_ arguments: [String], stdin: [UInt8] = []) async throws -> String {
    let result = try await run(arguments, stdin: stdin)
    guard result.status == 0 else {
      throw ToolError.failed(tool: path, status: result.status, message: result.errorText)
    }
    return result.text
  }

  /// Runs the program to its end and returns its standard output as text; null unless its status
  /// was 0.
  ///
  /// This one waits on its thread: conditions of tests and benchmarks cannot suspend. It is for
  /// short questions, such as whether Python has a module.
  package func answer(_ arguments: [String]) -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else { return nil }
    return String(decoding: bytes, as: UTF8.self)
      .trimmingCharacters(in: CharacterSet(charactersIn: "\r\n"))
  }
}

/// Kills a process that takes too long.
private final class TimeLimit: @unchecked Sendable {
  private let lock = NSLock()
  private var timer: DispatchWorkItem?
  private var isOver = false

  var hasPassed: Bool { lock.withLock { isOver } }

  func start(_ seconds: Double, killing process: Int32) {
    let timer = DispatchWorkItem { [self] in
      lock.withLock { isOver = true }
      // Foundation's child leads a process group of its own; its children go with it.
      kill(-process, SIGKILL)
      kill(process, SIGKILL)
    }
    lock.withLock { self.timer = timer }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: timer)
  }

  func cancel() {
    lock.withLock { timer }?.cancel()
  }
}

/// Keeps the number of programs that run at once near the number of cores.
private actor RunningTools {
  static let shared = RunningTools(limit: ProcessInfo.processInfo.activeProcessorCount + 1)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(limit: Int) {
    free = limit
  }

  func enter() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
