package import Bytes
package import OrderedJSON
import Synchronization

/// The output of a command. Standard output has only the answer; diagnostics and progress go to
/// standard error.
package struct Terminal: Sendable {
  /// What decides whether output has colors and progress bars.
  package struct Surroundings: Sendable, Equatable {
    /// Whether standard output is a terminal.
    package var outputIsTerminal = false
    /// Whether standard error is a terminal.
    package var errorIsTerminal = false
    /// `NO_COLOR`. Any text except an empty one forbids colors.
    package var noColor: String?
    /// `TERM`.
    package var terminalType: String?
    /// `PAGER`, the program that shows long text.
    package var pager: String?

    /// No terminal.
    package init() {}

    /// The surroundings of this process.
    package static func current() -> Surroundings {
      var surroundings = Surroundings()
      surroundings.outputIsTerminal = StandardStream.output.isTerminal
      surroundings.errorIsTerminal = StandardStream.error.isTerminal
      surroundings.noColor = EnvironmentValue.string("NO_COLOR")
      surroundings.terminalType = EnvironmentValue.string("TERM")
      surroundings.pager = EnvironmentValue.string("PAGER")
      return surroundings
    }
  }

  /// The options of every command.
  package let options: GlobalOptions
  /// Whether text on standard output has colors.
  package let outputIsColored: Bool
  /// Whether text on standard error has colors.
  package let errorIsColored: Bool
  /// Whether a progress bar may be drawn.
  let drawsBar: Bool
  /// The command line of the pager; null if output is not read on a terminal.
  let pager: String?
  private let output: any ByteSink
  private let error: any ByteSink
  private let bar: ProgressBarLine

  /// A terminal over two sinks.
  package init(
    options: GlobalOptions, surroundings: Surroundings, output: any ByteSink, error: any ByteSink
  ) {
    self.options = options
    self.output = output
    self.error = error
    bar = ProgressBarLine()
    let isDumb = surroundings.terminalType == "dumb"
    let isPlain = isDumb || surroundings.noColor?.isEmpty == false
    func isColored(_ isTerminal: Bool) -> Bool {
      switch options.color {
      case .always: true
      case .never: false
      case .auto: isTerminal && !isPlain
      }
    }
    pager =
      surroundings.outputIsTerminal && !isDumb
      ? surroundings.pager.flatMap { $0.isEmpty ? nil : $0 } ?? Self.usualPager : nil
    outputIsColored = isColored(surroundings.outputIsTerminal) && !options.json
    errorIsColored = isColored(surroundings.errorIsTerminal)
    drawsBar =
      surroundings.errorIsTerminal && !isDumb && !options.quiet && options.progress == .bar
  }

  /// `less`, which ends by itself if the text fits the screen and shows colors.
  private static let usualPager = "less -FRX"

  /// The terminal of this process. From now on, a reader that closes a stream is not an error.
  package static func standard(_ options: GlobalOptions) -> Terminal {
    StandardStream.ignoreFailedWrites()
    return Terminal(
      options: options, surroundings: .current(), output: StreamSink(.output),
      error: StreamSink(.error))
  }
}

extension Terminal {
  /// Writes bytes of the answer to standard output.
  package func write(_ bytes: [UInt8]) throws(BytesError) {
    wipeBar()
    try output.write(bytes)
  }

  /// Shows long text: page by page on a terminal, else as `write` does.
  package func page(_ text: [UInt8]) throws(BytesError) {
    if let pager, Pager.show(text, command: pager) { return }
    try write(text)
  }

  /// Writes a line of the answer to standard output.
  package func print(_ line: String = "") throws(BytesError) {
    try write(Array((line + "\n").utf8))
  }

  /// Writes a line about an output that was written. `--quiet` leaves it out.
  package func summarize(_ line: String = "") throws(BytesError) {
    guard !options.quiet else { return }
    try print(line)
  }

  /// Writes text about outputs that were written. `--quiet` leaves it out.
  package func summarize(_ text: [UInt8]) throws(BytesError) {
    guard !options.quiet else { return }
    try write(text)
  }

  /// Writes the answer as a JSON document to standard output.
  package func print(_ document: JSON) throws(BytesError) {
    try write(JSONWriter.write(document, style: .pretty))
  }

  /// Prints a diagnostic on standard error. `--quiet` leaves out warnings and notes. If standard
  /// error can't be written to, that is not an error of the command.
  package func report(_ diagnostic: Diagnostic) {
    guard diagnostic.severity == .error || !options.quiet else { return }
    writeError(diagnostic.text(colored: errorIsColored))
  }

  /// Asks the user for a line, on standard error.
  package func prompt(_ text: String) { writeError(text) }

  /// Prints why a command failed: with `--json` as one document on standard output, otherwise on
  /// standard error.
  package func fail(_ diagnostics: [Diagnostic], exit: ExitCode) {
    if options.json {
      try? print(Diagnostic.failure(diagnostics, exit: exit))
    } else {
      for diagnostic in diagnostics { report(diagnostic) }
    }
  }

  /// Writes a line of progress as JSON to standard error.
  func writeProgress(_ document: JSON) {
    try? error.write(JSONWriter.write(document) + [0x0A])
  }

  /// Draws the progress bar again, on its line.
  func drawBar(_ text: String) {
    bar.isDrawn.withLock { isDrawn in
      try? error.write(Array("\r\u{1B}[K\(text)".utf8))
      isDrawn = true
    }
  }

  /// Removes the progress bar to make room for other text.
  func wipeBar() {
    bar.isDrawn.withLock { isDrawn in
      guard isDrawn else { return }
      try? error.write(Array("\r\u{1B}[K".utf8))
      isDrawn = false
    }
  }

  private func writeError(_ text: String) {
    wipeBar()
    try? error.write(Array(text.utf8))
  }
}

/// Whether the last line of the terminal has a progress bar.
private final class ProgressBarLine: Sendable {
  let isDrawn = Mutex(false)
}
