import Commands
import Console
import Foundation
import TestSupport
import Testing

@Suite struct HelpTextsTests {
  static let commands = Fieldpack.program.commands.map(\.name)

  @Test func `the overview matches the recorded one`() async throws {
    let session = await Session.run(["--help"])
    #expect(session.exit == .done)
    try Snapshot.expect(session.output, is: "help/overview.txt")
  }

  @Test(arguments: commands) func `the help of a command matches the recorded one`(
    command: String
  ) async throws {
    let session = await Session.run([command, "--help"])
    #expect(session.exit == .done)
    #expect(session.error.isEmpty)
    try Snapshot.expect(session.output, is: "help/\(command).txt")
    // A topic of the same name says more than the options.
    guard Fieldpack.program.topic(named: command) == nil else { return }
    #expect(await Session.run(["help", command]).output == session.output)
  }

  @Test func `help stays within 80 columns`() async {
    for command in Self.commands {
      let lines = await Session.run([command, "--help"]).output.split(separator: "\n")
      // Examples are command lines to copy, so they are not broken.
      let long = lines.filter { $0.count > 80 && !$0.hasPrefix("  fieldpack ") }
      #expect(long.isEmpty, "\(long)")
    }
  }

  @Test func `help names topics that exist`() {
    for command in Fieldpack.program.commands {
      for topic in command.topics { #expect(Fieldpack.program.topic(named: topic) != nil) }
    }
  }

  @Test func `every command has an example that parses`() throws {
    for command in Fieldpack.program.commands {
      #expect(!command.examples.isEmpty)
      for example in command.examples {
        let line = example.arguments.prefix { $0 != "|" && $0 != ">" }
        let words = ShellWords.split(String(line))
        guard case .run(let parsed, _, _) = try ArgumentParser(Fieldpack.program).parse(words)
        else {
          Issue.record("\(example.arguments)")
          continue
        }
        #expect(parsed.name == command.name)
      }
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions are a script that the shell accepts`(shell: String) async throws {
    let session = await Session.run(["completions", shell])
    #expect(session.exit == .done)
    for command in Self.commands { #expect(session.output.contains(command)) }
    try Need.program(shell).orCancel()
    let tool = try #require(Tool(named: shell))
    let folder = try TemporaryFolder()
    let script = try folder.write(session.output, to: "script")
    #expect(try await tool.run(["-n", script]).status == 0)
  }

  @Test func `--version prints the version`() async throws {
    let session = await Session.run(["--version"])
    #expect(session.exit == .done)
    #expect(session.output == "fieldpack \(Fieldpack.program.version)\n")
  }
}

/// Splits words like a shell, with double quotes only.
private enum ShellWords {
  static func split(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
        word = word ?? ""
      } else if character == " ", !isQuoted {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + [word].compactMap(\.self)
  }
}
