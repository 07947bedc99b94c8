import Console
import OrderedJSON

extension Explanation {
  /// Why a JSON text was refused.
  init(_ error: JSONError, _ context: ErrorContext) {
    let subject = context.subject
    switch error {
    case .unexpected(_, _, nil):
      self.init(
        "JSON002", .inputRefused, subject, "not valid JSON: \(error)",
        fix: Self.copyAgain)
    case .unexpected:
      self.init(
        "JSON001", .inputRefused, subject, "not valid JSON: \(error)",
        fix: "Correct the text at that place, or export the file again.")
    case .badUTF8:
      self.init(
        "JSON003", .inputRefused, subject, "the JSON is \(error)",
        fix: "Save the file as UTF-8.")
    case .tooDeep:
      self.init(
        "JSON004", .inputRefused, subject, "the JSON is \(error)",
        fix: "This is no map or feature data; check that it is the right file.")
    case .tooLarge, .stringTooLong, .elementTooLarge:
      self.init(
        "JSON005", .inputRefused, subject, "the JSON has \(error)",
        fix: "Split it, or check that it is the right file.")
    }
  }
}
