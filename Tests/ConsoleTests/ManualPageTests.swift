import Console
import TestSupport
import Testing

/// The page that `man` shows.
@Suite struct ManualPageTests {
  private let page = ManualPage(SampleProgram.program).text()

  @Test func `it has every command, option, exit code and topic`() {
    for command in SampleProgram.program.commands {
      #expect(page.contains(".SS fieldpack \(command.name)\n"))
      for option in command.options {
        #expect(page.contains("\\fB\\-\\-\(option.long)\\fR"))
      }
    }
    for code in ExitCode.allCases { #expect(page.contains(".B \(code.rawValue)\n")) }
    #expect(page.contains(".B packing\nPack a map"))
    #expect(page.hasPrefix(".TH FIELDPACK 1 2026-05-01 \"fieldpack 1.2.3\""))
  }

  @Test func `text is never taken for a request`() {
    let command = Command(
      "odd", summary: ".so /etc/passwd", discussion: ["'quoted", "a\\b"],
      examples: [Example("odd", "run it")])
    let program = Program(
      name: "odd", summary: "is odd", version: "1", releaseDate: "2026-05-01",
      commands: [command], topics: [])
    let lines = ManualPage(program).text().split(separator: "\n")
    #expect(lines.contains("\\&.so /etc/passwd."))
    #expect(lines.contains("\\&'quoted"))
    #expect(lines.contains("a\\eb"))
  }

  @Test(.needs(.program("groff"))) func `groff finds nothing to warn of`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(page, to: "fieldpack.1")
    let result = try await #require(Tool(named: "groff")).run(["-man", "-ww", "-z", file])
    #expect(result.status == 0)
    #expect(result.errorText == "")
  }
}
