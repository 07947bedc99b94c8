import Bytes
import Foundation
import TestSupport
import Testing

/// Every command that writes, with signals and errors at its system calls: all outputs are as before,
/// or all are complete.
@Suite(.needs(.fieldpack, .strace)) struct FaultTests {
  private static let isExhaustive =
    ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] == "1"
  /// The faults of a command of each table.
  private static let count =
    EnvironmentValue.string("FIELDPACK_FAULT_MOMENTS").flatMap { Int($0) }
    ?? (isExhaustive ? 300 : 4)
  private static let cases = FaultCase.all.filter { isExhaustive || !$0.isLong }

  /// A command with the folder before and after it.
  private struct Run {
    var test: FaultCase
    var start: TemporaryFolder
    var before: FolderContent
    var after: FolderContent
    var calls: [(call: String, number: Int)]

    init(_ test: FaultCase) async throws {
      self.test = test
      start = try await test.prepare()
      before = try FolderContent(of: start)
      let folder = try TemporaryFolder()
      try test.copyFolder(from: start, to: folder)
      calls = try await Fault.calls(of: test.words, in: folder.path)
      after = try FolderContent(of: folder)
      let isChanged = before != after
      try #require(isChanged)
      try #require(calls.count > 3, "strace listed \(calls.count) calls")
    }

    /// Runs the command with a fault, in a folder of its own.
    func run(_ fault: Fault) async throws -> (folder: TemporaryFolder, result: ToolResult) {
      let folder = try TemporaryFolder()
      try test.copyFolder(from: start, to: folder)
      return (folder, try await fault.run(test.words, in: folder.path))
    }

    /// Whether a folder is as before or as after.
    func isWhole(_ content: FolderContent) -> Bool {
      content == before || content == after || test.isMany && content.isMix(of: before, after)
    }

    func report(_ content: FolderContent) -> String {
      "differs from before in \(content.differences(from: before).prefix(9)), "
        + "from after in \(content.differences(from: after).prefix(9))"
    }
  }

  @Test(arguments: cases)
  func `an interrupted command leaves its outputs old or new, and no temporary files`(
    _ test: FaultCase
  ) async throws {
    let run = try await Run(test)
    let whole = try TemporaryFolder()
    try test.copyFolder(from: run.start, to: whole)
    let seconds = try Fault.startSlowly(test.words, in: whole.path).wait().seconds
    var generator = SeededGenerator(seed: 31)
    for moment in 0..<Self.count {
      let folder = try TemporaryFolder()
      try test.copyFolder(from: run.start, to: folder)
      let program = try Fault.startSlowly(test.words, in: folder.path)
      usleep(UInt32(seconds * Double(generator.integer(in: 300...1_020)) * 1e3))
      let signal = [SIGINT, SIGTERM][moment % 2]
      let status = program.strikeChild(signal)
      let content = try FolderContent(of: folder)
      // The signal came before the program listened to signals.
      if status == signal, content == run.before { continue }
      let isWhole = run.isWhole(content)
      #expect(isWhole, "moment \(moment): \(run.report(content))")
      let isDone = [0, 1].contains(status)
      #expect(isDone || status == 130, "moment \(moment): \(status)")
      let isComplete = content == run.after
      #expect(!isDone || isComplete, "moment \(moment)")
    }
  }

  @Test(arguments: cases)
  func `after a kill, every file is old or new, and the next run completes the command`(
    _ test: FaultCase
  ) async throws {
    let run = try await Run(test)
    for fault in Fault.chosen(
      [.signal("SIGKILL")], among: run.calls, count: Self.count, seed: 32)
    {
      let (folder, _) = try await run.run(fault)
      let found = try FolderContent(of: folder)
      let left = found.withoutTemporaries
      let isMix = left.isMix(of: run.before, run.after)
      #expect(isMix, "\(fault): \(run.report(left))")
      guard test.isRepeatable || left != run.after else { continue }
      let next = try await #require(Tool.fieldpack).run(
        test.words, environment: FaultCase.environment, folder: folder.path)
      var content = try FolderContent(of: folder)
      if content != run.after, left == run.after {
        // Killed when only its temporaries were left. The next run stopped before it looked into
        // their folder, and one that writes there removes them.
        _ = try await #require(Tool.fieldpack).run(
          test.words + ["--force"], environment: FaultCase.environment, folder: folder.path)
        content = try FolderContent(of: folder)
      }
      let isComplete = content == run.after
      #expect(isComplete, "\(fault): \(next.errorText) \(run.report(content))")
      let isBegun = left != run.before && left != run.after
      if isBegun, found.hasRecord {
        #expect(next.errorText.contains("FILE_COMPLETED"), "\(fault): \(next.errorText)")
      }
    }
  }

  /// Errors and how commands end with them.
  private static let errors: [(kind: Fault.Kind, exits: [Int32])] = [
    (.error("ENOSPC"), [6]), (.error("EIO"), [5]), (.error("EROFS"), [5]),
    (.error("EMFILE"), [5]),
  ]

  @Test(arguments: cases)
  func `an error at any call leaves the outputs old or new, and the exit code is right`(
    _ test: FaultCase
  ) async throws {
    let run = try await Run(test)
    for fault in Fault.chosen(
      Self.errors.map(\.kind), among: run.calls, count: Self.count, seed: 33)
    {
      let (folder, result) = try await run.run(fault)
      let content = try FolderContent(of: folder)
      // What the program can't look into or remove now, it leaves to the next run.
      let isLeft = ["unlink", "rmdir", Fault.opening].contains(fault.call)
      let whole = isLeft ? content.withoutTemporaries : content
      let isWhole = run.isWhole(whole)
      #expect(isWhole, "\(fault): \(result.status) \(run.report(whole))")
      // Calls are counted for each thread, so the fault may meet the system's loader instead, or the
      // runtime as it reads the arguments.
      guard result.status != 127, !result.errorText.contains("USAGE_COMMAND_MISSING") else {
        continue
      }
      var exits = Self.errors.first { $0.kind == fault.kind }?.exits ?? []
      // Or an input that is opened to be read.
      if fault.call == Fault.opening { exits.append(75) }
      let isDone = [0, 1].contains(result.status)
      #expect(
        isDone || exits.contains(result.status), "\(fault): \(result.status) \(result.errorText)")
      let isComplete = whole == run.after
      #expect(!isDone || isComplete, "\(fault): \(run.report(whole))")
    }
  }
}
