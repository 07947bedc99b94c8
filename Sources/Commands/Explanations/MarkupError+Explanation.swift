import Markup

extension MarkupError: ExplainedError {
  /// Explains why a template can't be used.
  func explanation(_ context: ErrorContext) -> Explanation {
    Explanation(
      .siteTemplateInvalid, about: context.subject, "\(self)", fix: "Correct the template.")
  }
}
