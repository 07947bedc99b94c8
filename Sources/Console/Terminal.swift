package import Bytes
package import OrderedJSON
import Synchronization

/// What a command knows of the place it writes to. Standard output carries the answer and nothing
/// else; diagnostics and progress go to standard error.
package struct Terminal: Sendable {
  /// The facts of a process that decide on colours and progress.
  package struct Surroundings: Sendable, Equatable {
    /// Whether standard output is a terminal.
    package var outputIsTerminal = false
    /// Whether standard error is a terminal.
    package var errorIsTerminal = false
    /// `NO_COLOR`; any text but the empty one forbids colours.
    package var noColor: String?
    /// `TERM`.
    package var terminalType: String?

    /// No terminal anywhere.
    package init() {}

    /// Those of this process.
    package static func current() -> Surroundings {
      var surroundings = Surroundings()
      surroundings.outputIsTerminal = StandardStream.output.isTerminal
      surroundings.errorIsTerminal = StandardStream.error.isTerminal
      surroundings.noColor = EnvironmentValue.string("NO_COLOR")
      surroundings.terminalType = EnvironmentValue.string("TERM")
      return surroundings
    }
  }

  /// The options every command has.
  package let options: GlobalOptions
  /// Whether text on standard output is coloured.
  package let outputIsColored: Bool
  /// Whether text on standard error is coloured.
  package let errorIsColored: Bool
  /// Whether a progress bar may be drawn.
  let drawsBar: Bool
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
    outputIsColored = isColored(surroundings.outputIsTerminal) && !options.json
    errorIsColored = isColored(surroundings.errorIsTerminal)
    drawsBar =
      surroundings.errorIsTerminal && !isDumb && !options.quiet && options.progress == .bar
  }

  /// The terminal of this process. A reader that goes away is no error from here on.
  package static func standard(_ options: GlobalOptions) -> Terminal {
    StandardStream.ignoreBrokenPipes()
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

  /// Writes a line of the answer to standard output.
  package func print(_ line: String = "") throws(BytesError) {
    try write(Array((line + "\n").utf8))
  }

  /// Writes the answer as a JSON document to standard output.
  package func print(_ document: JSON) throws(BytesError) {
    try write(JSONWriter.write(document, style: .pretty))
  }

  /// Tells of something on standard error. Warnings and notes are for people who asked for no
  /// quiet; a standard error that cannot be written to is not an error of the command.
  package func tell(_ diagnostic: Diagnostic) {
    guard diagnostic.severity == .error || !options.quiet else { return }
    writeError(diagnostic.text(colored: errorIsColored))
  }

  /// Tells why a command failed: on standard output as one document under `--json`, else on
  /// standard error.
  package func fail(_ diagnostics: [Diagnostic], exit: ExitCode) {
    if options.json {
      try? print(Diagnostic.failure(diagnostics, exit: exit))
    } else {
      for diagnostic in diagnostics { tell(diagnostic) }
    }
  }

  /// Writes a line of progress as JSON to standard error.
  func writeProgress(_ document: JSON) {
    try? error.write(JSONWriter.write(document) + [0x0A])
  }

  /// Draws the progress bar anew, on the line it stands on.
  func drawBar(_ text: String) {
    bar.isDrawn.withLock { isDrawn in
      try? error.write(Array("\r\u{1B}[K\(text)".utf8))
      isDrawn = true
    }
  }

  /// Takes the progress bar away, so that other text can stand there.
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

/// Whether a progress bar stands on the last line of the terminal.
private final class ProgressBarLine: Sendable {
  let isDrawn = Mutex(false)
}
