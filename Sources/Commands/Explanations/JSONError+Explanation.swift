import Console
import OrderedJSON

extension JSONError: ExplainedError {
  /// Explains why a JSON text was refused.
  func explanation(_ context: ErrorContext) -> Explanation {
    let subject = context.subject
    return switch self {
    case .unexpected(_, _, nil):
      Explanation(
        .jsonCutShort, about: subject, "is not valid JSON: \(self)", fix: UsualFix.copyAgain)
    case .unexpected:
      Explanation(
        .jsonInvalid, about: subject, "is not valid JSON: \(self)",
        fix: "Correct the text at that position, or export the file again.")
    case .badUTF8:
      Explanation(
        .fileNotUTF8, about: subject, "\(self)", fix: "Save the file as UTF-8.")
    case .tooDeep:
      Explanation(
        .jsonTooDeep, about: subject, "\(self)",
        fix: "Check that it is the right file. Maps and feature data are not nested so deeply.")
    case .tooLarge, .stringTooLong, .elementTooLarge:
      Explanation(
        .jsonTooLarge, about: subject, "\(self)",
        fix: "Check that it is the right file, or split it.")
    }
  }
}
