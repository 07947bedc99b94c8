import Console
import TestSupport
import Testing

@Suite struct ShellCompletionsTests {
  private func script(_ shell: ShellCompletions, in folder: TemporaryFolder) throws -> String {
    let text = shell.script(for: SampleProgram.program)
    try folder.write(Array(text.utf8), to: "script")
    return folder.path("script")
  }

  @Test(arguments: ShellCompletions.allCases)
  func `every command and option is in the script`(shell: ShellCompletions) {
    let text = shell.script(for: SampleProgram.program)
    for command in SampleProgram.program.commands {
      #expect(text.contains(command.name))
      for option in command.options { #expect(text.contains(option.long)) }
    }
  }

  @Test(arguments: ShellCompletions.allCases)
  func `the shell accepts the script`(shell: ShellCompletions) async throws {
    try Need.program(shell.rawValue).orCancel()
    let tool = try #require(Tool(named: shell.rawValue))
    let folder = try TemporaryFolder()
    let result = try await tool.run(["-n", try script(shell, in: folder)])
    #expect(result.status == 0)
    #expect(result.errorText == "")
  }

  @Test(
    .needs(.program("bash")),
    arguments: [
      ("", "build merge demo completions help"), ("me", "merge"), ("help d", "demo"),
      ("completions ", "bash zsh fish"), ("build --da", "--data"),
      ("build --photos ", "files blobs"), ("--color n", "never"), ("build x --progress j", "json"),
      ("merge -", "--json -q --quiet --progress --color -h --help --version"),
      (
        "build x -",
        "--data --area -o --output --photos -f --force --json -q --quiet --progress "
          + "--color -h --help --version"
      ),
    ])
  func `bash completes the word at the cursor`(line: String, replies: String) async throws {
    let bash = try #require(Tool(named: "bash"))
    let folder = try TemporaryFolder()
    let words =
      ["fieldpack"]
      + line.split(separator: " ", omittingEmptySubsequences: false)
      .map(String.init)
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let program = """
      source \(try script(.bash, in: folder))
      COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1)
      _fieldpack; echo "${COMPREPLY[@]}"
      """
    let result = try await bash.run(["-c", program])
    #expect(result.errorText == "")
    #expect(result.text == replies)
  }

  @Test(
    .needs(.program("fish")),
    arguments: [
      ("fieldpack me", "merge"), ("fieldpack build --pho", "--photos"),
      ("fieldpack build --photos b", "blobs"), ("fieldpack completions z", "zsh"),
      ("fieldpack help dem", "demo"),
    ])
  func `fish completes the word at the cursor`(line: String, reply: String) async throws {
    let fish = try #require(Tool(named: "fish"))
    let folder = try TemporaryFolder()
    let program = "source \(try script(.fish, in: folder)); complete -C '\(line)'"
    let result = try await fish.run(["-c", program], environment: ["HOME": folder.path("")])
    let replies = result.lines.map { $0.split(separator: "\t").first.map(String.init) ?? "" }
    #expect(replies.contains(reply))
  }
}
