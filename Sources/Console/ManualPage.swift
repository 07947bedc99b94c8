/// The manual page of a program in man(7), made from its tables.
package struct ManualPage {
  private let program: Program

  /// The manual page of a program.
  package init(_ program: Program) {
    self.program = program
  }

  /// The page, for section 1 of the manual.
  package func text() -> String {
    let title = "\(program.name.uppercased()) 1 \(program.releaseDate)"
    var lines = [
      ".TH \(title) \"\(program.name) \(program.version)\" \"User Commands\"",
      ".SH NAME", Self.line("\(program.name) - \(program.summary)"),
      ".SH SYNOPSIS", ".B \(program.name)",
      "\\fICOMMAND\\fR [\\fIARGUMENT\\fR]... [\\fIOPTION\\fR]...",
      ".SH COMMANDS",
    ]
    for command in program.commands { lines += section(command) }
    lines += [".SH OPTIONS OF EVERY COMMAND"] + GlobalOptions.table.flatMap(entry)
    lines += [".SH EXIT STATUS"]
    for code in ExitCode.allCases {
      lines += [".TP", ".B \(code.rawValue)", Self.line(code.meaning)]
    }
    lines += [".SH ENVIRONMENT"]
    for (name, meaning) in Self.variables { lines += [".TP", ".B \(name)", Self.line(meaning)] }
    lines += topics()
    return lines.joined(separator: "\n") + "\n"
  }

  private static let variables = [
    ("NO_COLOR", "If set and not empty, output has no colors."),
    ("PAGER", "The program that shows pages of the manual, less by default."),
    (
      "SOURCE_DATE_EPOCH",
      "The time to write into output, in seconds since 1970. The option --now overrides it."
    ),
    (
      "TMPDIR",
      "The folder for temporary files, /var/tmp by default."
    ),
  ]

  private func section(_ command: Command) -> [String] {
    var lines = [".SS \(program.name) \(command.name)", Self.line(Self.sentence(command.summary))]
    lines += [".PP", Self.line(HelpText(program).usage(command))]
    for paragraph in command.discussion { lines += [".PP", Self.line(paragraph)] }
    for argument in command.arguments {
      lines += [".TP", "\\fI\(Self.escaped(argument.spelling))\\fR", Self.line(argument.help)]
    }
    lines += command.options.flatMap(entry)
    for example in command.examples {
      lines += [".PP", Self.line(Self.sentence(example.explanation)), ".PP", ".nf", ".RS"]
      lines += [Self.line("\(program.name) \(example.arguments)"), ".RE", ".fi"]
    }
    return lines
  }

  private func entry(_ option: Option) -> [String] {
    let short = option.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
    let value = option.valueName.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
    return [".TP", "\(short)\\fB\\-\\-\(Self.escaped(option.long))\\fR\(value)"]
      + [Self.line(option.help)]
  }

  private func topics() -> [String] {
    guard !program.topics.isEmpty else { return [] }
    var lines = [".SH MANUAL", "\\fB\(program.name) help\\fR \\fITOPIC\\fR shows these pages:"]
    for topic in program.topics {
      lines += [".TP", ".B \(Self.escaped(topic.name))", Self.line(topic.title)]
    }
    return lines
  }

  /// A summary as a sentence.
  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  /// A line of text that man(7) takes for no request.
  private static func line(_ text: String) -> String {
    let text = escaped(text)
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  /// Dashes that can be copied, and backslashes as they are.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("…", with: "...")
  }
}
