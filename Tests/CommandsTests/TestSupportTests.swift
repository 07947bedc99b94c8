import TestSupport
import Testing

@Suite struct TestSupportTests {
  @Test func `the generator gives the published numbers of SplitMix64`() {
    var generator = SeededGenerator(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
  }

  @Test func `a temporary folder is removed with its last reference`() async throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
    let path = try #require(try folder?.write("text", to: "a/b.txt"))
    #expect(try folder?.files() == ["a/b.txt"])
    folder = nil
    let fails = await Tool(path: "/bin/cat").fails(on: path)
    #expect(fails)
  }

  @Test func `a tool returns its status, output and error separately`() async throws {
    let shell = try #require(Tool(named: "sh"))
    let result = try await shell.run(
      ["-c", "cat; echo bad >&2; exit 3"], stdin: Array("good\n".utf8))
    #expect(result.status == 3)
    #expect(result.text == "good")
    #expect(result.errorText == "bad")
  }

  @Test func `a tool that does not end is killed at its time limit`() async throws {
    let shell = try #require(Tool(named: "sh"))
    await #expect(throws: ToolError.self) {
      try await shell.run(["-c", "sleep 20"], seconds: 0.2)
    }
  }
}

extension Tool {
  fileprivate func fails(on path: String) async -> Bool {
    (try? await run([path]))?.status != 0
  }
}
