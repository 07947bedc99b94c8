import Bytes
import Packages

extension LocatedError: ExplainedError {
  /// Explains the error as one of its location.
  func explanation(_ context: ErrorContext) -> Explanation {
    Explanation(of: reason, context.about(location))
  }
}
