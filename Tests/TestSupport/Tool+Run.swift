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
  /// Runs the program to its end and returns what it said, whatever its status.
  ///
  /// The streams go through files, so that a program that fills one of them never waits for us.
  /// - Throws: `ToolError.timeLimit` after `seconds`; the program is then killed. That is for one
  ///   that hangs: a machine that runs all tests at once is slow.
  package func run(
    _ arguments: [String], stdin: [UInt8] = [], environment: [String: String] = [:],
    folder: String? = nil, seconds: Double = 600
  ) throws -> ToolResult {
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
    // Foundation keeps ended processes, and with more than a thousand open files it fails to start
    // another one; so the files are closed here as soon as the child has them.
    defer { for stream in streams { try? stream.close() } }
    process.standardInput = streams[0]
    process.standardOutput = streams[1]
    process.standardError = streams[2]
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    if ended.wait(timeout: .now() + seconds) == .timedOut {
      // Foundation's child leads a process group of its own; its children go with it.
      kill(-process.processIdentifier, SIGKILL)
      kill(process.processIdentifier, SIGKILL)
      _ = ended.wait(timeout: .now() + 2)
      throw ToolError.timeLimit(tool: path, seconds: seconds, arguments: arguments)
    }
    let signalled = process.terminationReason == .uncaughtSignal
    return ToolResult(
      status: signalled ? 128 + process.terminationStatus : process.terminationStatus,
      output: try scratch.read("out"), error: try scratch.read("err"))
  }

  /// Runs the program and returns its standard output as text.
  /// - Throws: `ToolError.failed` with its words unless it ended with status 0.
  package func output(_ arguments: [String], stdin: [UInt8] = []) throws -> String {
    let result = try run(arguments, stdin: stdin)
    guard result.status == 0 else {
      throw ToolError.failed(tool: path, status: result.status, message: result.errorText)
    }
    return result.text
  }
}
