import Foundation
import TestSupport
import Testing

/// Limits of the system that are too low.
@Suite(.needs(.fieldpack)) struct LimitTests {
  private func run(_ limit: String, _ words: [String]) async throws -> ToolResult {
    let folder = try TemporaryFolder()
    let program = try #require(Tool.fieldpack).path
    return try await Tool(path: "/bin/sh").run(
      ["-c", "ulimit \(limit) && exec \"$@\"", "sh", program] + words,
      environment: ["NO_COLOR": "1"], folder: folder.path, seconds: 120)
  }

  @Test(arguments: [8, 12, 24, 63])
  func `too few open files are reported at the start`(limit: Int) async throws {
    let result = try await run("-n \(limit)", ["demo"])
    #expect(result.status == 75)
    #expect(
      result.errorText == """
        error[RUN_LIMIT_TOO_LOW]: fieldpack: may open only \(limit) files at the same time, but needs 64
          fix: Raise the limit: ulimit -n 64 or more.
        """)
  }

  @Test func `64 open files are enough`() async throws {
    #expect(try await run("-n 64", ["demo"]).status == 0)
  }

  @Test(.needs(.strace))
  func `a merge of too many packages ends before the system refuses a file to the runtime`()
    async throws
  {
    let parent = try TemporaryFolder()
    let folder = parent.path("city")
    try await MachineTrial.copyInputs(to: folder)
    let packages = (1...80).map { "crew-\($0 + 10).mmpk" }
    for name in packages {
      try FileManager.default.copyItem(
        atPath: folder + "/crew-1.mmpk", toPath: "\(folder)/\(name)")
    }
    let job = MachineJob(
      words: ["merge", "--into", "office.gpkg", "-o", "m.gpkg"] + packages, outputs: ["m.gpkg"])
    let log = parent.path("log")
    let result = try await job.run(
      "ulimit -n 64", under: ["strace", "-f", "-qq", "-o", log, "-e", "trace=openat"], in: folder)
    #expect([5, 75].contains(result.status), "\(result.errorText)")
    #expect(result.errorText.contains("too many files are open"), "\(result.errorText)")
    #expect(!result.text.contains("there is"))
    let calls = try String(contentsOfFile: log, encoding: .utf8)
    #expect(calls.contains("crew-30.mmpk"))
    #expect(!calls.contains("EMFILE"))
  }

  @Test func `too little memory is reported at the start`() async throws {
    let result = try await run("-v 400000", ["demo"])
    #expect(result.status == 75)
    #expect(
      result.errorText == """
        error[RUN_LIMIT_TOO_LOW]: fieldpack: may use only 409.6 MB of address space, but needs 512.0 MB
          fix: Raise the limit: ulimit -v 500000 or more.
        """)
  }
}
