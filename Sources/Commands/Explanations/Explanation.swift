import Bytes
package import Console
import FeatureData
import Filters
import GeoPackage
import Geodatabase
import Geometry
import MapModel
import Merging
import OrderedJSON
import Packages
import Publishing
import Records
import SQLiteFile
import ZIPArchive

/// Why a command failed: a stable code, the subject, what is wrong, what to do, and the exit code.
///
/// Each module's errors have an initialiser in a file of their own. An error inside another error
/// is reported with the subject of the outer one.
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
    switch error {
    case let error as BytesError: self.init(error, context)
    case let error as JSONError: self.init(error, context)
    case let error as GeometryError: self.init(error, context)
    case let error as RecordError: self.init(error, context)
    case let error as SQLiteFileError: self.init(error, context)
    case let error as ZIPArchiveError: self.init(error, context)
    case let error as MapModelError: self.init(error, context)
    case let error as FeatureDataError: self.init(error, context)
    case let error as WhereError: self.init(error, context)
    case let error as GeoPackageError: self.init(error, context)
    case let error as GeodatabaseError: self.init(error, context)
    case let error as PackagingError: self.init(error, context)
    case let error as MergingError: self.init(error, context)
    case let error as PublishingError: self.init(error, context)
    case let error as CommandError: self.init(error)
    case let error as ConsoleError: self.init(error)
    default: self.init(unexpected: error)
    }
  }

  /// Reports an unknown error as an internal error, by its type alone: its values may be private.
  private init(unexpected error: any Error) {
    self.init(
      .bugUnexpectedError, about: "fieldpack", "unexpected error of type \(type(of: error))",
      fix: Self.reportFix)
  }

  static let reportFix = "Please report this, with the command line and, if you can, the files."

  /// Reports the failure on a terminal and returns the exit code.
  func report(on terminal: Terminal) -> ExitCode {
    terminal.fail([diagnostic], exit: exit)
    return exit
  }
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
