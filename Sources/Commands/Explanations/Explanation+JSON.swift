import Console
import OrderedJSON

extension Explanation {
  /// Explains why a JSON text was refused.
  init(_ error: JSONError, _ context: ErrorContext) {
    let subject = context.subject
    switch error {
    case .unexpected(_, _, nil):
      self.init(
        .jsonCutShort, about: subject, "is not valid JSON: \(error)", fix: Self.copyAgain)
    case .unexpected:
      self.init(
        .jsonInvalid, about: subject, "is not valid JSON: \(error)",
        fix: "Correct the text at that position, or export the file again.")
    case .badUTF8:
      self.init(
        .fileNotUTF8, about: subject, "\(error)", fix: "Save the file as UTF-8.")
    case .tooDeep:
      self.init(
        .jsonTooDeep, about: subject, "\(error)",
        fix: "Check that it is the right file. Maps and feature data are not nested so deeply.")
    case .tooLarge, .stringTooLong, .elementTooLarge:
      self.init(
        .jsonTooLarge, about: subject, "\(error)",
        fix: "Check that it is the right file, or split it.")
    }
  }
}
