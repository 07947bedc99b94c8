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
        fix: "use =, <>, <, >, IN, LIKE, BETWEEN, IS NULL, AND, OR, NOT and parentheses")
    case .unexpected, .unterminated, .mismatch:
      self.init(
        "WHERE002", .inputRefused, subject, "the filter cannot be read: \(error)",
        fix: "texts stand in single quotes: NAME = 'BUCKMAN'")
    case .unknownField:
      self.init(
        "WHERE003", .inputRefused, subject, "the filter names \(error)",
        fix: "use a field of the layer")
    case .tooDeep, .tooLong:
      self.init(
        "WHERE004", .inputRefused, subject, "the filter has \(error)",
        fix: "simplify the filter")
    }
  }
}
