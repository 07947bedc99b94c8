import Bytes
package import Console
import FeatureData
import GeoPackage
import Geodatabase
import Geometry
import MapModel
import Merging
import OrderedJSON
import Packaging
import Publishing
import SQLiteFile
import ZIPArchive

/// Why a command failed, as its user is told: a stable code, the subject, what is the matter, what
/// to do, and the exit code.
///
/// One initialiser for each module's errors, in a file of its own. An error inside another is told
/// with the subject of the outer one.
package struct Explanation: Sendable, Equatable {
  /// How the command ends.
  package let exit: ExitCode
  /// What its user reads.
  package let diagnostic: Diagnostic

  init(
    _ code: String, _ exit: ExitCode, _ subject: String, _ summary: String, fix: String?
  ) {
    self.exit = exit
    diagnostic = Diagnostic(.error, code: code, subject: subject, summary: summary, fix: fix)
  }

  /// Explains any error.
  package init(of error: any Error, _ context: ErrorContext) {
    switch error {
    case let error as BytesError: self.init(error, context)
    case let error as JSONError: self.init(error, context)
    case let error as GeometryError: self.init(error, context)
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
    default: self.init(unforeseen: error)
    }
  }

  /// A command line that cannot be read.
  init(_ error: ConsoleError) {
    exit = .usage
    diagnostic = error.diagnostic
  }

  /// An error no table knows is a bug of ours; its type is all that can be told of it.
  private init(unforeseen error: any Error) {
    self.init(
      "BUG001", .bug, "fieldpack", "an unforeseen error of type \(type(of: error))",
      fix: Self.reportFix)
  }

  static let reportFix = "Please report this, with the command line and, if you can, the files."

  /// Tells the failure on a terminal and gives the exit code.
  func tell(on terminal: Terminal) -> ExitCode {
    terminal.fail([diagnostic], exit: exit)
    return exit
  }
}

/// What is known around an error.
package struct ErrorContext: Sendable, Equatable {
  /// The path that is written, by which a file in the way is told from a damaged input; `nil` for
  /// commands that write nothing.
  package var output: String?
  /// The file or layer at hand, for errors that name none.
  package var subject: String

  /// A context from its parts.
  package init(output: String?, subject: String) {
    self.output = output
    self.subject = subject
  }

  /// The same, about another subject.
  func about(_ subject: String) -> ErrorContext {
    ErrorContext(output: output, subject: subject)
  }
}
