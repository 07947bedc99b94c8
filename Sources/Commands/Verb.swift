import Console

/// A verb of the tool: its table, and what it does.
struct Verb: Sendable {
  let command: Command
  let run: @Sendable (Call) async throws -> ExitCode
}

/// One use of a verb.
struct Call: Sendable {
  let arguments: ParsedArguments
  let terminal: Terminal
  let surroundings: Surroundings
}
