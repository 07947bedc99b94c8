/// What is wrong with a command line.
package enum ConsoleError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No command was given.
  case noCommand
  /// No command has this name; `nearest` is close to it.
  case unknownCommand(String, nearest: String?)
  /// The command has no such option; `nearest` is close to it.
  case unknownOption(String, command: String?, nearest: String?)
  /// The option needs a value and none followed.
  case missingValue(option: String)
  /// The option is a flag and was given a value.
  case unexpectedValue(option: String, value: String)
  /// The value is none of the choices.
  case badChoice(option: String, value: String, choices: [String])
  /// The option stands twice and may stand once.
  case repeatedOption(String)
  /// The command cannot do without this option.
  case missingOption(String, command: String)
  /// The command cannot do without this argument.
  case missingArgument(String, command: String)
  /// The command takes no further argument.
  case unexpectedArgument(String, command: String)
  /// A value that the command cannot read, found after parsing.
  case badValue(option: String, value: String, expected: String)

  package var description: String {
    switch self {
    case .noCommand: "no command"
    case .unknownCommand(let name, _): "no command `\(name)`"
    case .unknownOption(let name, let command?, _): "`\(command)` has no option `\(name)`"
    case .unknownOption(let name, nil, _): "no option `\(name)`"
    case .missingValue(let option): "`\(option)` needs a value"
    case .unexpectedValue(let option, let value): "`\(option)` takes no value, found `\(value)`"
    case .badChoice(let option, let value, let choices):
      "`\(option)` is \(Self.list(choices)), not `\(value)`"
    case .repeatedOption(let option): "`\(option)` may be given once"
    case .missingOption(let option, let command): "`\(command)` needs `\(option)`"
    case .missingArgument(let name, let command): "`\(command)` needs \(name)"
    case .unexpectedArgument(let value, let command):
      "`\(command)` takes no argument `\(value)`"
    case .badValue(let option, let value, let expected):
      "`\(option)` is \(expected), not `\(value)`"
    }
  }

  /// What to try instead.
  package var fix: String? {
    switch self {
    case .noCommand: "see `fieldpack help`"
    case .unknownCommand(_, let nearest): nearest.map { "did you mean `\($0)`?" }
    case .unknownOption(_, let command, let nearest):
      nearest.map { "did you mean `\($0)`?" }
        ?? "see `fieldpack help\(command.map { " " + $0 } ?? "")`"
    case .badChoice(let option, let value, let choices):
      NearestName.find(value, among: choices).map { "did you mean `\(option) \($0)`?" }
    case .missingOption(_, let command), .missingArgument(_, let command),
      .unexpectedArgument(_, let command):
      "see `fieldpack help \(command)`"
    case .missingValue, .unexpectedValue, .repeatedOption, .badValue: nil
    }
  }

  /// The error as it is told to the user.
  package var diagnostic: Diagnostic {
    Diagnostic(.error, code: "CLI\(number)", subject: "fieldpack", summary: description, fix: fix)
  }

  private var number: String {
    switch self {
    case .noCommand: "001"
    case .unknownCommand: "002"
    case .unknownOption: "003"
    case .missingValue: "004"
    case .unexpectedValue: "005"
    case .badChoice: "006"
    case .repeatedOption: "007"
    case .missingOption: "008"
    case .missingArgument: "009"
    case .unexpectedArgument: "010"
    case .badValue: "011"
    }
  }

  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
