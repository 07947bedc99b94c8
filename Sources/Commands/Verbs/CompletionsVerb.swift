import Console

/// `fieldpack completions`: prints a completion script.
enum CompletionsVerb {
  static let verb = Verb(command: ShellCompletions.command, run: run)

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    let name = call.arguments.positionals.first ?? ""
    guard let shell = ShellCompletions(rawValue: name) else {
      throw ConsoleError.missingArgument("SHELL", command: "completions")
    }
    try call.terminal.write(Array(shell.script(for: Fieldpack.program).utf8))
    return .done
  }
}
