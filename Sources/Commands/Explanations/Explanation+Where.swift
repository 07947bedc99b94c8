import Console
import FeatureData

extension Explanation {
  /// Why a where-clause cannot be used.
  init(_ error: WhereError, _ context: ErrorContext) {
    let subject = context.subject
    switch error {
    case .unsupported:
      self.init(
        "WHERE001", .inputRefused, subject, "the filter uses \(error)",
        fix: "Use =, <>, <, >, IN, LIKE, BETWEEN, IS NULL, AND, OR, NOT and parentheses.")
    case .unexpected, .unterminated, .mismatch:
      self.init(
        "WHERE002", .inputRefused, subject, "the filter cannot be read: \(error)",
        fix: "Texts stand in single quotes: NAME = 'BUCKMAN'.")
    case .unknownField:
      self.init(
        "WHERE003", .inputRefused, subject, "the filter names \(error)",
        fix: "Use a field of the layer.")
    case .tooDeep, .tooLong:
      self.init(
        "WHERE004", .inputRefused, subject, "the filter has \(error)",
        fix: "Simplify the filter.")
    }
  }
}
