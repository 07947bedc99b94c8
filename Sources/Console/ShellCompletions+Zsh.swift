/// zsh: `_arguments` with a table for each command.
struct ZshCompletions {
  let program: Program

  func script() -> String {
    let commands = program.commands.map {
      "    " + ShellCompletions.quoted("\(Self.escaped($0.name)):\($0.summary)")
    }
    let topics = program.helpNames.map(ShellCompletions.quoted).joined(separator: " ")
    let function = "_\(program.name)"
    return """
      #compdef \(program.name)
      # zsh completion for \(program.name)
      \(function)() {
        local -a commands
        commands=(
      \(commands.joined(separator: "\n"))
          'help:show help'
        )
        if (( CURRENT == 2 )); then
          _describe 'command' commands
          return
        fi
        local verb="${words[2]}"
        shift words
        (( CURRENT-- ))
        case "$verb" in
          help) _values 'topic' \(topics) ;;
      \(program.commands.map { self.command($0) }.joined(separator: "\n"))
        esac
      }
      if [ "$funcstack[1]" = "\(function)" ]; then
        \(function) "$@"
      else
        compdef \(function) \(program.name)
      fi

      """
  }

  private func command(_ command: Command) -> String {
    var specs = (command.options + GlobalOptions.table).flatMap { Self.specs(of: $0) }
    for (index, argument) in command.arguments.enumerated() {
      let number = argument.repeats ? "*" : String(index + 1)
      let colon = argument.isOptional ? "::" : ":"
      specs.append(
        "\(number)\(colon)\(Self.escaped(argument.name)):\(Self.action(argument.completion))")
    }
    let lines = specs.map { "        " + ShellCompletions.quoted($0) }
    return "    \(command.name))\n      _arguments \\\n"
      + lines.joined(separator: " \\\n") + " ;;"
  }

  private static func specs(of option: Option) -> [String] {
    let names = ["--\(option.long)"] + (option.short.map { ["-\($0)"] } ?? [])
    let repeats = option.repeats ? "*" : names.count > 1 ? "(\(names.joined(separator: " ")))" : ""
    let value = option.valueName.map { ":\(escaped($0)):\(action(option.completion))" } ?? ""
    return names.map { "\(repeats)\($0)[\(escaped(option.help))]\(value)" }
  }

  private static func action(_ completion: Completion) -> String {
    switch completion {
    case .none: " "
    case .file: "_files"
    case .folder: "_files -/"
    case .choices(let words): "(\(words.joined(separator: " ")))"
    }
  }

  /// Text inside an `_arguments` specification.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if "[]:\\".contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }
}
