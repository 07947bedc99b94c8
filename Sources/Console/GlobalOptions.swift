/// Which progress is told on standard error.
package enum ProgressMode: String, CaseIterable, Sendable {
  /// A bar that is redrawn, when standard error is a terminal.
  case bar
  /// A line of JSON ten times a second at most.
  case json
  /// Nothing.
  case none
}

/// When colours are used.
package enum ColorMode: String, CaseIterable, Sendable {
  /// On a terminal, unless `NO_COLOR` is set or the terminal is dumb.
  case auto
  /// Always.
  case always
  /// Never.
  case never
}

/// The options every command has.
package struct GlobalOptions: Sendable, Equatable {
  /// The answer is one JSON document.
  package var json = false
  /// Only errors are told on standard error.
  package var quiet = false
  /// Which progress is told.
  package var progress = ProgressMode.bar
  /// When colours are used.
  package var color = ColorMode.auto

  /// The defaults.
  package init() {}

  /// The options as every command's help lists them.
  package static let table: [Option] = [
    Option("json", help: "answer with one JSON document on standard output"),
    Option("quiet", short: "q", help: "tell nothing but errors on standard error"),
    Option(
      "progress", valueName: "MODE", completion: .choices(ProgressMode.allCases.map(\.rawValue)),
      help: "bar (on a terminal), json (a line at a time) or none"),
    Option(
      "color", valueName: "WHEN", completion: .choices(ColorMode.allCases.map(\.rawValue)),
      help: "auto, always or never"),
    Option("help", short: "h", help: "show this help"),
    Option("version", help: "show the version"),
  ]

  /// The options as they were given.
  init(_ arguments: ParsedArguments) {
    json = arguments.flag("json")
    quiet = arguments.flag("quiet")
    progress = arguments.value("progress").flatMap { ProgressMode(rawValue: $0) } ?? .bar
    color = arguments.value("color").flatMap { ColorMode(rawValue: $0) } ?? .auto
  }
}
