import Console
import FeatureData
import Filters

extension WhereError: ExplainedError {
  /// Explains why a filter of the command line can't be used.
  func explanation(_ context: ErrorContext) -> Explanation {
    let subject = context.subject
    return switch self {
    case .unsupported:
      Explanation(
        .filterUnsupported, about: subject, "the filter can't be used: \(self)",
        fix: "Use comparisons, IN, LIKE, BETWEEN, IS NULL, CASE, AND, OR, NOT and functions.")
    case .unknownFunction:
      Explanation(
        .filterFunctionUnknown, about: subject, "the filter can't be used: \(self)",
        fix: "Use a function of standardized queries, such as UPPER, ROUND or COALESCE.")
    case .unexpected, .unterminated:
      Explanation(
        .filterMalformed, about: subject, "the filter can't be read: \(self)",
        fix: "Quote text with single quotes: NAME = 'BUCKMAN'.")
    case .valueCount, .mismatch:
      Explanation(
        .filterTypeMismatch, about: subject, "the filter can't be used: \(self)",
        fix: "Compare values of the same type, or convert one: CAST(x AS VARCHAR(20)).")
    case .unknownField:
      Explanation(
        .filterFieldUnknown, about: subject, "the filter can't be used: \(self)",
        fix: "Use a field of the layer.")
    case .unknownParameter:
      Explanation(
        .filterParameterUnknown, about: subject, "the filter can't be used: \(self)",
        fix: "Write the value in the filter.")
    case .tooDeep, .tooMany, .tooLong:
      Explanation(
        .filterTooLong, about: subject, "the filter has \(self)", fix: "Simplify the filter.")
    }
  }
}
