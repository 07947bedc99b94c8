/// fish: a `complete` line for each command, option and choice.
struct FishCompletions {
  let program: Program

  func script() -> String {
    var lines = ["# fish completion for \(program.name)", "complete -c \(program.name) -f"]
    for command in program.commands {
      lines.append(
        line(when: "__fish_use_subcommand", "-a \(command.name)", help: command.summary))
    }
    lines.append(line(when: "__fish_use_subcommand", "-a help", help: "show help"))
    let names = program.helpNames.joined(separator: " ")
    lines.append(
      line(when: "__fish_seen_subcommand_from help", "-a \(ShellCompletions.quoted(names))"))
    for option in GlobalOptions.table { lines.append(self.option(option, when: nil)) }
    for command in program.commands {
      let condition = "__fish_seen_subcommand_from \(command.name)"
      for option in command.options { lines.append(self.option(option, when: condition)) }
      if let words = Self.words(command.arguments.first?.completion ?? .none) {
        lines.append(line(when: condition, words))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func option(_ option: Option, when condition: String?) -> String {
    var words = "-l \(option.long)"
    if let short = option.short { words += " -s \(short)" }
    if option.valueName != nil {
      words += " -r"
      if let values = Self.words(option.completion) { words += " \(values)" }
    }
    return line(when: condition, words, help: option.help)
  }

  private func line(when condition: String?, _ words: String, help: String? = nil) -> String {
    var line = "complete -c \(program.name)"
    if let condition { line += " -n \(ShellCompletions.quoted(condition))" }
    line += " \(words)"
    if let help { line += " -d \(Self.quoted(help))" }
    return line
  }

  private static func words(_ completion: Completion) -> String? {
    switch completion {
    case .none: nil
    case .file: "-F"
    case .folder: "-a '(__fish_complete_directories)'"
    case .choices(let words): "-a \(ShellCompletions.quoted(words.joined(separator: " ")))"
    }
  }

  /// Returns the text as one word of fish, where a backslash escapes inside single quotes.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
