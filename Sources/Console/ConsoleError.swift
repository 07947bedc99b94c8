/// What is wrong with a command line.
package enum ConsoleError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The command line has no command.
  case noCommand
  /// There is no command of this name; `nearest` is a similar name.
  case unknownCommand(String, nearest: String?)
  /// There is no command or topic of this name; `nearest` is a similar name.
  case unknownTopic(String, nearest: String?)
  /// The command has no such option; `nearest` is a similar one.
  case unknownOption(String, command: String?, nearest: String?)
  /// An option that needs a value has none.
  case missingValue(option: String)
  /// An option that takes no value has one.
  case unexpectedValue(option: String, value: String)
  /// The value is not one of the choices.
  case badChoice(option: String, value: String, choices: [String])
  /// An option that may not repeat is given twice.
  case repeatedOption(String)
  /// The command needs this option.
  case missingOption(String, command: String)
  /// The command needs this argument.
  case missingArgument(String, command: String)
  /// The command takes no more arguments.
  case unexpectedArgument(String, command: String)
  /// A word of the command line isn't UTF-8. `position` counts from the word after the program.
  case notUTF8(position: Int, word: String)
  /// A value that the command can't read.
  case badValue(option: String, value: String, expected: String)

  package var description: String {
    switch self {
    case .noCommand: "no command"
    case .unknownCommand(let name, _): "no command `\(name)`"
    case .unknownTopic(let name, _): "no help on `\(name)`"
    case .unknownOption(let name, let command?, _): "`\(command)` has no option `\(name)`"
    case .unknownOption(let name, nil, _): "no option `\(name)`"
    case .missingValue(let option): "`\(option)` needs a value"
    case .unexpectedValue(let option, let value):
      "`\(option)` doesn't take a value, but has `\(value)`"
    case .badChoice(let option, let value, let choices):
      "`\(option)` must be \(Self.list(choices)), not `\(value)`"
    case .repeatedOption(let option): "`\(option)` can be given only once"
    case .missingOption(let option, let command): "`\(command)` needs `\(option)`"
    case .missingArgument(let name, let command): "`\(command)` needs \(name)"
    case .unexpectedArgument(let value, let command):
      "`\(command)` doesn't take the argument `\(value)`"
    case .notUTF8(let position, let word):
      "word \(position), `\(word)`, is not UTF-8 text"
    case .badValue(let option, let value, let expected):
      "`\(option)` must be \(expected), not `\(value)`"
    }
  }

  /// What to do about it.
  package var fix: String? {
    switch self {
    case .noCommand: "See `fieldpack help`."
    case .unknownCommand(_, let nearest):
      nearest.map { "Did you mean `\($0)`?" } ?? "See `fieldpack help`."
    case .unknownTopic(_, let nearest):
      nearest.map { "Did you mean `fieldpack help \($0)`?" } ?? "See `fieldpack help`."
    case .unknownOption(_, let command, let nearest):
      nearest.map { "Did you mean `\($0)`?" }
        ?? "See `fieldpack \(command.map { $0 + " " } ?? "")--help`."
    case .badChoice(let option, let value, let choices):
      NearestName.find(value, among: choices).map { "Did you mean `\(option) \($0)`?" }
    case .missingOption(_, let command), .missingArgument(_, let command),
      .unexpectedArgument(_, let command):
      "See `fieldpack \(command) --help`."
    case .notUTF8: "Rename the file, or write its name in UTF-8."
    case .missingValue, .unexpectedValue, .repeatedOption, .badValue: nil
    }
  }

  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
