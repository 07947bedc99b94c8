/// What shell completion offers for a value or argument.
package enum Completion: Sendable, Equatable {
  /// No suggestions.
  case none
  /// The path of a file.
  case file
  /// The path of a folder.
  case folder
  /// One of these words. The parser refuses others.
  case choices([String])
}

/// One option of a command.
package struct Option: Sendable, Equatable {
  /// The name without its two dashes.
  package let long: String
  /// The letter of the short form.
  package let short: Character?
  /// How help names the value, in capitals; null for a flag.
  package let valueName: String?
  /// What it is for, without a full stop.
  package let help: String
  /// Whether it may repeat.
  package let repeats: Bool
  /// Whether the command needs it.
  package let isRequired: Bool
  /// What completion offers for its value.
  package let completion: Completion

  /// An option from its parts.
  package init(
    _ long: String, short: Character? = nil, valueName: String? = nil, repeats: Bool = false,
    isRequired: Bool = false, completion: Completion = .none, help: String
  ) {
    self.long = long
    self.short = short
    self.valueName = valueName
    self.help = help
    self.repeats = repeats
    self.isRequired = isRequired
    self.completion = completion
  }

  /// How a command line writes it: `--output FILE`.
  package var spelling: String {
    guard let valueName else { return "--\(long)" }
    return "--\(long) \(valueName)"
  }
}

/// An argument without a name, known by its order.
package struct PositionalArgument: Sendable, Equatable {
  /// How help names it, in capitals.
  package let name: String
  /// What it is for, without a full stop.
  package let help: String
  /// Whether it can be left out.
  package let isOptional: Bool
  /// Whether it may repeat. Only the last argument may.
  package let repeats: Bool
  /// What completion offers for it.
  package let completion: Completion

  /// An argument from its parts.
  package init(
    _ name: String, isOptional: Bool = false, repeats: Bool = false,
    completion: Completion = .file, help: String
  ) {
    self.name = name
    self.help = help
    self.isOptional = isOptional
    self.repeats = repeats
    self.completion = completion
  }

  /// How usage lines write it: `PACKAGE…`, `[DIR]`.
  package var spelling: String {
    let name = repeats ? name + "…" : name
    return isOptional ? "[\(name)]" : name
  }
}

/// A command line that works, and what it does.
package struct Example: Sendable, Equatable {
  /// The command line without the program's name.
  package let arguments: String
  /// What it does.
  package let explanation: String

  /// An example from its parts.
  package init(_ arguments: String, _ explanation: String) {
    self.arguments = arguments
    self.explanation = explanation
  }
}

/// A command of the tool, as data for the parser, help and completions.
package struct Command: Sendable, Equatable {
  /// The name of the command.
  package let name: String
  /// What it does, in one line.
  package let summary: String
  /// Details, in paragraphs.
  package let discussion: [String]
  /// Its positional arguments, in order.
  package let arguments: [PositionalArgument]
  /// Its options, in the order of the help.
  package let options: [Option]
  /// At least one command line that works.
  package let examples: [Example]
  /// The names of the topics that say more.
  package let topics: [String]

  /// A command from its parts.
  package init(
    _ name: String, summary: String, discussion: [String] = [],
    arguments: [PositionalArgument] = [], options: [Option] = [], examples: [Example],
    topics: [String] = []
  ) {
    self.name = name
    self.summary = summary
    self.topics = topics
    self.discussion = discussion
    self.arguments = arguments
    self.options = options
    self.examples = examples
  }
}

/// The whole tool, as data.
package struct Program: Sendable, Equatable {
  /// The name of the program.
  package let name: String
  /// What it does, in one line.
  package let summary: String
  /// The version.
  package let version: String
  /// The date of that version: `2026-11-25`.
  package let releaseDate: String
  /// Its commands, in the order of the help.
  package let commands: [Command]
  /// The topics of its manual, by name.
  package let topics: [Topic]

  /// A tool from its parts.
  package init(
    name: String, summary: String, version: String, releaseDate: String, commands: [Command],
    topics: [Topic]
  ) {
    self.name = name
    self.summary = summary
    self.version = version
    self.releaseDate = releaseDate
    self.commands = commands
    self.topics = topics
  }

  /// The command with this name.
  package func command(named name: String) -> Command? {
    commands.first { $0.name == name }
  }

  /// The topic with this name.
  package func topic(named name: String) -> Topic? {
    topics.first { $0.name == name }
  }

  /// Every word that may follow `help`: the commands, then the topics that are not commands too.
  package var helpNames: [String] {
    let names = commands.map(\.name)
    return names + topics.map(\.name).filter { !names.contains($0) }
  }
}
