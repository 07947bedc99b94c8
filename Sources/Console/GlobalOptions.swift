/// How progress is shown on standard error.
package enum ProgressMode: String, CaseIterable, Sendable {
  /// A bar, if standard error is a terminal.
  case bar
  /// A line of JSON, at most ten times a second.
  case json
  /// No progress.
  case none
}

/// When output has colors.
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
  /// Whether the answer is one JSON document.
  package var json = false
  /// Whether only errors are printed on standard error.
  package var quiet = false
  /// How progress is shown.
  package var progress = ProgressMode.bar
  /// When output has colors.
  package var color = ColorMode.auto

  /// The defaults.
  package init() {}

  /// The options, in the order of the help.
  package static let table: [Option] = [
    Option("json", help: "print one JSON document"),
    Option("quiet", short: "q", help: "print errors only"),
    Option(
      "progress", valueName: "MODE", completion: .choices(ProgressMode.allCases.map(\.rawValue)),
      help: "show progress as bar (on a terminal), json (one line at a time) or none"),
    Option(
      "color", valueName: "WHEN", completion: .choices(ColorMode.allCases.map(\.rawValue)),
      help: "use colors: auto, always or never"),
    Option("help", short: "h", help: "show this help"),
    Option("version", help: "show the version"),
  ]

  /// The options of a command line.
  init(_ arguments: ParsedArguments) {
    json = arguments.flag("json")
    quiet = arguments.flag("quiet")
    progress = arguments.value("progress").flatMap { ProgressMode(rawValue: $0) } ?? .bar
    color = arguments.value("color").flatMap { ColorMode(rawValue: $0) } ?? .auto
  }
}
