import Console
import FeatureData
import Filters

extension Explanation {
  /// Explains why a filter of the command line can't be used.
  init(_ error: WhereError, _ context: ErrorContext) {
    let subject = context.subject
    switch error {
    case .unsupported:
      self.init(
        .filterUnsupported, about: subject, "the filter can't be used: \(error)",
        fix: "Use comparisons, IN, LIKE, BETWEEN, IS NULL, CASE, AND, OR, NOT and functions.")
    case .unknownFunction:
      self.init(
        .filterFunctionUnknown, about: subject, "the filter can't be used: \(error)",
        fix: "Use a function of standardized queries, such as UPPER, ROUND or COALESCE.")
    case .unexpected, .unterminated:
      self.init(
        .filterMalformed, about: subject, "the filter can't be read: \(error)",
        fix: "Quote text with single quotes: NAME = 'BUCKMAN'.")
    case .valueCount, .mismatch:
      self.init(
        .filterTypeMismatch, about: subject, "the filter can't be used: \(error)",
        fix: "Compare values of the same type, or convert one: CAST(x AS VARCHAR(20)).")
    case .unknownField:
      self.init(
        .filterFieldUnknown, about: subject, "the filter can't be used: \(error)",
        fix: "Use a field of the layer.")
    case .unknownParameter:
      self.init(
        .filterParameterUnknown, about: subject, "the filter can't be used: \(error)",
        fix: "Write the value in the filter.")
    case .tooDeep, .tooMany, .tooLong:
      self.init(
        .filterTooLong, about: subject, "the filter has \(error)", fix: "Simplify the filter.")
    }
  }
}
