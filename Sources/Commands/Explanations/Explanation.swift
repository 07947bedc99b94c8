package import Console

/// Why a command failed: a stable code, the subject, what is wrong, what to do, and the exit code.
///
/// An error inside another error is explained with the subject of the outer one.
package struct Explanation: Sendable, Equatable {
  /// The exit code of the command.
  package let exit: ExitCode
  /// The message for the user.
  package let diagnostic: Diagnostic

  init(_ code: ErrorCode, about subject: String, _ summary: String, fix: String?) {
    exit = code.exit
    diagnostic = Diagnostic(
      .error, code: code.rawValue, subject: subject, summary: summary, fix: fix)
  }

  /// Explains any error.
  package init(of error: any Error, _ context: ErrorContext) {
    if let error = error as? any ExplainedError {
      self = error.explanation(context)
    } else {
      self.init(unexpected: error)
    }
  }

  /// Reports an unknown error as an internal error, by its type alone: its values may be private.
  private init(unexpected error: any Error) {
    self.init(
      .bugUnexpectedError, about: "fieldpack", "unexpected error of type \(type(of: error))",
      fix: UsualFix.report)
  }

  /// Explains that no layer or table has a name.
  init(noLayer name: String, layers: [String]) {
    self.init(
      .layerNotFound, about: name,
      "no such layer or table; there are " + layers.joined(separator: ", "),
      fix: UsualFix.nearest(to: name, among: layers, otherwise: "Use a title from the list."))
  }

  /// Reports the failure on a terminal and returns the exit code.
  func report(on terminal: Terminal) -> ExitCode {
    terminal.fail([diagnostic], exit: exit)
    return exit
  }
}

/// An error that users can meet, with the code, text and fix that they get.
///
/// The errors of each module conform in a file of their own.
protocol ExplainedError: Error {
  /// Explains the error to the user.
  func explanation(_ context: ErrorContext) -> Explanation
}

/// What the command was working on when an error occurred.
package struct ErrorContext: Sendable, Equatable {
  /// The path of the output; null for commands that write no file.
  ///
  /// It separates a file in the way of the output from a damaged input.
  package var output: String?
  /// The file or layer being processed, for errors that don't name one.
  package var subject: String

  /// A context from its parts.
  package init(output: String?, subject: String) {
    self.output = output
    self.subject = subject
  }

  /// Returns the context with another subject.
  func about(_ subject: String) -> ErrorContext {
    ErrorContext(output: output, subject: subject)
  }
}
