/// The arguments and options of a command line, in order.
package struct ParsedArguments: Sendable, Equatable {
  /// The positional arguments.
  package internal(set) var positionals: [String] = []
  /// The options in their order. The value of a flag is empty.
  var given: [Given] = []

  /// One option of the command line.
  struct Given: Sendable, Equatable {
    var long: String
    var value: String
  }

  /// Arguments without options.
  package init(positionals: [String] = []) {
    self.positionals = positionals
  }

  /// The value of an option; the last one if the option is repeated.
  package func value(_ long: String) -> String? {
    given.last { $0.long == long }?.value
  }

  /// All values of a repeatable option, in order.
  package func values(_ long: String) -> [String] {
    given.filter { $0.long == long }.map(\.value)
  }

  /// Whether an option or flag is given.
  package func flag(_ long: String) -> Bool {
    given.contains { $0.long == long }
  }
}

/// What a command line asks for.
package enum Invocation: Sendable, Equatable {
  /// Run this command.
  case run(Command, ParsedArguments, GlobalOptions)
  /// Show help.
  case help(HelpSubject, GlobalOptions)
  /// Show the version.
  case version(GlobalOptions)
}

/// What help is about.
package enum HelpSubject: Sendable, Equatable {
  /// The whole tool.
  case overview
  /// A command: its arguments, options and examples.
  case command(Command)
  /// A topic of the manual.
  case topic(Topic)
}
