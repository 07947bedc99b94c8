import Console

/// A command of the tool: its description, and the function that runs it.
struct Verb: Sendable {
  let command: Command
  let run: @Sendable (Call) async throws -> ExitCode
}

/// One call of a command.
struct Call: Sendable {
  let arguments: ParsedArguments
  let terminal: Terminal
  let surroundings: Surroundings
}
