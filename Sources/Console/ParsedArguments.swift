/// What a command line said, in order.
package struct ParsedArguments: Sendable, Equatable {
  /// The arguments told by their place.
  package internal(set) var positionals: [String] = []
  /// Option values in the order they stood; a flag has an empty value.
  var given: [Given] = []

  /// One option as it stood in the command line.
  struct Given: Sendable, Equatable {
    var long: String
    var value: String
  }

  /// Arguments without any option.
  package init(positionals: [String] = []) {
    self.positionals = positionals
  }

  /// The value of an option, the last when it stood more than once.
  package func value(_ long: String) -> String? {
    given.last { $0.long == long }?.value
  }

  /// All values of an option that may repeat, in order.
  package func values(_ long: String) -> [String] {
    given.filter { $0.long == long }.map(\.value)
  }

  /// Whether a flag stood there.
  package func flag(_ long: String) -> Bool {
    given.contains { $0.long == long }
  }
}

/// What a command line asks for.
package enum Invocation: Sendable, Equatable {
  /// Run this command.
  case run(Command, ParsedArguments, GlobalOptions)
  /// Show the help of a command, or of the whole tool.
  case help(Command?, GlobalOptions)
  /// Show the version.
  case version(GlobalOptions)
}
