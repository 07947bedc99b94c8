/// What may stand in a place of the command line, for shell completion.
package enum Completion: Sendable, Equatable {
  /// Nothing the shell could know.
  case none
  /// The path of a file.
  case file
  /// The path of a folder.
  case folder
  /// One of these words; the parser refuses others.
  case choices([String])
}

/// One option of a command.
package struct Option: Sendable, Equatable {
  /// The name without its two dashes.
  package let long: String
  /// The letter of the short form.
  package let short: Character?
  /// How help names the value, in capitals; `nil` for a flag.
  package let valueName: String?
  /// One sentence, without a full stop.
  package let help: String
  /// Whether it may stand more than once.
  package let repeats: Bool
  /// Whether the command cannot do without it.
  package let isRequired: Bool
  /// What its value may be.
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

  /// As it is written in a command line: `--output FILE`.
  package var spelling: String {
    guard let valueName else { return "--\(long)" }
    return "--\(long) \(valueName)"
  }
}

/// One argument that is told by its place.
package struct PositionalArgument: Sendable, Equatable {
  /// How help names it, in capitals.
  package let name: String
  /// One sentence, without a full stop.
  package let help: String
  /// Whether it may be left out.
  package let isOptional: Bool
  /// Whether it may stand more than once; only the last argument may.
  package let repeats: Bool
  /// What it may be.
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

  /// As usage lines write it: `PACKAGE…`, `[DIR]`.
  package var spelling: String {
    let name = repeats ? name + "…" : name
    return isOptional ? "[\(name)]" : name
  }
}

/// One command line that works, and what it does.
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

/// One verb of the tool, as data: parser, help and completions are made from it.
package struct Command: Sendable, Equatable {
  /// The verb.
  package let name: String
  /// What it does, in one line.
  package let summary: String
  /// More about it, in paragraphs.
  package let discussion: [String]
  /// Its positional arguments, in order.
  package let arguments: [PositionalArgument]
  /// Its own options, in the order of the help.
  package let options: [Option]
  /// At least one command line that works.
  package let examples: [Example]

  /// A command from its parts.
  package init(
    _ name: String, summary: String, discussion: [String] = [],
    arguments: [PositionalArgument] = [], options: [Option] = [], examples: [Example]
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.arguments = arguments
    self.options = options
    self.examples = examples
  }
}

/// The whole tool, as data.
package struct Program: Sendable, Equatable {
  /// The name it is called by.
  package let name: String
  /// What it does, in one line.
  package let summary: String
  /// The version.
  package let version: String
  /// Its verbs, in the order of the help.
  package let commands: [Command]

  /// A tool from its parts.
  package init(name: String, summary: String, version: String, commands: [Command]) {
    self.name = name
    self.summary = summary
    self.version = version
    self.commands = commands
  }

  /// The command with this name.
  package func command(named name: String) -> Command? {
    commands.first { $0.name == name }
  }
}
