import Console
import FeatureData

extension Explanation {
  /// Why a where-clause of the command line cannot be used.
  init(_ error: WhereError, _ context: ErrorContext) {
    let subject = context.subject
    switch error {
    case .unsupported:
      self.init(
        "WHERE001", .usage, subject, "the filter uses \(error)",
        fix: "Use comparisons, IN, LIKE, BETWEEN, IS NULL, CASE, AND, OR, NOT and functions.")
    case .unknownFunction:
      self.init(
        "WHERE001", .usage, subject, "the filter names \(error)",
        fix: "Use a function of standardized queries, such as UPPER, ROUND or COALESCE.")
    case .unexpected, .unterminated:
      self.init(
        "WHERE002", .usage, subject, "the filter cannot be read: \(error)",
        fix: "Texts stand in single quotes: NAME = 'BUCKMAN'.")
    case .valueCount, .mismatch:
      self.init(
        "WHERE002", .usage, subject, "the filter cannot be read: \(error)",
        fix: "Compare like with like; CAST(x AS VARCHAR(20)) makes one of another.")
    case .unknownField:
      self.init(
        "WHERE003", .usage, subject, "the filter names \(error)",
        fix: "Use a field of the layer.")
    case .unknownParameter:
      self.init(
        "WHERE003", .usage, subject, "the filter names \(error)",
        fix: "Write the value itself.")
    case .tooDeep, .tooMany, .tooLong:
      self.init(
        "WHERE004", .usage, subject, "the filter has \(error)",
        fix: "Simplify the filter.")
    }
  }
}
