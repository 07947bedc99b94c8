import Console

/// `fieldpack manpage`: the manual page for `man`.
enum ManpageVerb {
  static let verb = Verb(command: command, run: run)

  private static let command = Command(
    "manpage", summary: "print the manual page for man",
    discussion: [
      "The page lists every command, option and exit code. It is made from the same tables as "
        + "`--help`."
    ],
    examples: [
      Example("manpage > fieldpack.1", "write the page; `man ./fieldpack.1` shows it")
    ])

  @Sendable private static func run(_ call: Call) async throws -> ExitCode {
    try call.terminal.write(Array(ManualPage(Fieldpack.program).text().utf8))
    return .done
  }
}
