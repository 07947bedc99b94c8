import FeatureData

extension TimeZoneError: ExplainedError {
  /// Explains why a time zone can't be used.
  func explanation(_ context: ErrorContext) -> Explanation {
    Explanation(
      .usageTimeZoneUnknown, about: "--time-zone", "\(self)",
      fix: "Use a name of the time zone database, such as America/Los_Angeles.")
  }
}
