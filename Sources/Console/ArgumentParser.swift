/// Parses a command line by the option tables of a program.
///
/// The parser takes `--name value`, `--name=value`, `-n value`, `-nvalue` and grouped flags. `--`
/// ends the options. Options may be before or after the command and its arguments. The word after
/// an option that needs a value is the value, even if it starts with a dash
/// (`--area -122.7,45.5,…`), unless it is an option.
package struct ArgumentParser: Sendable {
  private let program: Program

  /// A parser for a program.
  package init(_ program: Program) {
    self.program = program
  }

  /// Parses the words after the program's name.
  package func parse(_ words: [String]) throws(ConsoleError) -> Invocation {
    var state = State(rest: words[...])
    try readWords(&state)
    let global = GlobalOptions(state.arguments)
    if state.arguments.flag("version") { return .version(global) }
    guard let command = state.command else {
      guard state.isHelp else { throw .noCommand }
      return .help(try helpSubject(state), global)
    }
    if state.arguments.flag("help") { return .help(.command(command), global) }
    try check(state.arguments, of: command)
    return .run(command, state.arguments, global)
  }

  /// The state of the parser.
  private struct State {
    var rest: ArraySlice<String>
    var command: Command?
    var isHelp = false
    var arguments = ParsedArguments()
  }

  private func readWords(_ state: inout State) throws(ConsoleError) {
    while let word = state.rest.popFirst() {
      if word == "--" {
        while let word = state.rest.popFirst() { try readPositional(word, &state) }
      } else if word.hasPrefix("--") {
        try readLong(word, &state)
      } else if word.hasPrefix("-"), word != "-" {
        try readShort(word, &state)
      } else {
        try readPositional(word, &state)
      }
    }
    if state.command == nil, state.arguments.flag("help") { state.isHelp = true }
  }

  private func readPositional(_ word: String, _ state: inout State) throws(ConsoleError) {
    if state.command != nil || state.isHelp {
      state.arguments.positionals.append(word)
    } else if let command = program.command(named: word) {
      state.command = command
    } else if word == "help" {
      state.isHelp = true
    } else {
      let names = program.commands.map(\.name) + ["help"]
      throw .unknownCommand(word, nearest: NearestName.find(word, among: names))
    }
  }

  /// `help NAME` shows the topic of that name, or the command's help where there is no such topic.
  private func helpSubject(_ state: State) throws(ConsoleError) -> HelpSubject {
    guard let name = state.arguments.positionals.first else { return .overview }
    if let topic = program.topic(named: name) { return .topic(topic) }
    guard let command = program.command(named: name) else {
      throw .unknownTopic(name, nearest: NearestName.find(name, among: program.helpNames))
    }
    return .command(command)
  }

  private func readLong(_ word: String, _ state: inout State) throws(ConsoleError) {
    let body = word.dropFirst(2)
    let name = String(body.prefix { $0 != "=" })
    let value = name.count < body.count ? String(body.dropFirst(name.count + 1)) : nil
    guard let option = options(state).first(where: { $0.long == name }) else {
      let names = options(state).map { "--" + $0.long }
      throw .unknownOption(
        "--" + name, command: state.command?.name,
        nearest: NearestName.find("--" + name, among: names))
    }
    try give(option, attached: value, &state)
  }

  private func readShort(_ word: String, _ state: inout State) throws(ConsoleError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = options(state).first(where: { $0.short == letter }) else {
        throw .unknownOption("-\(letter)", command: state.command?.name, nearest: nil)
      }
      if option.valueName != nil, !letters.isEmpty {
        try give(option, attached: String(letters), &state)
        return
      }
      try give(option, attached: nil, &state)
    }
  }

  private func give(
    _ option: Option, attached: String?, _ state: inout State
  ) throws(ConsoleError) {
    let name = "--" + option.long
    guard option.repeats || option.valueName == nil || !state.arguments.flag(option.long) else {
      throw .repeatedOption(name)
    }
    var value = attached ?? ""
    if option.valueName == nil {
      guard attached == nil else { throw .unexpectedValue(option: name, value: value) }
    } else if attached == nil {
      guard let next = state.rest.first, !isOption(next, state) else {
        throw .missingValue(option: option.spelling)
      }
      value = next
      state.rest.removeFirst()
    }
    if case .choices(let choices) = option.completion, !choices.contains(value) {
      throw .badChoice(option: name, value: value, choices: choices)
    }
    state.arguments.given.append(ParsedArguments.Given(long: option.long, value: value))
  }

  private func isOption(_ word: String, _ state: State) -> Bool {
    if word.hasPrefix("--") { return true }
    guard word.hasPrefix("-"), let letter = word.dropFirst().first else { return false }
    return options(state).contains { $0.short == letter }
  }

  private func options(_ state: State) -> [Option] {
    (state.command?.options ?? []) + GlobalOptions.table
  }

  private func check(
    _ arguments: ParsedArguments, of command: Command
  ) throws(ConsoleError) {
    for option in command.options where option.isRequired && !arguments.flag(option.long) {
      throw .missingOption(option.spelling, command: command.name)
    }
    let count = arguments.positionals.count
    for (index, argument) in command.arguments.enumerated()
    where index >= count && !argument.isOptional {
      throw .missingArgument(argument.name, command: command.name)
    }
    if count > command.arguments.count, command.arguments.last?.repeats != true {
      throw .unexpectedArgument(
        arguments.positionals[command.arguments.count], command: command.name)
    }
    for (index, value) in arguments.positionals.enumerated() {
      let argument = command.arguments[min(index, command.arguments.count - 1)]
      guard case .choices(let choices) = argument.completion else { continue }
      guard choices.contains(value) else {
        throw .badChoice(option: argument.name, value: value, choices: choices)
      }
    }
  }
}
