/// Completion scripts for shells, made from the tables of a program.
package enum ShellCompletions: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// The script that completes the program's command lines in this shell.
  package func script(for program: Program) -> String {
    switch self {
    case .bash: BashCompletions(program: program).script()
    case .zsh: ZshCompletions(program: program).script()
    case .fish: FishCompletions(program: program).script()
    }
  }

  /// The command that prints a script.
  package static let command = Command(
    "completions", summary: "print a completion script for a shell",
    arguments: [
      PositionalArgument(
        "SHELL", completion: .choices(allCases.map(\.rawValue)), help: "bash, zsh or fish")
    ],
    examples: [
      Example(
        "completions bash > fieldpack.bash",
        "write a script for `source fieldpack.bash` in ~/.bashrc"),
      Example("completions fish | source", "complete commands in this fish shell"),
    ])

  /// Returns the text as one word of a POSIX shell.
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}

/// bash: one function that looks at the command and the word before.
struct BashCompletions {
  let program: Program

  func script() -> String {
    let commands = (program.commands.map(\.name) + ["help"]).joined(separator: " ")
    let topics = program.helpNames.joined(separator: " ")
    let function = "_\(program.name)"
    return """
      # bash completion for \(program.name)
      \(function)() {
        local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
        local command="" word
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case "$word" in -*) ;; *) command="$word"; break ;; esac
        done
        COMPREPLY=()
        case "$command $before" in
      \(valueCases())
        esac
        if [[ "$current" == -* ]]; then
          local options=""
          case "$command" in
      \(optionCases())
            *) options="\(Self.names(GlobalOptions.table))" ;;
          esac
          COMPREPLY=($(compgen -W "$options" -- "$current"))
          return
        fi
        case "$command" in
          "") COMPREPLY=($(compgen -W "\(commands)" -- "$current")) ;;
          help) COMPREPLY=($(compgen -W "\(topics)" -- "$current")) ;;
      \(argumentCases())
        esac
      }
      complete -o filenames -F \(function) \(program.name)

      """
  }

  /// What may follow an option that needs a value.
  private func valueCases() -> String {
    var lines: [String] = []
    for command in program.commands {
      for option in command.options where option.valueName != nil {
        lines.append(valueCase(option, command: command.name))
      }
    }
    for option in GlobalOptions.table where option.valueName != nil {
      lines.append(valueCase(option, command: "*"))
    }
    return lines.joined(separator: "\n")
  }

  private func valueCase(_ option: Option, command: String) -> String {
    let command = command == "*" ? "*" : "\"\(command)\""
    var pattern = "\(command)\" --\(option.long)\""
    if let short = option.short { pattern += "|\(command)\" -\(short)\"" }
    return "    \(pattern)) \(Self.reply(option.completion)); return ;;"
  }

  private func optionCases() -> String {
    program.commands.map { command in
      "      \(command.name)) options=\"\(Self.names(command.options + GlobalOptions.table))\" ;;"
    }.joined(separator: "\n")
  }

  private func argumentCases() -> String {
    program.commands.map { command in
      let completion = command.arguments.first?.completion ?? .none
      return "    \(command.name)) \(Self.reply(completion)) ;;"
    }.joined(separator: "\n")
  }

  private static func names(_ options: [Option]) -> String {
    options.flatMap { option in
      (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.long)"]
    }.joined(separator: " ")
  }

  private static func reply(_ completion: Completion) -> String {
    switch completion {
    case .none: ":"
    case .file: "COMPREPLY=($(compgen -f -- \"$current\"))"
    case .folder: "COMPREPLY=($(compgen -d -- \"$current\"))"
    case .choices(let words):
      "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\"))"
    }
  }
}
